//! Why an interaction fails: the reply and the log entry.
//!
//! A denial is explained to the user privately and logged at info. Everything else is an internal
//! error: it is logged once, at error, with a number that the user is shown.

use std::time::Duration;

use crate::app;
use crate::discord::view::reply::Reply;
use crate::game::Denial;
use siwa_games::text::Text;

/// Why an interaction failed.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The application or the game does not allow it.
    #[error("denied: {}", .0.message().id)]
    Denial(Denial),
    /// Something about the request forbids it, such as missing permissions or unknown options.
    #[error("denied: {}", .0.id)]
    Said(Text),
    /// The move is illegal; the reply explains it on the board.
    #[error("refused: {}", .0.id)]
    Refused(Text, Box<Reply>),
    /// An internal error.
    #[error("the bot failed")]
    Fault(#[source] Box<dyn std::error::Error + Send + Sync>),
}

impl From<app::Error> for Failure {
    fn from(error: app::Error) -> Self {
        match error {
            app::Error::Denial(denial) | app::Error::Refused(_, denial) => Self::Denial(denial),
            other => Self::fault(other),
        }
    }
}

impl From<app::Fault> for Failure {
    fn from(fault: app::Fault) -> Self {
        Self::fault(fault)
    }
}

impl From<siwa_boards::Error> for Failure {
    fn from(error: siwa_boards::Error) -> Self {
        Self::fault(error)
    }
}

impl From<Denial> for Failure {
    fn from(denial: Denial) -> Self {
        Self::Denial(denial)
    }
}

impl From<Text> for Failure {
    fn from(message: Text) -> Self {
        Self::Said(message)
    }
}

impl Failure {
    /// An internal error.
    pub(in crate::discord) fn fault(error: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self::Fault(Box::new(error))
    }
}

/// Runs work that waits for the database for at most `limit`: then it is cancelled, with its
/// transaction, if it has one. With a limit of zero, the work is not started.
pub(super) async fn within<T>(
    limit: Duration,
    work: impl Future<Output = Result<T, Failure>>,
) -> Result<T, Failure> {
    let work = async {
        // A timeout of zero would still poll the work once.
        if limit.is_zero() {
            std::future::pending::<()>().await;
        }
        work.await
    };
    let done = tokio::time::timeout(limit, work).await;
    done.unwrap_or_else(|late| Err(Failure::fault(late)))
}

/// A random number, to find a fault in the log.
pub(super) fn incident() -> String {
    let mut bytes = [0; 4];
    // Without randomness the number is 0, so that there is no second failure.
    let _ = getrandom::fill(&mut bytes);
    format!("{:08x}", u32::from_be_bytes(bytes))
}

/// An error and its sources.
pub fn chain(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    let texts: Vec<String> = causes.map(ToString::to_string).collect();
    texts.join(": ")
}

/// An error of serenity's without its URL, which may contain a token.
pub(in crate::discord) fn plain(error: &serenity::Error) -> String {
    use serenity::http::HttpError;
    match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
            let (status, message) = (response.status_code.as_u16(), &response.error.message);
            format!("status {status}: {message}")
        }
        serenity::Error::Http(HttpError::Request(error)) => match error.is_timeout() {
            true => "a request timed out".to_owned(),
            false => "a request could not be sent".to_owned(),
        },
        serenity::Error::Http(_) => "a request failed".to_owned(),
        other => other.to_string(),
    }
}
