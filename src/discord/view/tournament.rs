//! Tournaments: their cards, standings and lists.

use super::challenge::describe_terms;
use super::lists::{games, plain_name};
use super::pair::{points, quarters};
use super::{
    Arg, Button, Chart, CustomId, Localizer, MAX_THREAD_NAME, Reply, Style, Text, cut, either, link,
};
use crate::discord::custom_id::TournamentAction;
use crate::game::{
    GameSummary, Group, GroupStanding, MAX_NAME, MessageId, PairResult, Phase, PlayerId, Tournament,
};
use siwa_boards::{CrosstableCell as Cell, CrosstableRow};

/// The longest name in alternative texts, in characters: those of a group must fit.
const MAX_ALT_NAME: usize = 14;

/// The card of a tournament, for everyone.
pub fn tournament(l10n: Localizer<'_>, tournament: &Tournament) -> Reply {
    let mut lines = vec![head_of(tournament), describe_terms(&tournament.terms)];
    match tournament.phase {
        Phase::SignUp => {
            let ids = ["tournament-players", "tournament-nobody"];
            let players = tournament.players.iter().map(|entrant| entrant.player);
            lines.extend([
                Text::new("tournament-fair").with("start", tournament.terms.start.as_ref()),
                Text::new("tournament-closes").with("until", Arg::Moment(tournament.closes.0)),
                people(ids, players).with("most", tournament.most),
            ]);
        }
        Phase::Running => {
            let (posted, total) = tournament.posted();
            let starting = Text::new("tournament-starting").with("posted", posted);
            lines.extend((posted < total).then(|| starting.with("total", total)));
        }
        Phase::Over => lines.push(won(tournament)),
        Phase::Cancelled => lines.push(match tournament.canceller {
            Some(by) => Text::new("tournament-cancelled").with("player", by),
            None => Text::new("tournament-too-few"),
        }),
    }
    lines.extend(tournament.stage().iter().filter_map(|group| {
        let total = group.meetings.len() - group.count(PairResult::Unplayed);
        let summary = Text::new("tournament-summary")
            .with("group", name(tournament, group))
            .with("decided", total - group.count(PairResult::Pending))
            .with("total", total);
        Some(summary.with("link", link(tournament.venue, group.card()?)))
    }));
    let button = |act, label| l10n.button(CustomId::Tournament(tournament.id, act), label);
    let reply = Reply::public(l10n.lines(lines));
    match tournament.phase {
        Phase::SignUp => reply
            .with_buttons([
                button(TournamentAction::Join, "button-join").styled(Style::Success),
                button(TournamentAction::Leave, "button-leave"),
                l10n.rules_button(tournament.terms.variant),
            ])
            .with_buttons([
                button(TournamentAction::Start, "button-start-now"),
                cancel(l10n, tournament),
            ]),
        Phase::Running | Phase::Over => reply.with_buttons(card_buttons(l10n, tournament, 0)),
        Phase::Cancelled => reply,
    }
}

fn cancel(l10n: Localizer<'_>, tournament: &Tournament) -> Button {
    let cancel = CustomId::Tournament(tournament.id, TournamentAction::Cancel);
    l10n.button(cancel, "button-cancel-tournament")
}

/// The buttons of the card of a group; 0: of the tournament.
fn card_buttons(l10n: Localizer<'_>, tournament: &Tournament, group: u32) -> [Button; 3] {
    let button = |act, label| l10n.button(CustomId::Tournament(tournament.id, act), label);
    [
        button(TournamentAction::Games, "button-my-games"),
        button(TournamentAction::Standings(group), "button-standings"),
        l10n.rules_button(tournament.terms.variant),
    ]
}

fn won(tournament: &Tournament) -> Text {
    let ids = ["tournament-won", "tournament-no-winner"];
    people(ids, tournament.winners())
}

/// A player as a text, for a list.
fn named(player: PlayerId) -> Text {
    Text::new("choice").with("choice", player)
}

