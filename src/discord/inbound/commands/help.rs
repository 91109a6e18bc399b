//! `/help`: the commands, and first steps.

use super::variants::Asked;
use super::{Answer, Failure, Options, Request, view};

pub(super) async fn run(request: Request<'_>, _: &Options<'_>) -> Result<Answer, Failure> {
    let (_, usual) = Asked::default().variant(request)?;
    let help = view::help(
        request.l10n,
        usual,
        !request.context.venue.guild.is_server(),
    );
    Ok(Answer::new(help))
}
