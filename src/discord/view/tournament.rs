//! Tournaments: their cards, standings and lists.

use super::lists::games;
use super::pair::{points, quarters};
use super::{Localizer, MAX_THREAD_NAME, choice, link, rules, time};
use crate::discord::custom_id::{CustomId, TournamentAction};
use crate::discord::view::reply::{Button, Chart, Reply, Style, cut};
use crate::game::{
    Entrant, GameSummary, Group, GroupStanding, MessageId, PairResult, Phase, PlayerId, Tournament,
};
use siwa_boards::{CrosstableCell as Cell, CrosstableRow};
use siwa_games::text::{Arg, Text};

/// The longest name in alternative texts, in characters: those of a group must fit.
const MAX_ALT_NAME: usize = 14;

/// The card of a tournament, for everyone.
pub fn tournament(l10n: Localizer<'_>, of: &Tournament) -> Reply {
    let mut lines = vec![
        head_of(of),
        Text::new("challenge-terms")
            .with("variant", of.terms.rules.info().title(of.terms.variant))
            .with("time", time(of.terms.time))
            .with("rated", Text::new("challenge-rated")),
    ];
    match of.phase {
        Phase::SignUp => lines.extend(sign_up(of)),
        Phase::Running => lines.extend(running(of)),
        Phase::Over => lines.push(won(of)),
        Phase::Cancelled => lines.push(match of.canceller {
            Some(by) => Text::new("tournament-cancelled").with("player", by),
            None => Text::new("tournament-too-few"),
        }),
    }
    let stage = of.stage();
    lines.extend(stage.iter().filter_map(|group| summary(of, group)));
    let button = |act, label, style| l10n.button(CustomId::Tournament(of.id, act), label, style);
    let reply = Reply::public(l10n.lines(lines));
    match of.phase {
        Phase::SignUp => reply
            .with_buttons([
                button(TournamentAction::Join, "button-join", Style::Success),
                button(TournamentAction::Leave, "button-leave", Style::Secondary),
                rules::button(l10n, of.terms.variant),
            ])
            .with_buttons([
                button(
                    TournamentAction::Start,
                    "button-start-now",
                    Style::Secondary,
                ),
                cancel(l10n, of),
            ]),
        Phase::Running | Phase::Over => reply.with_buttons(buttons(l10n, of, 0)),
        Phase::Cancelled => reply,
    }
}

fn cancel(l10n: Localizer<'_>, of: &Tournament) -> Button {
    let cancel = CustomId::Tournament(of.id, TournamentAction::Cancel);
    l10n.button(cancel, "button-cancel-tournament", Style::Secondary)
}

/// The buttons of the card of a group; 0: of the tournament.
fn buttons(l10n: Localizer<'_>, of: &Tournament, group: u32) -> [Button; 3] {
    let button =
        |act, label| l10n.button(CustomId::Tournament(of.id, act), label, Style::Secondary);
    [
        button(TournamentAction::Games, "button-my-games"),
        button(TournamentAction::Standings(group), "button-standings"),
        rules::button(l10n, of.terms.variant),
    ]
}

fn sign_up(of: &Tournament) -> [Text; 3] {
    let players = of.players.iter().map(|it| it.player);
    [
        Text::new("tournament-fair").with("start", of.terms.start.as_ref()),
        Text::new("tournament-closes").with("until", Arg::Moment(of.closes.0)),
        people(["tournament-players", "tournament-nobody"], players).with("most", of.most),
    ]
}

fn running(of: &Tournament) -> Option<Text> {
    let (posted, total) = of.posted();
    let starting = Text::new("tournament-starting");
    (posted < total).then(|| starting.with("posted", posted).with("total", total))
}

fn won(of: &Tournament) -> Text {
    people(["tournament-won", "tournament-no-winner"], of.winners())
}

