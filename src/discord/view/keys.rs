//! The buttons and menus of a panel: the board itself if it is small enough, else the possible
//! choices, grouped by kind.

use std::cmp::Reverse;
use std::ops::RangeInclusive;

use super::{Can, Localizer};
use crate::discord::custom_id::{CustomId, MoveAction, MoveTarget};
use crate::discord::view::reply::{Button, Choice, Emoji, MAX_CHOICES, Row, Style};
use siwa_games::registry::{Completion, GameState, Step, To};
use siwa_games::rules::grammar::compact;
use siwa_games::rules::{Diagram, GameInfo, Side, Square, Stage, key_of};
use siwa_games::text::Text;

/// The most files or ranks of a board that is shown as a grid of buttons.
const GRID: u8 = 5;
/// The buttons in a row.
const WIDE: usize = 5;
/// The buttons with a name and a picture that fit into a row on a phone.
const NAMED: usize = 4;
/// The most squares that are shown as buttons outside of a grid; more are in menus.
const FEW: usize = 2 * NAMED;

/// Ends the label of a choice that is only a part of a move.
pub const MORE: char = '…';

/// A legal continuation as a choice.
pub fn continuation(completion: Completion) -> Choice {
    let label = match completion.whole {
        true => completion.display,
        false => format!("{} {MORE}", completion.display),
    };
    Choice::new(label, completion.text)
}

/// A position in which a move is entered, and the move's target.
#[derive(Clone, Copy)]
pub(super) struct Entry<'a> {
    pub(super) target: MoveTarget,
    pub(super) info: &'a GameInfo,
    pub(super) state: &'a dyn GameState,
    pub(super) from: Side,
    /// The player's opening in an earlier game, if moves are chosen from patterns.
    pub(super) usual: Option<&'a str>,
    /// Whether a small board is menus as well.
    pub(super) menus: bool,
}

impl Entry<'_> {
    /// Returns whether no button may say what its move captures or wins.
    fn conceals(&self) -> bool {
        matches!(self.target, MoveTarget::Puzzle(..))
    }

    /// The custom id of a button that chooses a part of a move.
    pub(super) fn choose(&self, text: &str) -> CustomId {
        CustomId::Move(self.target, MoveAction::Panel(compact(text)))
    }

    /// The custom id of a menu whose choices are parts of moves.
    pub(super) fn menu(&self, name: String) -> CustomId {
        CustomId::Move(self.target, MoveAction::Menu(name))
    }

    /// The custom id of a button that chooses a whole move.
    pub(super) fn play(&self, text: &str) -> CustomId {
        CustomId::Move(self.target, MoveAction::Play(compact(text)))
    }
}

/// The input for a panel's buttons and menus.
pub(super) struct Keys<'a> {
    pub(super) l10n: Localizer<'a>,
    pub(super) entry: Entry<'a>,
    /// The choices so far.
    pub(super) typed: &'a str,
    /// The board after the choices so far.
    pub(super) diagram: &'a Diagram,
    /// The possible next steps.
    pub(super) steps: &'a [Step],
}

