//! The key that signs interactions over HTTP.

use ring::error::Unspecified;
use ring::rand::SystemRandom;
use ring::signature::{Ed25519KeyPair, KeyPair as _};

/// The application's key, unique to this playground.
pub(super) struct Key(Ed25519KeyPair);

impl Key {
    /// A new key.
    pub(super) fn new() -> Result<Self, Unspecified> {
        let made = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new())?;
        let pair = Ed25519KeyPair::from_pkcs8(made.as_ref()).map_err(|_| Unspecified)?;
        Ok(Self(pair))
    }

    /// The public key, in hexadecimal digits.
    pub(super) fn public(&self) -> String {
        hex(self.0.public_key().as_ref())
    }

    /// The signature of a body and a timestamp, in hexadecimal digits.
    pub(super) fn sign(&self, timestamp: &str, body: &str) -> String {
        hex(self
            .0
            .sign(format!("{timestamp}{body}").as_bytes())
            .as_ref())
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
