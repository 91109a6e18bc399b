//! The key that signs interactions over HTTP.

use data_encoding::HEXLOWER;
use ring::rand::SystemRandom;
use ring::signature::{Ed25519KeyPair, KeyPair as _};

/// The application's key, unique to this playground.
pub(super) struct Key(Ed25519KeyPair);

impl Default for Key {
    /// A new key.
    fn default() -> Self {
        // Without randomness of the operating system, no program with a hash map runs.
        let made = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new());
        let made = made.expect("the operating system gives random numbers");
        Self(Ed25519KeyPair::from_pkcs8(made.as_ref()).expect("the key is valid"))
    }
}

impl Key {
    /// The public key, in hexadecimal digits.
    pub(super) fn public(&self) -> String {
        HEXLOWER.encode(self.0.public_key().as_ref())
    }

    /// The signature of a body and a timestamp, in hexadecimal digits.
    pub(super) fn sign(&self, timestamp: &str, body: &str) -> String {
        let signature = self.0.sign(format!("{timestamp}{body}").as_bytes());
        HEXLOWER.encode(signature.as_ref())
    }
}