impl Keys<'_> {
    /// The board as buttons, with possible steps enabled and coloured; `None` if it is too large,
    /// if other steps than squares are possible, or if the person prefers menus. While pieces are
    /// placed nearly every empty square is possible: those are not coloured, so that the pieces
    /// stand out.
    pub(super) fn grid(&self) -> Option<Vec<Row>> {
        let Self { diagram, steps, .. } = self;
        if self.entry.menus || !self.fits_grid() {
            return None;
        }
        let placing = self.entry.state.stage() == Stage::Placement;
        let key = |at: Square| {
            let step = steps.iter().find(|step| step.to == To::Square(at));
            // Disabled buttons get unique ids that are no moves.
            let text = step.map_or_else(|| format!("?{at}"), |step| step.text.clone());
            let emoji = self.emoji_at(at, step.filter(|_| !placing));
            let label = match emoji {
                Some(_) => String::new(),
                None => at.to_string(),
            };
            let style = match step {
                Some(step) if !placing => self.style(step),
                _ => Style::Secondary,
            };
            Button {
                emoji,
                enabled: step.is_some(),
                ..Button::new(self.entry.choose(&text), label, style)
            }
        };
        let (files, ranks) = (0..diagram.files, (0..diagram.ranks).rev());
        let mut board: Vec<Vec<Button>> = ranks
            .map(|rank| {
                let row = files.clone().filter_map(|file| Square::new(file, rank));
                row.map(key).collect()
            })
            .collect();
        if self.entry.from == Side::Second {
            board.reverse();
            board.iter_mut().for_each(|row| row.reverse());
        }
        Some(board.into_iter().map(Row::Buttons).collect())
    }

    /// Returns whether the board can be shown as buttons: it is small, and all possible steps are
    /// squares.
    pub(super) fn fits_grid(&self) -> bool {
        let Self { diagram, steps, .. } = self;
        let squares = |step: &Step| matches!(step.to, To::Square(_));
        let fits = diagram.files <= GRID && diagram.ranks <= GRID && diagram.goals.is_empty();
        fits && !steps.is_empty() && steps.iter().all(squares)
    }

    /// The possible steps: goals, squares, squares whose piece must be displaced, and others. Squares
    /// are in the order in which they are seen. A puzzle shows a goal only after its piece is chosen.
    pub(super) fn lists(&self) -> Vec<Row> {
        let of = |wanted: fn(&To) -> bool| -> Vec<&Step> {
            let wanted = self.steps.iter().filter(|step| wanted(&step.to));
            let mut found: Vec<&Step> = wanted.collect();
            found.sort_by_key(|step| self.seen(step));
            found
        };
        let mut goals = of(|to| *to == To::Goal);
        goals.retain(|_| !self.entry.conceals() || !self.typed.is_empty());
        let plain = of(|to| matches!(to, To::Square(_)));
        let displacing = of(|to| matches!(to, To::Displacing(_)));
        let mut rows: Vec<Row> = Vec::new();
        for goals in goals.chunks(WIDE) {
            let goals = goals.iter().map(|step| self.goal(step));
            rows.push(Row::Buttons(goals.collect()));
        }
        let first = self.typed.is_empty();
        // A placement on two squares can be chosen in one menu.
        let places = self.entry.state.stage() == Stage::Placement;
        let two = first && places && plain.iter().all(|it| !it.whole);
        let kinds = match (first, two) {
            (_, true) => ("panel-two-squares", "panel-two-squares-of"),
            (true, _) => ("panel-piece", "panel-piece-of"),
            _ => ("panel-to", "panel-to-of"),
        };
        self.add(&plain, kinds, if two { 2 } else { 1 }, &mut rows);
        let kinds = ("panel-displace", "panel-displace-of");
        self.add(&displacing, kinds, 1, &mut rows);
        if self.steps.is_empty() {
            self.words(&mut rows);
        }
        rows
    }

    /// The button for a step into a goal.
    fn goal(&self, step: &Step) -> Button {
        let from = step.text.split('-').next().unwrap_or_default();
        let label = Text::new("button-goal").with("from", from);
        let style = match self.entry.conceals() {
            true => Style::Primary,
            false => Style::Success,
        };
        Button::new(self.entry.choose(&step.text), self.l10n.tr(&label), style)
    }

    /// The place of a step's square in the picture, row by row from the top left.
    fn seen(&self, step: &Step) -> Option<(u8, u8)> {
        let at = step.to.square()?;
        Some(match self.entry.from {
            Side::First => (u8::MAX - at.rank(), at.file()),
            Side::Second => (at.rank(), u8::MAX - at.file()),
        })
    }

    /// The captures that a step may show.
    fn takes(&self, step: &Step) -> usize {
        if self.entry.conceals() { 0 } else { step.takes }
    }

    /// The style of a button for a part of a move: captures are highlighted.
    fn style(&self, step: &Step) -> Style {
        match self.takes(step) {
            0 => Style::Primary,
            _ => Style::Success,
        }
    }

    /// Adds squares: few as buttons, many in menus, rank by rank.
    fn add(
        &self,
        steps: &[&Step],
        (all, some): (&'static str, &'static str),
        most: u8,
        rows: &mut Vec<Row>,
    ) {
        if steps.len() <= FEW && most == 1 {
            // Rows of about equal length.
            let count = steps.len().div_ceil(NAMED).max(1);
            for steps in steps.chunks(steps.len().div_ceil(count).max(1)) {
                rows.push(Row::Buttons(steps.iter().map(|it| self.key(it)).collect()));
            }
            return;
        }
        let mut menus = by_ranks(steps);
        for (_, steps) in &mut menus {
            steps.sort_by_key(|step| Reverse(self.takes(step)));
        }
        let single = menus.len() == 1;
        for (ranks, steps) in menus {
            let id = self.entry.menu(rows.len().to_string());
            let placeholder = match single {
                true => self.l10n.word(all),
                false => self.l10n.tr(&Text::new(some)
                    .with("ranks", from_to(&ranks))
                    .with("count", ranks.count())),
            };
            rows.push(Row::Menu {
                id,
                most: most.min(u8::try_from(steps.len()).unwrap_or(most)),
                placeholder,
                options: steps.iter().map(|step| self.choice(step)).collect(),
            });
        }
    }

    fn key(&self, step: &Step) -> Button {
        let at = step.to.square();
        let mut label = self.name(step);
        if let Some(arrow) = at.and_then(|at| self.direction(at)) {
            label = format!("{arrow} {label}");
        }
        Button {
            emoji: at.and_then(|at| self.emoji_at(at, Some(step))),
            ..Button::new(self.entry.choose(&step.text), label, self.style(step))
        }
    }

    fn choice(&self, step: &Step) -> Choice {
        let described = self.entry.state.label(&step.text);
        let described = described.filter(|_| self.takes(step) == step.takes);
        Choice {
            emoji: step.to.square().and_then(|at| self.emoji_at(at, None)),
            description: described.map(|label| self.l10n.tr(&label)),
            ..Choice::new(self.name(step), step.text.clone())
        }
    }

    /// The square, and the number of pieces that a move to it captures.
    fn name(&self, step: &Step) -> String {
        let square = step.to.square().map(|at| at.to_string());
        let square = square.unwrap_or_default();
        match self.takes(step) {
            0 => square,
            takes => format!("{square} ×{takes}"),
        }
    }

    /// The piece on a square, from which a step may be possible.
    fn emoji_at(&self, at: Square, step: Option<&Step>) -> Option<Emoji> {
        let piece = self.diagram.piece(at)?;
        let can = match step.map(|step| self.takes(step)) {
            None => Can::Nothing,
            Some(0) => Can::Move,
            Some(_) => Can::Capture,
        };
        Some(self.l10n.known.emoji(piece, can))
    }

    /// An arrow from the last chosen square to a neighbour, as the player sees the board.
    fn direction(&self, to: Square) -> Option<char> {
        let typed = self.entry.state.named(self.typed);
        let from = *typed.last()?;
        let way = (0..4).find(|way| from.step(*way) == Some(to))?;
        let seen = match self.entry.from {
            Side::First => way,
            Side::Second => (way + 2) % 4,
        };
        Some(['↑', '→', '↓', '←'][usize::from(seen)])
    }

    /// Steps that are not squares: patterns, with the player's own first, also while one is shown,
    /// and words.
    fn words(&self, rows: &mut Vec<Row>) {
        let state = self.entry.state;
        let whole = state.read(self.typed).is_ok();
        let mut patterns = match self.typed.is_empty() || whole {
            true => state.patterns(),
            false => Vec::new(),
        };
        let surprise = self.surprise(&patterns);
        let own = self.entry.usual.filter(|_| !patterns.is_empty());
        if let Some(own) = own.and_then(|own| state.read(own).ok()) {
            patterns.retain(|pattern| *pattern != own.text);
            patterns.insert(0, own.text);
        }
        patterns.truncate(MAX_CHOICES);
        let patterns = patterns.into_iter();
        let patterns = patterns.map(|text| match state.label(&text) {
            Some(label) => Choice {
                description: Some(text.clone()),
                ..Choice::new(self.l10n.tr(&label), text)
            },
            None => Choice::new(text.clone(), text),
        });
        let words = state.complete(self.typed, MAX_CHOICES).into_iter();
        let words = words.filter(|_| !whole).map(|option| Choice {
            description: state.label(&option.text).map(|label| self.l10n.tr(&label)),
            ..continuation(option)
        });
        let mut add = |name: &str, placeholder, options: Vec<Choice>| {
            if !options.is_empty() {
                let id = self.entry.menu(name.to_owned());
                rows.push(self.l10n.menu(id, placeholder, options));
            }
        };
        add("patterns", "panel-pattern", patterns.collect());
        add("words", "panel-choose", words.collect());
        rows.extend(surprise.map(|button| Row::Buttons(vec![button])));
    }

    /// The button that chooses one of the patterns by lot: another one at each turn and choice.
    fn surprise(&self, patterns: &[String]) -> Option<Button> {
        let seeds = self.entry.play(self.typed).to_string();
        let seeds: Vec<u64> = seeds.bytes().map(u64::from).collect();
        let others: Vec<&String> = patterns.iter().filter(|it| *it != self.typed).collect();
        let drawn = key_of(&seeds).checked_rem(others.len() as u64)?;
        let id = self.entry.choose(others[drawn as usize]);
        let button = self.l10n.button(id, "button-surprise", Style::Primary);
        Some(button).filter(|button| button.id.fits())
    }
}

/// A range of ranks, which are numbered from 0.
fn from_to(ranks: &RangeInclusive<u8>) -> String {
    let (first, last) = (ranks.start() + 1, ranks.end() + 1);
    match first == last {
        true => first.to_string(),
        false => format!("{first}–{last}"),
    }
}

/// Squares, sorted by rank, in groups of neighbouring ranks, each small enough for a menu.
fn by_ranks<'a>(steps: &[&'a Step]) -> Vec<(RangeInclusive<u8>, Vec<&'a Step>)> {
    let rank = |step: &Step| step.to.square().map_or(0, Square::rank);
    // A menu gets as many whole ranks as fit.
    let mut groups: Vec<(RangeInclusive<u8>, Vec<&Step>)> = Vec::new();
    for own in steps.chunk_by(|one, other| rank(one) == rank(other)) {
        let number = rank(own[0]);
        match groups.last_mut() {
            Some((ranks, group)) if group.len() + own.len() <= MAX_CHOICES => {
                *ranks = number.min(*ranks.start())..=number.max(*ranks.end());
                group.extend(own);
            }
            _ => groups.push((number..=number, own.to_vec())),
        }
    }
    groups
}
