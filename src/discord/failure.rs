//! Why an interaction fails: the reply and the log entry.
//!
//! A denial is explained to the user privately and logged at info. Everything else is an internal
//! error: it is logged once, at error, with a number that the user is shown.

use std::time::Duration;

use crate::app;
use crate::discord::Result;
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

impl<E: Into<app::Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        match error.into() {
            app::Error::Denial(denial) => Self::Denial(denial),
            other => Self::fault(other),
        }
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
pub(super) async fn within<T>(limit: Duration, work: impl Future<Output = Result<T>>) -> Result<T> {
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

/// Does work that takes long, such as a search or a drawing, beside all other work.
pub(super) async fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(Failure::fault)
}

/// The value, if there is one; a fault without other consequences is logged.
pub fn ok_or_log<T>(result: Result<T, impl std::error::Error>, message: &str) -> Option<T> {
    let logged = result.inspect_err(|error| tracing::error!(error = chain(error), "{message}"));
    logged.ok()
}

/// A random number, to find a fault in the log.
pub(super) fn incident() -> String {
    // Without randomness the number is 0, so that there is no second failure.
    format!("{:08x}", getrandom::u32().unwrap_or_default())
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
        serenity::Error::Http(HttpError::Request(error)) if error.is_timeout() => {
            "a request timed out".to_owned()
        }
        serenity::Error::Http(HttpError::Request(error)) => {
            // Only the innermost cause does not name the address.
            let error: &(dyn std::error::Error + 'static) = error;
            match std::iter::successors(error.source(), |cause| cause.source()).last() {
                Some(cause) => format!("a request could not be sent: {cause}"),
                None => "a request could not be sent".to_owned(),
            }
        }
        serenity::Error::Http(_) => "a request failed".to_owned(),
        other => other.to_string(),
    }
}
