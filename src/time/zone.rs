//! Time zones, from the IANA database that is compiled in.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

use jiff::ToSpan as _;
use jiff::civil::{Date, Time};
use jiff::tz::{Offset, TimeZone, db};
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use super::{Seconds, Timestamp};

/// The places by whose names a zone is found; made by `make.py` beside it.
const PLACES: &str = include_str!("../../assets/places/places.txt");

/// How many words of a typed place are read.
const MAX_WORDS: usize = 8;

/// The words before a place: `heure de Paris`.
const PREPOSITIONS: [&str; 12] = [
    "a", "at", "au", "da", "de", "do", "em", "en", "from", "in", "near", "of",
];

/// How people write the signs of an offset.
const PLUS: [&str; 5] = ["+", "PLUS", "MAS", "MáS", "MAIS"];
const MINUS: [&str; 4] = ["-", "MINUS", "MENOS", "MOINS"];

/// A time zone, such as `Europe/Lisbon`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone(TimeZone);

impl Default for Zone {
    /// UTC.
    fn default() -> Self {
        Self(TimeZone::UTC)
    }
}

impl Zone {
    /// The time zone of that name, in any case of letters.
    pub fn read(name: &str) -> Option<Self> {
        db().get(name).ok().map(Self)
    }

    /// The time zones that a typed place or offset may mean, those of more people first; at most
    /// `most`. A place is a city, a state, a country, an abbreviation such as `PST` or a zone of the
    /// database, and may be followed by the region that it lies in.
    pub fn find(typed: &str, now: Timestamp, most: usize) -> Matches {
        let known = Self::read(&typed.trim().replace(' ', "_"));
        let mut found = if let Some(known) = known
            && typed.contains('/')
        {
            // An older name of a zone is known as the name of a place.
            let mut current = Self::of_places(|name| name == plain(typed));
            Matches::sure(vec![current.pop().unwrap_or(known)])
        } else if let Some((offset, words)) = read_offset(typed) {
            let there = Matches::sure(Self::with_offset(offset, now));
            match plain(&words) {
                none if none.is_empty() => there,
                _ => Self::of_text(&words).narrowed(there),
            }
        } else {
            Self::of_text(typed)
        };
        // `no` and `or` are words, and `NO` may be Norway or New Orleans.
        found.is_sure &= typed.trim().chars().count() > 2;
        if found.zones.len() > most {
            // The last of those with an offset is the fixed one.
            found.zones.drain(most - 1..found.zones.len() - 1);
        }
        found
    }

    /// The time zones of the first words that are a place; or else of those behind a comma or a
    /// word such as `in`, because Springs is far from Alice Springs; or else of the places that have
    /// the text as a part of their names.
    fn of_text(typed: &str) -> Matches {
        let text = plain(typed);
        let words: Vec<&str> = text.split(' ').take(MAX_WORDS).collect();
        let commas = typed.match_indices([',', '(']);
        let behind: Vec<String> = commas.map(|(at, _)| plain(&typed[at + 1..])).collect();
        for start in 0..words.len() {
            let is_apart = start == 0 || PREPOSITIONS.contains(&words[start - 1]);
            if !is_apart && !behind.contains(&words[start..].join(" ")) {
                continue;
            }
            let mut found = Self::named(&words[start..], false);
            found.is_sure &= start == 0;
            if !found.zones.is_empty() {
                return found;
            }
        }
        let part = format!(" {text} ");
        let zones = Self::of_places(|name| format!(" {name} ").contains(&part));
        // A single one is as likely another place: Britain is not New Britain.
        let is_part = is_distinct(&text) && !text.contains(char::is_numeric) && zones.len() > 1;
        Matches {
            zones: if is_part { zones } else { Vec::new() },
            is_sure: false,
        }
    }

    /// The time zones of a place: of its whole name, or of as many first words as are a name. What
    /// follows chooses among several. All zones of a country are meant if it is only a region.
    fn named(words: &[&str], is_region: bool) -> Matches {
        for end in (1..=words.len()).rev() {
            let (name, region) = words.split_at(end);
            let name = name.join(" ");
            let is_meant = |known: &str| match known.strip_prefix('+') {
                Some(further) => is_region && further == name,
                None => known == name,
            };
            let mut found = Matches::sure(Self::of_places(is_meant));
            if found.zones.is_empty() {
                continue;
            }
            if !region.is_empty() {
                found = found.narrowed(Self::named(region, true));
            }
            if found.is_sure || is_distinct(&name) {
                return found;
            }
        }
        Matches::sure(Vec::new())
    }

