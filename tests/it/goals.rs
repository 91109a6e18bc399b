//! The goal of Seega in one sentence, wherever a newcomer looks, in every language.

use siwa::discord::view::{self, Known, Localizer};
use siwa::l10n::{L10n, Locale};
use siwa_games::registry::Registry;

use super::replies::{self, USUAL};
use super::table::placed;

#[test]
fn the_goal_is_told_on_the_page_the_first_boards_the_help_and_first_in_the_rules() {
    let l10n = L10n::default();
    let known = Known::default();
    let moves = placed("seega-5-classic", 2);
    for locale in Locale::all() {
        let l10n = Localizer {
            l10n: &l10n,
            locale,
            known: &known,
        };
        let goal = l10n.word("seega-goal");
        assert!(l10n.word("page-goal").contains(&goal));
        for (_, guild) in replies::guilds() {
            let help = view::help(l10n, replies::usual(), guild);
            assert!(help.text.contains(&goal), "{}", help.text);
            // Three steps come first, as in every language.
            for (step, line) in ["1. ", "2. ", "3. "].iter().zip(help.text.lines().skip(3)) {
                assert!(line.starts_with(step), "{}", help.text);
            }
        }
        for rules in Registry::standard().games() {
            let info = rules.info();
            for variant in info.variants {
                let shown = view::rules(l10n, rules, variant, None);
                let first = shown.text.lines().nth(1).unwrap();
                assert!(first.contains(&l10n.word(info.goal)), "{first}");
            }
        }
        // The first board of each player, and no other one.
        for (turns, tells) in [(0, true), (1, true), (2, false)] {
            let board = view::turn(l10n, &USUAL.game("seega-5-classic", &moves[..turns]), None);
            assert_eq!(board.text.contains(&goal), tells, "{}", board.text);
        }
    }
}