/// A text about these players; the second one if there are none.
fn people([some, none]: [&'static str; 2], players: impl IntoIterator<Item = PlayerId>) -> Text {
    let names: Vec<Text> = players.into_iter().map(named).collect();
    let count = names.len();
    match Text::list(names) {
        None => Text::new(none),
        Some(list) => Text::new(some).with("count", count).with("players", list),
    }
}

/// The name of a group; a tournament with one group needs none.
fn name(tournament: &Tournament, group: &Group<'_>) -> Text {
    if tournament.games.last().is_some_and(|pair| pair.group == 1) {
        Text::new("tournament-all")
    } else if tournament.is_final(group.number) {
        Text::new("tournament-final")
    } else {
        let letter = ('A'..='Z').nth((group.number as usize).saturating_sub(1));
        Text::new("tournament-group").with("letter", letter.unwrap_or('Z').to_string())
    }
}

/// The card of a group: its crosstable, for everyone.
pub fn group(l10n: Localizer<'_>, tournament: &Tournament, group: &Group<'_>) -> Reply {
    let mut lines = vec![head(tournament, group)];
    lines.extend(group.rows.iter().map(|row| standing(group, row)));
    lines.push(Text::new("tournament-order"));
    let cancelled = tournament.canceller;
    lines.extend(cancelled.map(|by| Text::new("tournament-cancelled-on").with("player", by)));
    // The games of a cancelled one go on, and can still be listed.
    let buttons = card_buttons(l10n, tournament, group.number);
    let mut reply = Reply::public(l10n.lines(lines)).with_buttons(buttons);
    let table = Chart::Crosstable(crosstable(l10n, group));
    reply.chart = Some((table, alt(l10n, tournament, group)));
    reply
}

fn head_of(tournament: &Tournament) -> Text {
    Text::new("tournament-head").with("name", tournament.name.marked_up())
}

fn head(tournament: &Tournament, group: &Group<'_>) -> Text {
    Text::new("tournament-group-head")
        .with("name", tournament.name.marked_up())
        .with("group", name(tournament, group))
}

/// The name of a group with that of its tournament, for its thread.
pub fn group_name(l10n: Localizer<'_>, tournament: &Tournament, group: &Group<'_>) -> String {
    let group = name(tournament, group);
    let name = tournament.name.plain(MAX_NAME);
    let name = Text::new("tournament-thread").with("name", name);
    cut(&l10n.tr(&name.with("group", group)), MAX_THREAD_NAME)
}

/// A player's place in a group.
fn standing(group: &Group<'_>, row: &GroupStanding) -> Text {
    let entrant = group.players[row.player];
    let ids = ["tournament-row-withdrawn", "tournament-row"];
    Text::new(either(entrant.withdrawn, ids))
        .with("place", row.rank)
        .with("player", entrant.player)
        .with("points", points(row.half_points))
        .with("berger", quarters(row.sonneborn_berger))
        .with("late", row.losses_on_time)
}

fn crosstable(l10n: Localizer<'_>, group: &Group<'_>) -> Vec<CrosstableRow> {
    let row = |row: &GroupStanding| {
        let entrant = group.players[row.player];
        let others = group.rows.iter();
        let cells = others.map(|other| match group.result(row.player, other.player) {
            Some(PairResult::Won(winner)) if winner == row.player => Cell::Win,
            Some(PairResult::Won(_)) => Cell::Loss,
            Some(PairResult::Drawn) => Cell::Draw,
            Some(PairResult::Unplayed) => Cell::Unplayed,
            Some(PairResult::Pending) | None => Cell::Pending,
        });
        CrosstableRow {
            name: plain_name(l10n, entrant.player, entrant.name.as_ref(), MAX_ALT_NAME),
            withdrawn: entrant.withdrawn,
            cells: cells.collect(),
            points: points(row.half_points),
        }
    };
    group.rows.iter().map(row).collect()
}

/// The crosstable in words.
fn alt(l10n: Localizer<'_>, tournament: &Tournament, group: &Group<'_>) -> String {
    let table = crosstable(l10n, group);
    let mut lines = vec![Text::new("tournament-alt").with("group", name(tournament, group))];
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
            .with("player", other.name.as_str())
        });
        let line = Text::new("tournament-alt-row")
            .with("place", standing.rank)
            .with("player", row.name.as_str())
            .with("points", row.points.clone());
        lines.extend(Text::list(results.collect()).map(|results| line.with("results", results)));
    }
    l10n.lines(lines)
}

