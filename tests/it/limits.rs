//! Commands and replies fit Discord's limits without being cut.

use siwa::app::Replay;
use siwa::discord::view::reply::{Reply, Row};
use siwa::discord::view::{self, Checked, Known, Localizer, Setup};
use siwa::game::{ChannelId, Game, PlayerId};
use siwa::l10n::{L10n, Locale};
use siwa_games::registry::Registry;
use siwa_games::rules::{Diagram, Side};
use siwa_games::text::{Arg, Text};

use super::locales::said;
use super::replies::{self, LONGEST, USUAL, all_otherwise, goes_on, lacks, replies};
use super::table::{NOON, mover, placed, whole};

#[tokio::test]
async fn commands_are_as_discord_takes_them() {
    let play = siwa_playground::Playground::start(Default::default()).await;
    let play = play.unwrap();
    let http = serenity::all::HttpBuilder::new(play.token());
    let http = http
        .proxy(play.api_url())
        .ratelimiter_disabled(true)
        .build();
    http.set_application_id(http.get_current_application_info().await.unwrap().id);
    let commands = siwa::discord::inbound::commands::all(&L10n::default(), Registry::standard());
    http.create_global_commands(&commands).await.unwrap();
}

/// Checks that a text is neither empty nor too long.
fn within(l10n: Localizer<'_>, text: &str, most: usize) {
    let length = text.chars().count();
    let fits = (1..=most).contains(&length);
    assert!(fits, "{}: {length}: {text}", l10n.locale.tag());
}

