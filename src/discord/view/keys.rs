//! The buttons and menus of a panel: the board itself if it is small enough, else the possible
//! choices, grouped by kind.

use std::cmp::Reverse;

use super::{
    Button, Can, Choice, CustomId, Emoji, Localizer, MAX_CHOICES, Row, Style, Text, either,
};
use crate::discord::custom_id::{MoveAction, MoveTarget};
use siwa_games::registry::{Completion, GameState, Step, To};
use siwa_games::rules::grammar::compact;
use siwa_games::rules::{Diagram, GameInfo, Side, Square, Stage, key_of};

/// The most squares along an edge of a board that is shown as a grid of buttons.
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
    let label = if completion.whole {
        completion.display
    } else {
        format!("{} {MORE}", completion.display)
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
    /// Returns whether nothing may say what a move captures or wins.
    pub(super) fn conceals(&self) -> bool {
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
            let shown = if placing { None } else { step };
            let emoji = self.emoji_at(at, shown);
            let label = either(emoji.is_some(), [String::new(), at.to_string()]);
            Button {
                emoji,
                style: shown.map_or(Style::Secondary, |step| self.style(step)),
                enabled: step.is_some(),
                ..Button::new(self.entry.choose(&text), label)
            }
        };
        let row = |rank: u8| {
            let squares = (0..diagram.size).filter_map(|file| Square::new(file, rank));
            squares.map(key).collect()
        };
        let mut board: Vec<Vec<Button>> = (0..diagram.size).rev().map(row).collect();
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
        let fits = diagram.size <= GRID && diagram.goals.is_empty();
        fits && !steps.is_empty() && steps.iter().all(squares)
    }

    /// The possible steps: goals, squares, squares whose piece must be displaced, and others. Squares
    /// are in the order in which they are seen. A puzzle shows a goal only after its piece is chosen.
    pub(super) fn lists(&self) -> Vec<Row> {
        let of = |wanted: fn(&To) -> bool| -> Vec<&Step> {
            let mut found: Vec<&Step> = self.steps.iter().filter(|step| wanted(&step.to)).collect();
            found.sort_by_key(|step| self.seen(step));
            found
        };
        let mut goals = of(|to| *to == To::Goal);
        goals.retain(|_| !self.entry.conceals() || !self.typed.is_empty());
        let plain = of(|to| matches!(to, To::Square(_)));
        let displacing = of(|to| matches!(to, To::Displacing(_)));
        let buttons = |goals: &[&Step]| goals.iter().map(|step| self.goal(step)).collect();
        let mut rows: Vec<Row> = goals.chunks(WIDE).map(buttons).map(Row::Buttons).collect();
        let first = self.typed.is_empty();
        // A placement on two squares can be chosen in one menu.
        let places = self.entry.state.stage() == Stage::Placement;
        let two = first && places && plain.iter().all(|pattern| !pattern.whole);
        let kind = match (first, two) {
            (_, true) => "panel-two-squares",
            (true, _) => "panel-piece",
            _ => "panel-to",
        };
        self.add(&plain, kind, if two { 2 } else { 1 }, &mut rows);
        self.add(&displacing, "panel-displace", 1, &mut rows);
        if self.steps.is_empty() {
            self.words(&mut rows);
        }
        rows
    }

    /// The button for a step into a goal.
    fn goal(&self, step: &Step) -> Button {
        let from = step.text.split('-').next().unwrap_or_default();
        let label = Text::new("button-goal").with("from", from);
        let style = either(self.entry.conceals(), [Style::Primary, Style::Success]);
        Button::new(self.entry.choose(&step.text), self.l10n.tr(&label)).styled(style)
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
        either(self.takes(step) > 0, [Style::Success, Style::Primary])
    }

    /// Adds squares: few as buttons, many in menus, rank by rank.
    fn add(&self, steps: &[&Step], kind: &'static str, most: u8, rows: &mut Vec<Row>) {
        if steps.len() <= FEW && most == 1 {
            // Rows of about equal length.
            let count = steps.len().div_ceil(NAMED).max(1);
            for steps in steps.chunks(steps.len().div_ceil(count).max(1)) {
                let buttons = steps.iter().map(|step| self.key(step));
                rows.push(Row::Buttons(buttons.collect()));
            }
            return;
        }
        let menus = by_ranks(steps);
        let is_single = menus.len() == 1;
        for mut steps in menus {
            let placeholder = with_ranks(Text::new(kind), &steps, is_single);
            steps.sort_by_key(|step| Reverse(self.takes(step)));
            rows.push(Row::Menu {
                id: self.entry.menu(rows.len().to_string()),
                most: most.min(u8::try_from(steps.len()).unwrap_or(most)),
                placeholder: self.l10n.tr(&placeholder),
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
            style: self.style(step),
            ..Button::new(self.entry.choose(&step.text), label)
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
        let from = *self.entry.state.named(self.typed).last()?;
        let way = (0..4).find(|way| from.step(*way) == Some(to))?;
        let seen = match self.entry.from {
            Side::First => way,
            Side::Second => (way + 2) % 4,
        };
        Some(['↑', '→', '↓', '←'][usize::from(seen)])
    }

    /// Steps that are not squares: patterns, with the player's own first, also while one is shown, or
    /// else words.
    fn words(&self, rows: &mut Vec<Row>) {
        let state = self.entry.state;
        let whole = state.read(self.typed).is_ok();
        let mut patterns = Vec::new();
        if self.typed.is_empty() || whole {
            patterns = state.patterns();
        }
        let surprise = self.surprise(&patterns);
        if let Some(own) = self.entry.usual
            && !patterns.is_empty()
            && let Ok(own) = state.read(own)
        {
            patterns.retain(|pattern| *pattern != own.text);
            patterns.insert(0, own.text);
        }
        patterns.truncate(MAX_CHOICES);
        let described = |text: &str| state.label(text).map(|label| self.l10n.tr(&label));
        if !patterns.is_empty() {
            let id = self.entry.menu("patterns".to_owned());
            let patterns = patterns.into_iter().map(|text| {
                let label = described(&text).unwrap_or_else(|| text.clone());
                Choice::new(label, text)
            });
            rows.push(self.l10n.menu(id, "panel-pattern", patterns.collect()));
        } else if !whole {
            let words = state.complete(self.typed, MAX_CHOICES).into_iter();
            let words = words.map(|option| Choice {
                description: described(&option.text),
                ..continuation(option)
            });
            let words: Vec<Choice> = words.collect();
            if !words.is_empty() {
                let id = self.entry.menu("words".to_owned());
                rows.push(self.l10n.menu(id, "panel-choose", words));
            }
        }
        rows.extend(surprise.map(|button| Row::Buttons(vec![button])));
    }

    /// The button that chooses one of the patterns by lot: another one at each turn and choice.
    fn surprise(&self, patterns: &[String]) -> Option<Button> {
        let seeds = self.entry.play(self.typed).to_string();
        let seeds: Vec<u64> = seeds.bytes().map(u64::from).collect();
        let others = patterns.iter().filter(|pattern| *pattern != self.typed);
        let others: Vec<&String> = others.collect();
        let drawn = key_of(&seeds).checked_rem(others.len() as u64)?;
        let id = self.entry.choose(others[drawn as usize]);
        let button = self.l10n.button(id, "button-surprise");
        button.id.fits().then(|| button.styled(Style::Primary))
    }
}

/// The rank of a step's square, as people number it.
fn rank(step: &Step) -> u8 {
    step.to.square().map_or(0, |at| at.rank() + 1)
}

/// A text about the squares of these steps, which are sorted by rank: the numbers of their ranks, and
/// how many these are, but 0 for `all` squares.
fn with_ranks(text: Text, steps: &[&Step], all: bool) -> Text {
    let top = rank(steps[0]);
    let bottom = rank(steps[steps.len() - 1]);
    let first = top.min(bottom);
    let last = top.max(bottom);
    let ranks = if first == last {
        first.to_string()
    } else {
        format!("{first}–{last}")
    };
    let count = if all { 0 } else { u32::from(last - first) + 1 };
    text.with("ranks", ranks).with("count", count)
}

/// Squares, sorted by rank, in groups of neighbouring ranks, each small enough for a menu.
fn by_ranks<'a>(steps: &[&'a Step]) -> Vec<Vec<&'a Step>> {
    // A menu gets as many whole ranks as fit.
    let mut groups: Vec<Vec<&Step>> = Vec::new();
    for own in steps.chunk_by(|one, other| rank(one) == rank(other)) {
        match groups.last_mut() {
            Some(group) if group.len() + own.len() <= MAX_CHOICES => group.extend(own),
            _ => groups.push(own.to_vec()),
        }
    }
    groups
}