/// The message that tells the players of a group, or `one` of them, that their games have begun.
pub fn begun(
    l10n: Localizer<'_>,
    tournament: &Tournament,
    group: &Group<'_>,
    one: Option<PlayerId>,
) -> Reply {
    let mut lines: Vec<Text> = one.map(named).into_iter().collect();
    let begun = Text::new("tournament-begun").with("start", tournament.terms.start.as_ref());
    lines.extend([head(tournament, group), begun]);
    let firsts = group.games.iter().filter(|game| game.is_first());
    lines.extend(firsts.map(|first| {
        Text::new("tournament-game")
            .with("game", first.game.id.to_string())
            .with("first", first.game.players.first)
            .with("second", first.game.players.second)
    }));
    if let Some(card) = group.card()
        && one.is_some()
    {
        lines.push(linked(tournament, card));
    }
    let players = group.players.iter().map(|entrant| entrant.player);
    let pinged = players.filter(|player| one.is_none_or(|one| *player == one));
    Reply::public(l10n.lines(lines)).pinging(pinged)
}

/// A link to a card.
fn linked(tournament: &Tournament, card: MessageId) -> Text {
    Text::new("tournament-link").with("link", link(tournament.venue, card))
}

/// The message that tells everyone who has won.
pub fn tournament_won(l10n: Localizer<'_>, tournament: &Tournament) -> Reply {
    let mut lines = vec![head_of(tournament), won(tournament)];
    lines.extend(tournament.message.map(|card| linked(tournament, card)));
    Reply::public(l10n.lines(lines))
}

/// The standings of all groups with the tie-breaks, newest stage first, and as a file. Who
/// `manages` it can end it while it is running.
pub fn tournament_standings(l10n: Localizer<'_>, tournament: &Tournament, manages: bool) -> Reply {
    let mut lines = vec![head_of(tournament)];
    if tournament.phase == Phase::Over {
        lines.push(won(tournament));
    }
    let may_cancel = manages && tournament.phase == Phase::Running;
    let groups = tournament.groups();
    for group in groups.iter().rev() {
        lines.push(Text::new("tournament-standings-group").with("group", name(tournament, group)));
        lines.extend(group.rows.iter().map(|row| standing(group, row)));
    }
    lines.push(Text::new("tournament-order"));
    lines.extend((groups.len() > 1).then(|| Text::new("tournament-tie")));
    let file = groups.iter().map(|group| alt(l10n, tournament, group));
    let file = file.collect::<Vec<String>>().join("\n\n");
    let alt = l10n.word("tournament-file");
    Reply::private(l10n.lines(lines))
        .with_buttons(card_buttons(l10n, tournament, 0))
        .with_buttons(may_cancel.then(|| cancel(l10n, tournament)))
        .with_file("tournament.txt", file, alt)
}

/// A player's running games of a tournament, with a button to withdraw.
pub fn tournament_games(l10n: Localizer<'_>, tournament: &Tournament, by: PlayerId) -> Reply {
    let own = tournament.games.iter();
    let own = own.filter(|pair| pair.is_of(by) && pair.game.turn.is_some());
    let own: Vec<GameSummary> = own.map(|pair| pair.game.clone()).collect();
    let list = if own.is_empty() {
        Reply::private(l10n.word("tournament-no-games"))
    } else {
        games(l10n, &own, by, None)
    };
    let entrant = tournament.entrant(by);
    let plays = tournament.phase == Phase::Running && entrant.is_some_and(|own| !own.withdrawn);
    let withdraw = CustomId::Tournament(tournament.id, TournamentAction::Withdraw);
    let withdraw = l10n.button(withdraw, "button-withdraw");
    list.with_buttons(plays.then(|| withdraw.styled(Style::Danger)))
}

/// Asks for confirmation of cancelling a tournament.
pub fn cancellation(l10n: Localizer<'_>, tournament: &Tournament) -> Reply {
    let questions = ["tournament-cancel-early", "tournament-cancel"];
    let question = either(tournament.phase == Phase::SignUp, questions);
    let button = |act, label| l10n.button(CustomId::Tournament(tournament.id, act), label);
    Reply::private(l10n.word(question)).with_buttons([
        button(TournamentAction::CancelSurely, "button-cancel-tournament").styled(Style::Danger),
        button(TournamentAction::Standings(0), "button-keep-tournament"),
    ])
}

/// Asks for confirmation of withdrawing from a tournament.
pub fn withdrawal(l10n: Localizer<'_>, tournament: &Tournament) -> Reply {
    let button = |act, label| l10n.button(CustomId::Tournament(tournament.id, act), label);
    let question = Text::new("tournament-withdraw").with("start", tournament.terms.start.as_ref());
    Reply::private(l10n.tr(&question)).with_buttons([
        button(TournamentAction::WithdrawSurely, "button-withdraw").styled(Style::Danger),
        button(TournamentAction::Games, "button-stay"),
    ])
}