/// A text about these players; the second one if there are none.
fn people([some, none]: [&'static str; 2], players: impl IntoIterator<Item = PlayerId>) -> Text {
    let players = players.into_iter();
    let names: Vec<Text> = players.map(choice).collect();
    let count = names.len();
    match Text::list(names) {
        None => Text::new(none),
        Some(list) => Text::new(some).with("count", count).with("players", list),
    }
}

/// The name of a group; a tournament with one group needs none.
fn name(of: &Tournament, group: &Group<'_>) -> Text {
    let alone = of.games.last().is_some_and(|it| it.group == 1);
    match () {
        () if alone => Text::new("tournament-all"),
        () if of.is_final(group.number) => Text::new("tournament-final"),
        () => {
            let letter = ('A'..='Z')
                .nth((group.number as usize).saturating_sub(1))
                .unwrap_or('Z');
            Text::new("tournament-group").with("letter", letter.to_string())
        }
    }
}

/// A group in a line, with a link to its card.
fn summary(of: &Tournament, group: &Group<'_>) -> Option<Text> {
    let summary = Text::new("tournament-summary")
        .with("group", name(of, group))
        .with("decided", group.decided())
        .with("total", group.meetings.len());
    Some(summary.with("link", link(of.venue, group.card()?)))
}

/// The card of a group: its crosstable, for everyone.
pub fn group(l10n: Localizer<'_>, of: &Tournament, group: &Group<'_>) -> Reply {
    let mut lines = vec![head(of, group)];
    lines.extend(group.rows.iter().map(|row| standing(group, row)));
    lines.push(Text::new("tournament-order"));
    let mut reply = Reply::public(l10n.lines(lines)).with_buttons(buttons(l10n, of, group.number));
    reply.chart = Some((
        Chart::Crosstable(crosstable(l10n, group)),
        alt(l10n, of, group, MAX_ALT_NAME),
    ));
    reply
}

fn head_of(of: &Tournament) -> Text {
    Text::new("tournament-head").with("name", of.name.clone())
}

fn head(of: &Tournament, group: &Group<'_>) -> Text {
    Text::new("tournament-group-head")
        .with("name", of.name.clone())
        .with("group", name(of, group))
}

/// The name of a group with that of its tournament, for its thread.
pub fn group_name(l10n: Localizer<'_>, of: &Tournament, group: &Group<'_>) -> String {
    let group = name(of, group);
    let name = Text::new("tournament-thread").with("name", of.name.clone());
    cut(&l10n.tr(&name.with("group", group)), MAX_THREAD_NAME)
}

/// A player's place in a group.
fn standing(group: &Group<'_>, row: &GroupStanding) -> Text {
    let entrant = group.players[row.player];
    Text::new(match entrant.withdrawn {
        true => "tournament-row-withdrawn",
        false => "tournament-row",
    })
    .with("place", row.rank)
    .with("player", entrant.player)
    .with("points", points(row.half_points))
    .with("berger", quarters(row.sonneborn_berger))
    .with("late", row.losses_on_time)
}

fn called(l10n: Localizer<'_>, entrant: &Entrant) -> String {
    match entrant.player.is_gone() {
        true => l10n.word("player-gone"),
        false => match &entrant.name {
            Some(name) => name.plain(MAX_ALT_NAME),
            None => "?".to_owned(),
        },
    }
}

fn cell(group: &Group<'_>, player: usize, opponent: usize) -> Cell {
    match group.result(player, opponent) {
        Some(PairResult::Won(winner)) if winner == player => Cell::Win,
        Some(PairResult::Won(_)) => Cell::Loss,
        Some(PairResult::Drawn) => Cell::Draw,
        Some(PairResult::Unplayed) => Cell::Unplayed,
        Some(PairResult::Pending) | None => Cell::Pending,
    }
}

fn crosstable(l10n: Localizer<'_>, group: &Group<'_>) -> Vec<CrosstableRow> {
    let row = |row: &GroupStanding| CrosstableRow {
        name: called(l10n, group.players[row.player]),
        withdrawn: group.players[row.player].withdrawn,
        cells: group
            .rows
            .iter()
            .map(|other| cell(group, row.player, other.player))
            .collect(),
        points: points(row.half_points),
    };
    group.rows.iter().map(row).collect()
}

/// The crosstable in words, with names of at most `longest` characters.
fn alt(l10n: Localizer<'_>, of: &Tournament, group: &Group<'_>, longest: usize) -> String {
    let table = crosstable(l10n, group);
    let mut lines = vec![Text::new("tournament-alt").with("group", name(of, group))];
    for (at, (row, standing)) in table.iter().zip(&group.rows).enumerate() {
        let others = table.iter().zip(&row.cells).enumerate();
        let others = others.filter(|(other, _)| *other != at);
        let results = others.map(|(_, (other, cell))| {
            Text::new(match cell {
                Cell::Win => "tournament-alt-win",
                Cell::Draw => "tournament-alt-draw",
                Cell::Loss => "tournament-alt-loss",
                Cell::Unplayed => "tournament-alt-unplayed",
                Cell::Pending => "tournament-alt-pending",
            })
            .with("player", cut(&other.name, longest))
        });
        let line = Text::new("tournament-alt-row")
            .with("place", standing.rank)
            .with("player", cut(&row.name, longest))
            .with("points", row.points.clone());
        lines.extend(Text::list(results.collect()).map(|results| line.with("results", results)));
    }
    l10n.lines(lines)
}

/// The message that tells the players of a group, or `one` of them, that their games have begun.
pub fn begun(
    l10n: Localizer<'_>,
    of: &Tournament,
    group: &Group<'_>,
    one: Option<PlayerId>,
) -> Reply {
    let mut lines: Vec<Text> = one.map(choice).into_iter().collect();
    let begun = Text::new("tournament-begun").with("start", of.terms.start.as_ref());
    lines.extend([head(of, group), begun]);
    let firsts = group.games.iter().filter(|it| it.is_first());
    lines.extend(firsts.map(|it| {
        Text::new("tournament-game")
            .with("game", it.game.id.to_string())
            .with("first", it.game.players.first)
            .with("second", it.game.players.second)
    }));
    let card = group.card().filter(|_| one.is_some());
    lines.extend(card.map(|card| linked(of, card)));
    let players = group.players.iter().map(|it| it.player);
    let pinged = players.filter(|it| one.is_none_or(|one| *it == one));
    Reply::public(l10n.lines(lines)).pinging(pinged)
}

/// A link to a card.
fn linked(of: &Tournament, card: MessageId) -> Text {
    Text::new("tournament-link").with("link", link(of.venue, card))
}

/// The message that tells everyone who has won.
pub fn tournament_won(l10n: Localizer<'_>, of: &Tournament) -> Reply {
    let mut lines = vec![head_of(of), won(of)];
    lines.extend(of.message.map(|card| linked(of, card)));
    Reply::public(l10n.lines(lines))
}

/// The standings of all groups with the tie-breaks, newest stage first, and as a file. Who
/// `manages` it can end it while it is running.
pub fn tournament_standings(l10n: Localizer<'_>, of: &Tournament, manages: bool) -> Reply {
    let mut lines = vec![head_of(of)];
    if of.phase == Phase::Over {
        lines.push(won(of));
    }
    let groups = of.groups();
    for group in groups.iter().rev() {
        lines.push(Text::new("tournament-standings-group").with("group", name(of, group)));
        lines.extend(group.rows.iter().map(|row| standing(group, row)));
    }
    lines.push(Text::new("tournament-order"));
    lines.extend((groups.len() > 1).then(|| Text::new("tournament-tie")));
    let file = groups.iter().map(|group| alt(l10n, of, group, usize::MAX));
    let file = file.collect::<Vec<String>>().join("\n\n");
    let alt = l10n.word("tournament-file");
    Reply::private(l10n.lines(lines))
        .with_buttons(buttons(l10n, of, 0))
        .with_buttons((manages && of.phase == Phase::Running).then(|| cancel(l10n, of)))
        .with_file("tournament.txt", file, alt)
}

/// A player's running games of a tournament, with a button to withdraw.
pub fn tournament_games(l10n: Localizer<'_>, of: &Tournament, by: PlayerId) -> Reply {
    let own = of
        .games
        .iter()
        .filter(|it| it.is_of(by) && it.game.turn.is_some());
    let own: Vec<GameSummary> = own.map(|it| it.game.clone()).collect();
    let list = if own.is_empty() {
        Reply::private(l10n.word("tournament-no-games"))
    } else {
        games(l10n, &own, by, None)
    };
    let plays = of.phase == Phase::Running && of.entrant(by).is_some_and(|it| !it.withdrawn);
    let withdraw = CustomId::Tournament(of.id, TournamentAction::Withdraw);
    let withdraw = l10n.button(withdraw, "button-withdraw", Style::Danger);
    list.with_buttons(plays.then_some(withdraw))
}

/// Asks for confirmation of cancelling a tournament.
pub fn cancellation(l10n: Localizer<'_>, of: &Tournament) -> Reply {
    let surely = (TournamentAction::CancelSurely, "button-cancel-tournament");
    let back = (TournamentAction::Standings(0), "button-keep-tournament");
    let question = match of.phase {
        Phase::SignUp => "tournament-cancel-early",
        _ => "tournament-cancel",
    };
    asks(l10n, of, question, [surely, back])
}

/// Asks for confirmation of withdrawing from a tournament.
pub fn withdrawal(l10n: Localizer<'_>, of: &Tournament) -> Reply {
    let surely = (TournamentAction::WithdrawSurely, "button-withdraw");
    let back = (TournamentAction::Games, "button-stay");
    asks(l10n, of, "tournament-withdraw", [surely, back])
}

/// A question with the buttons for yes and no.
fn asks(
    l10n: Localizer<'_>,
    of: &Tournament,
    question: &'static str,
    [yes, no]: [(TournamentAction, &'static str); 2],
) -> Reply {
    let button = |(act, label), style| l10n.button(CustomId::Tournament(of.id, act), label, style);
    let buttons = [button(yes, Style::Danger), button(no, Style::Secondary)];
    Reply::private(l10n.word(question)).with_buttons(buttons)
}
