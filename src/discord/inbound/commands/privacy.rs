//! `/privacy`: summary, export and deletion of personal data.

use super::{Answer, How, Options, Reply, Request, Result, Slow, Text, view};
use crate::discord::custom_id::PrivacyAction;

pub(super) async fn run(request: Request<'_>, options: &Options<'_>) -> Result {
    match options.sub_command() {
        Some("show") => {
            let stored_data = request.app.store().stored_data(request.by).await?;
            Ok(Answer::new(view::stored_data(request.l10n, &stored_data)))
        }
        Some("export") => step(request, PrivacyAction::Export).await,
        Some("delete") => step(request, PrivacyAction::Ask).await,
        _ => Err(Text::new("denied-unknown-command").into()),
    }
}

/// Handles a press.
pub async fn step(request: Request<'_>, act: PrivacyAction) -> Result {
    let Request { app, by, l10n, .. } = request;
    match act {
        PrivacyAction::Export => Ok(Answer::Slow(How::New, Slow::Export)),
        PrivacyAction::Ask => {
            let stored_data = app.store().stored_data(by).await?;
            Ok(Answer::new(view::sure(l10n, &stored_data)))
        }
        PrivacyAction::Delete => Ok(Answer::Slow(How::Update, Slow::Forget)),
        PrivacyAction::Keep => Ok(Answer::update(Reply::private(l10n.word("privacy-kept-on")))),
    }
}