    /// The time zones of the places whose names match.
    fn of_places(matches: impl Fn(&str) -> bool) -> Vec<Self> {
        let found = places().filter(|place| place.names.split(';').any(&matches));
        found.filter_map(|place| Self::read(place.zone)).collect()
    }

    /// The time zones whose clocks have this offset now, then those that have it in half a year; a
    /// fixed one comes last, because it knows no summer.
    fn with_offset(wanted: Offset, now: Timestamp) -> Vec<Self> {
        let later = now.plus(Seconds::days(182));
        let zones = places().filter_map(|place| Self::read(place.zone));
        let (mut found, others): (Vec<_>, Vec<_>) =
            zones.partition(|zone| zone.offset(now) == Some(wanted));
        let has_later = |zone: &Self| zone.offset(later) == Some(wanted);
        found.extend(others.into_iter().filter(has_later));
        // The database counts from there to Greenwich: `Etc/GMT+3` is three hours behind.
        let fixed = match -wanted.seconds() / 3_600 {
            0 => Self::read("Etc/GMT"),
            hours => Self::read(&format!("Etc/GMT{hours:+}")),
        };
        found.extend(fixed.filter(|fixed| fixed.offset(now) == Some(wanted)));
        found
    }

    fn offset(&self, at: Timestamp) -> Option<Offset> {
        self.zoned(at).map(|local| local.offset())
    }

    /// Its name.
    pub fn name(&self) -> &str {
        self.0.iana_name().unwrap_or("UTC")
    }

    /// What a clock there shows: `14:05`.
    pub fn clock(&self, at: Timestamp) -> String {
        let local = self.zoned(at);
        let clock = local.map(|local| local.strftime("%H:%M").to_string());
        clock.unwrap_or_else(|| "00:00".to_owned())
    }

    /// The hour there, from 0 to 23.
    pub fn hour(&self, at: Timestamp) -> u8 {
        let hour = self.zoned(at).map_or(0, |local| local.hour());
        hour.cast_unsigned()
    }

    /// The next moment, later than `after`, at which a clock there shows that full hour; on a day
    /// without it, the hour that comes instead. `None` at the end of the calendar.
    pub fn next(&self, after: Timestamp, hour: u8) -> Option<Timestamp> {
        let hour = Time::new(hour.cast_signed(), 0, 0, 0).ok()?;
        let today = self.zoned(after)?.date();
        let later = self.moment(today, hour).filter(|at| *at > after);
        later.or_else(|| self.moment(today.tomorrow().ok()?, hour))
    }

    /// The days of the weekend there, from 0 for Monday.
    pub fn weekend_days(&self) -> RangeInclusive<i8> {
        static OTHER: LazyLock<BTreeMap<&str, RangeInclusive<i8>>> = LazyLock::new(|| {
            let days = places().filter_map(|place| {
                let (first, last) = place.weekend.split_once('-')?;
                Some((place.zone, first.parse().ok()?..=last.parse().ok()?))
            });
            days.collect()
        });
        OTHER.get(self.name()).cloned().unwrap_or(5..=6)
    }

    /// Start and end of the weekend there that a moment lies in, or else of the next one. `None` at
    /// the end of the calendar.
    pub fn weekend(&self, at: Timestamp) -> Option<(Timestamp, Timestamp)> {
        let today = self.zoned(at)?.date();
        let weekend = self.weekend_days();
        let mut first = weekend.start() - today.weekday().to_monday_zero_offset();
        let length = weekend.end() - weekend.start() + 1;
        if first + length <= 0 {
            first += 7;
        }
        let midnight = |days: i8| {
            let day = today.checked_add(days.days()).ok()?;
            self.moment(day, Time::midnight())
        };
        Some((midnight(first)?, midnight(first + length)?))
    }

    fn moment(&self, day: Date, time: Time) -> Option<Timestamp> {
        let at = day.to_datetime(time).to_zoned(self.0.clone()).ok()?;
        Some(Timestamp(at.timestamp().as_second()))
    }

    fn zoned(&self, at: Timestamp) -> Option<jiff::Zoned> {
        let at = jiff::Timestamp::from_second(at.0).ok()?;
        Some(at.to_zoned(self.0.clone()))
    }
}

/// What is found for a typed place.
pub struct Matches {
    /// The time zones that it may mean, those of more people first.
    pub zones: Vec<Zone>,
    /// Whether all its words are known: a single zone is then the one that is meant.
    pub is_sure: bool,
}

