//! Interactions over HTTP: signed requests to the bot's endpoint.

use serde_json::{Value, json};

use super::model::Refused;
use super::objects::object;
use super::violation::Kind;
use super::world::{BOT, World};

/// The response.
pub(super) struct Reply {
    pub(super) status: u16,
    json: bool,
    pub(super) body: String,
}

impl World {
    /// From now on, sends interactions to this address and none over the gateway. With several
    /// addresses, it takes turns and skips unreachable ones, like a load balancer. Like Discord, it
    /// first checks that a ping is answered, and that one with a wrong signature is refused.
    ///
    /// # Errors
    /// [`Refused::Away`] if the address is unreachable, [`Refused::NotOffered`] if one of the
    /// checks fails, which is also recorded as a violation.
    pub async fn add_endpoint(&self, url: &str) -> Result<(), Refused> {
        let fields = json!({
            "id": self.setup().clock.id().to_string(),
            "application_id": BOT.to_string(),
            "type": 1,
            "token": self.setup().clock.secret(),
        });
        let ping = object("interaction", fields).to_string();
        let refused = self.post(url, &ping, "something else").await?;
        let reply = self.post(url, &ping, &ping).await?;
        let answer: Value = serde_json::from_str(&reply.body).unwrap_or_default();
        let why = if refused.status != 401 {
            format!("a wrong signature was answered with {}", refused.status)
        } else if reply.status != 200 || !reply.json || answer["type"] != 1 {
            format!("a ping was answered with {} {:?}", reply.status, reply.body)
        } else {
            self.change(|state| state.endpoints.push(url.to_owned()));
            return Ok(());
        };
        self.report(Kind::Endpoint, why.clone());
        Err(Refused::NotOffered(why))
    }

    /// The signature of a body and a timestamp, as the playground signs its requests; in
    /// hexadecimal digits.
    pub fn sign(&self, timestamp: &str, body: &str) -> String {
        self.setup().key.sign(timestamp, body)
    }

    /// The public key for these signatures, in hexadecimal digits.
    pub fn public_key(&self) -> String {
        self.setup().key.public()
    }

    /// Sends a body with the signature of `signed`, which is the body unless the signature is to be wrong; on a
    /// separate connection. The time is the operating system's, not the world's.
    pub(super) async fn post(&self, url: &str, body: &str, signed: &str) -> Result<Reply, Refused> {
        let clock = &self.setup().clock;
        let timestamp = (clock.now() - clock.ahead()).div_euclid(1000).to_string();
        let failed = |error: reqwest::Error| {
            if error.is_connect() || error.is_timeout() {
                Refused::Away
            } else {
                Refused::NotOffered(error.without_url().to_string())
            }
        };
        let client = reqwest::Client::builder()
            .no_proxy()
            .timeout(super::world::WAIT_TIMEOUT)
            .build();
        let request = client
            .map_err(failed)?
            .post(url)
            .header("content-type", "application/json")
            .header("x-signature-ed25519", self.sign(&timestamp, signed))
            .header("x-signature-timestamp", timestamp)
            .body(body.to_owned());
        let response = request.send().await.map_err(failed)?;
        let kind = response.headers().get("content-type");
        let json = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
        Ok(Reply {
            status: response.status().as_u16(),
            json,
            body: response.text().await.map_err(failed)?,
        })
    }
}