/// Does this in every language.
fn in_each_language(check: impl Fn(Localizer<'_>)) {
    let l10n = L10n::default();
    for locale in Locale::all() {
        check(Localizer {
            l10n: &l10n,
            locale,
            known: &Known::default(),
        });
    }
}

/// Checks replies in every language. Private ones consist of components only, forty at most.
fn all_fit(replies: impl Fn(Localizer<'_>) -> Vec<Reply>) {
    in_each_language(|l10n| {
        for reply in replies(l10n) {
            let within = |text: &str, most: usize| within(l10n, text, most);
            let alt = |board: &Diagram| l10n.lines(siwa_boards::alt(board, reply.orientation));
            within(&reply.text, if reply.private { 4000 } else { 2000 });
            if let Some(board) = &reply.board {
                within(&alt(board), 1024);
            }
            if let Some(animation) = &reply.animation {
                within(
                    &format!(
                        "{} {}",
                        animation.alt,
                        alt(animation.boards.last().unwrap())
                    ),
                    1024,
                );
            }
            let parts = |row: &Row| match row {
                Row::Buttons(buttons) => 1 + buttons.len(),
                Row::Section { button, .. } => 2 + button.iter().count(),
                Row::Menu { .. } | Row::Channels { .. } => 2,
            };
            let shown = usize::from(reply.board.is_some() || reply.file.is_some());
            if reply.private || reply.has_sections() {
                assert!(1 + shown + reply.rows.iter().map(parts).sum::<usize>() <= 40)
            } else {
                assert!(reply.rows.len() <= 5)
            }
            let mut ids: Vec<String> = Vec::new();
            for row in &reply.rows {
                match row {
                    Row::Section { text, button } => {
                        within(text, 4000);
                        ids.extend(button.iter().map(|button| button.id.to_string()));
                    }
                    Row::Buttons(buttons) => {
                        assert!((1..=5).contains(&buttons.len()));
                        for button in buttons {
                            match &button.emoji {
                                Some(_) => assert!(button.label.chars().count() <= 80),
                                None => within(&button.label, 80),
                            }
                            within(&button.id.to_string(), 100);
                            ids.push(button.id.to_string());
                        }
                    }
                    Row::Channels {
                        id,
                        placeholder,
                        chosen,
                    } => {
                        assert!(chosen.len() <= 25);
                        within(&id.to_string(), 100);
                        ids.push(id.to_string());
                        within(placeholder, 150);
                    }
                    Row::Menu {
                        id,
                        most,
                        placeholder,
                        options,
                    } => {
                        assert!((1..=25).contains(&options.len()));
                        assert!((1..=options.len()).contains(&usize::from(*most)));
                        within(&id.to_string(), 100);
                        ids.push(id.to_string());
                        within(placeholder, 150);
                        for option in options {
                            within(&option.label, 100);
                            within(&option.value, 100);
                            within(option.description.as_deref().unwrap_or("-"), 100);
                        }
                    }
                }
            }
            let all = ids.len();
            ids.sort();
            ids.dedup();
            assert_eq!(ids.len(), all, "{ids:?}");
        }
    });
}

#[test]
fn the_words_on_buttons_fit_on_a_phone() {
    in_each_language(|l10n| {
        let mut buttons = said(l10n.locale);
        buttons.retain(|id, _| id.starts_with("button-"));
        for (id, said) in buttons {
            let mut label = Text::new(id.leak());
            for number in said.variables {
                label = label.with(number.leak(), Arg::Number(99));
            }
            within(l10n, &l10n.tr(&label), 25);
        }
    });
}

#[test]
fn the_help_fits_on_a_screen() {
    in_each_language(|l10n| {
        for (_, guild) in replies::guilds() {
            let help = view::help(l10n, replies::usual(), guild).text;
            // Discord shows these signs as a form.
            let lines = help
                .lines()
                .map(|line| line.trim_start_matches(['#', '-', ' ']));
            let read: String = lines
                .map(|line| line.replace(['*', '`'], "") + "\n")
                .collect();
            within(l10n, read.trim(), 900);
        }
    });
}

#[test]
fn every_reply_fits_into_a_message_and_its_board_into_an_alternative_text() {
    all_fit(|l10n| {
        let said = [USUAL, LONGEST]
            .into_iter()
            .flat_map(|cast| replies(l10n, &cast));
        let mut all: Vec<Reply> = said.map(|(_, reply)| reply).collect();
        for rules in Registry::standard().games() {
            for variant in rules.info().variants {
                for clause in rules.clauses(variant) {
                    all.push(view::rules(l10n, rules, variant, Some(clause.id)));
                }
            }
        }
        all
    });
}

#[test]
fn the_alternative_texts_of_a_long_game_are_complete() {
    let mut games = Vec::new();
    for (variant, seed) in [
        ("seega-9-lugo", 3),
        ("seega-9-french", 3),
        ("gyges-leroy", 1),
    ] {
        let (moves, _) = whole(variant, seed);
        let given_up = "[Result \"first\"]\n[Termination \"resignation\"]\n";
        for end in (0..moves.len()).step_by(9).chain([40, moves.len()]) {
            let moves = &moves[..end];
            let record = replies::record(variant, moves, given_up);
            let record = record.or_else(|| replies::record(variant, moves, ""));
            games.push(Replay {
                game: LONGEST.game(variant, moves),
                record: record.unwrap(),
                by: PlayerId(9),
            });
        }
    }
    let full = |game: &Game| game.diagram().pieces.len() == 80;
    assert!(games.iter().any(|replay| full(&replay.game)));
    all_fit(|l10n| {
        let told = games.iter().flat_map(|replay| {
            let game = &replay.game;
            let words = view::words(l10n, game, game.player(Side::Second));
            let animation = view::animation(l10n, replay, 0);
            [view::turn(l10n, game, None), words, animation]
        });
        told.collect()
    });
}

#[test]
fn every_panel_fits() {
    let games = [
        ("seega-5-classic", 100),
        ("seega-9-modern", 100),
        ("seega-9-classic", 0),
        ("seega-9-classic", 20),
        ("gyges-gates", 0),
        ("gyges-cosmoludo", 0),
    ];
    let games = games.map(|(variant, turns)| {
        let moves = if variant.starts_with("seega") {
            placed(variant, 2)
        } else {
            Vec::new()
        };
        LONGEST.game(variant, &moves[..moves.len().min(turns)])
    });
    all_fit(|l10n| {
        let mut panels = Vec::new();
        for game in &games {
            let mut waiting = vec![String::new()];
            let before = panels.len();
            // Some of the possible choices, to the end.
            while let Some(typed) = waiting.pop() {
                let panel = view::panel(l10n, game, mover(game), &typed, None, false).unwrap();
                let next = goes_on(&panel);
                let some = next.iter().step_by(next.len().div_ceil(2).max(1));
                waiting.extend(some.cloned());
                panels.push(panel);
            }
            assert!(panels.len() > before + 2);
        }
        panels
    });
}

#[test]
fn missing_permissions_of_many_channels_fit_into_a_message() {
    // The most channels that can be chosen, and the interaction's channel.
    let channels: Vec<ChannelId> = (0..26).map(|it| ChannelId(u64::MAX - it)).collect();
    let all = lacks();
    let lacking = |lacks: fn(usize) -> usize| {
        let missing = |(number, channel): (usize, &ChannelId)| {
            let lacks = (0..6).filter(|bit| lacks(number) >> bit & 1 == 1);
            (*channel, Some(lacks.map(|bit| all[bit]).collect()))
        };
        Setup {
            checked: Some(Checked {
                channels: channels.iter().enumerate().map(missing).collect(),
                silenced_until: None,
            }),
            ..all_otherwise(channels[..25].to_vec())
        }
    };
    // Each channel lacks something else, as far as possible; and the case with the most lines and
    // links: three permissions that games need, in each combination, and in all other channels
    // neither threads nor the history.
    let different = lacking(|number| number + 1);
    let most = lacking(|number| match number {
        0..7 => number + 1,
        _ => 0b10_0000 | (1 + number % 3) << 3,
    });
    all_fit(|l10n| {
        [&different, &most]
            .map(|it| view::setup(l10n, it, NOON))
            .into()
    });
}

#[test]
fn the_placeholder_of_the_page_fits_on_a_phone() {
    for locale in Locale::all() {
        for (_, text) in L10n::default().all_with_prefix(locale, "page-write") {
            // The box is 200 pixels wide on a screen of 320.
            assert!(text.chars().count() <= 24, "{}: {text}", locale.tag());
        }
    }
}