impl Matches {
    fn sure(zones: Vec<Zone>) -> Self {
        let is_sure = true;
        Self { zones, is_sure }
    }

    /// Those that are also among the others; all of both if none is.
    fn narrowed(mut self, others: Self) -> Self {
        let mut both = self.zones.clone();
        both.retain(|zone| others.zones.contains(zone));
        self.is_sure &= others.is_sure && !both.is_empty();
        if both.is_empty() {
            self.zones.extend(others.zones);
        } else {
            self.zones = both;
        }
        self
    }
}

/// A line of [`PLACES`].
struct Place {
    zone: &'static str,
    /// The days of its weekend, `4-5`, if they are not Saturday and Sunday.
    weekend: &'static str,
    /// Names that mean it, as [`plain`] writes them; with a plus sign those that only mean it as a
    /// region behind the name of a city.
    names: &'static str,
}

/// The places that are known by name, those of more people first.
fn places() -> impl Iterator<Item = Place> {
    PLACES.lines().filter_map(|line| {
        let mut fields = line.split('\t');
        Some(Place {
            zone: fields.next()?,
            weekend: fields.next()?,
            names: fields.next()?,
        })
    })
}

/// Reads an offset as people write it, at the start or after `UTC` or `GMT`: `GMT-3`, `(UTC+05:30)`,
/// `+0300`, `-3h`, `+5,5`. The words around it come with it.
fn read_offset(typed: &str) -> Option<(Offset, String)> {
    let typed = typed.to_ascii_uppercase().replace(['−', '–'], "-");
    let mut zones = ["UTC", "GMT"].into_iter();
    let parts = zones.find_map(|zone| typed.split_once(zone));
    let (before, after) = parts.unwrap_or(("", &typed));
    let after = after.trim_start_matches([' ', '(']);
    let without = |signs: &[&str]| signs.iter().find_map(|sign| after.strip_prefix(sign));
    let negative = without(&MINUS);
    let unsigned = negative.or_else(|| without(&PLUS));
    // Nobody knows what a number alone means.
    let unsigned = unsigned.or_else(|| parts.map(|_| after))?.trim_start();
    let (hours, rest) = split_digits(unsigned);
    let (minutes, rest) = match rest.strip_prefix([':', '.', ',', 'H']) {
        Some(rest) => split_digits(rest),
        None => ("", rest),
    };
    let (hours, minutes) = match hours.len() {
        3.. => hours.split_at(hours.len() - 2),
        _ => (hours, minutes),
    };
    let hours: i32 = hours.parse().ok()?;
    let minutes: i32 = match minutes {
        "" => 0,
        "25" => 15,
        "5" | "50" => 30,
        "75" => 45,
        minutes => minutes.parse().ok()?,
    };
    let valid = (0..24).contains(&hours) && (0..60).contains(&minutes);
    if !valid {
        return None;
    }
    let sign = if negative.is_some() { -1 } else { 1 };
    let offset = Offset::from_seconds(sign * (hours * 3_600 + minutes * 60)).ok()?;
    Some((offset, format!("{before} {rest}")))
}

/// The digits at the start of a text, and what follows.
fn split_digits(text: &str) -> (&str, &str) {
    let end = text.find(|letter: char| !letter.is_ascii_digit());
    text.split_at(end.unwrap_or(text.len()))
}

/// Whether a name says something as a part of a longer one: `San` may be the start of any.
fn is_distinct(name: &str) -> bool {
    name.len() >= 4
}

/// A name in the form in which names are compared: small letters without accents, and words with
/// one space between them.
fn plain(name: &str) -> String {
    let is_kept = |letter: &char| !is_combining_mark(*letter) && !"'‘’ʻʼ.".contains(*letter);
    let name = name.to_lowercase().replace('ß', "ss");
    let name = name.replace('æ', "ae").replace('œ', "oe");
    // These are no other letters with an accent.
    let letters = name.nfkd().filter(is_kept).map(|letter| match letter {
        'ø' => 'o',
        'ł' => 'l',
        'đ' | 'ð' => 'd',
        'ħ' => 'h',
        'ı' => 'i',
        other => other,
    });
    let letters: String = letters.collect();
    let words = letters.split(|letter: char| letter.is_whitespace() || "-_/,()".contains(letter));
    let words = words
        .filter(|word| !word.is_empty())
        .map(|word| match word {
            "st" => "saint",
            "ste" => "sainte",
            other => other,
        });
    let words: Vec<&str> = words.collect();
    words.join(" ")
}

#[cfg(test)]
mod tests;
