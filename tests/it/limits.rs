//! What Discord takes, as it is and without anything being cut: commands and replies.

use siwa::discord::view::reply::{Reply, Row};
use siwa::discord::view::{self, Voice};
use siwa::game::{Game, PlayerId};
use siwa::l10n::{L10n, Locale};
use siwa::registry::Registry;
use siwa::render;
use siwa::rules::{Diagram, Side};

use super::replies::{self, LONGEST, USUAL, replies};
use super::table::{mover, placed, whole};

#[cfg(feature = "playground")]
#[tokio::test]
async fn commands_are_as_discord_takes_them() {
    let play = siwa::playground::Playground::start(Default::default()).await;
    let play = play.unwrap();
    let http = serenity::all::HttpBuilder::new(play.token());
    let http = http
        .proxy(play.api_url())
        .ratelimiter_disabled(true)
        .build();
    http.set_application_id(http.get_current_application_info().await.unwrap().id);
    let commands = siwa::discord::inbound::commands::all(&L10n::new(), Registry::standard());
    http.create_global_commands(&commands).await.unwrap();
}

/// Checks replies in every language, each with the most characters that its text may have.
fn all_fit(replies: impl Fn(Voice<'_>) -> Vec<(Reply, usize)>) {
    let l10n = L10n::new();
    for locale in Locale::ALL {
        let voice = Voice {
            l10n: &l10n,
            locale,
        };
        for (reply, longest) in replies(voice) {
            let within = |text: &str, most: usize| {
                let length = text.chars().count();
                let fits = (1..=most).contains(&length);
                assert!(fits, "{}: {length}: {text}", locale.tag());
            };
            let alt = |board: &Diagram| voice.lines(&render::alt(board, reply.orientation));
            within(&reply.text, longest);
            if let Some(board) = &reply.board {
                within(&alt(board), 1024);
            }
            if let Some(film) = &reply.film {
                within(
                    &format!("{} {}", film.alt, alt(film.boards.last().unwrap())),
                    1024,
                );
            }
            assert!(reply.rows.len() <= 5);
            for row in &reply.rows {
                match row {
                    Row::Buttons(buttons) => {
                        assert!((1..=5).contains(&buttons.len()));
                        for button in buttons {
                            within(&button.label, 80);
                            within(&button.id.to_string(), 100);
                        }
                    }
                    Row::Menu {
                        id,
                        placeholder,
                        options,
                    } => {
                        assert!((1..=25).contains(&options.len()));
                        within(&id.to_string(), 100);
                        within(placeholder, 150);
                        for option in options {
                            within(&option.label, 100);
                            within(&option.value, 100);
                            within(option.description.as_deref().unwrap_or("-"), 100);
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn every_reply_fits_into_a_message_and_its_board_into_an_alternative_text() {
    all_fit(|voice| {
        let said = [USUAL, LONGEST]
            .into_iter()
            .flat_map(|cast| replies(voice, &cast));
        // What is too long for a text goes into an embed.
        let longest = |head: &str| {
            if head.starts_with("games") {
                4096
            } else {
                2000
            }
        };
        let mut all: Vec<_> = said.map(|(head, reply)| (reply, longest(&head))).collect();
        for rules in Registry::standard().games() {
            for variant in rules.info().variants {
                for clause in rules.clauses(variant) {
                    all.push((view::rules(voice, rules, variant, Some(clause.id)), 2000));
                }
            }
        }
        all
    });
}

#[test]
fn every_board_of_a_long_game_and_its_animation_are_told_whole() {
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
            games.push((LONGEST.game(variant, moves), record.unwrap()));
        }
    }
    let full = |game: &Game| game.diagram().pieces.len() == 80;
    assert!(games.iter().any(|(game, _)| full(game)));
    all_fit(|voice| {
        let told = games.iter().flat_map(|(game, record)| {
            let words = view::words(voice, game, game.player(Side::Second));
            let film = view::film(voice, game, record, 0, PlayerId(9));
            [view::turn(voice, game, None), words, film]
        });
        told.map(|reply| (reply, 2000)).collect()
    });
}

#[test]
fn every_panel_fits() {
    let games = [
        ("seega-5-classic", 100),
        ("seega-9-modern", 100),
        ("seega-9-classic", 0),
        ("seega-9-classic", 20),
    ];
    let games = games.map(|(variant, turns)| {
        let moves = placed(variant, 2);
        LONGEST.game(variant, &moves[..moves.len().min(turns)])
    });
    all_fit(|voice| {
        let mut panels = Vec::new();
        for game in &games {
            let (mut waiting, before) = (vec![String::new()], panels.len());
            // Some of what can be chosen, to the end.
            while let Some(typed) = waiting.pop() {
                let panel = view::panel(voice, game, mover(game), &typed).unwrap();
                for row in &panel.rows {
                    if let Row::Menu { options, .. } = row {
                        let some = options.iter().step_by(options.len().div_ceil(2));
                        waiting.extend(some.map(|option| option.value.clone()));
                    }
                }
                panels.push((panel, 2000));
            }
            assert!(panels.len() > before + 2);
        }
        panels
    });
}
