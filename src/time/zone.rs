//! Time zones, from the IANA database that is compiled in.

use jiff::ToSpan as _;
use jiff::civil::{Date, Time};
use jiff::tz::{TimeZone, db};

use super::Timestamp;

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

    /// The time zones whose names, or the names that `also` gives, contain a text; at most `most`,
    /// in alphabetical order. Matches cities and continents, and ignores case and accents.
    pub fn find(text: &str, most: usize, also: impl Fn(&str) -> String) -> Vec<Self> {
        let wanted = plain(text.trim());
        if let Some(known) = Self::read(&wanted.replace(' ', "_")) {
            return vec![known];
        }
        let names = db().available();
        let found = names.filter(|name| {
            let name = name.as_str();
            let called = || plain(&format!("{name}\n{}", also(name)));
            !wanted.is_empty() && name.contains('/') && called().contains(&wanted)
        });
        let found = found.filter_map(|name| Self::read(name.as_str()));
        found.take(most).collect()
    }

    /// Its name.
    pub fn name(&self) -> &str {
        self.0.iana_name().unwrap_or("UTC")
    }

    /// What a clock there shows: `14:05`.
    pub fn clock(&self, at: Timestamp) -> String {
        let clock = self
            .zoned(at)
            .map(|local| local.strftime("%H:%M").to_string());
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

    /// Start and end of the weekend there that a moment lies in, or else of the next one. `None` at
    /// the end of the calendar.
    pub fn weekend(&self, at: Timestamp) -> Option<(Timestamp, Timestamp)> {
        let day = self.zoned(at)?.date();
        let since_monday = day.weekday().to_monday_zero_offset();
        let begin = |weekday: i8| {
            let day = day.checked_add((weekday - since_monday).days()).ok()?;
            self.moment(day, Time::midnight())
        };
        Some((begin(5)?, begin(7)?))
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

/// A name in the form in which names are compared: without case and accents, with spaces.
fn plain(name: &str) -> String {
    let plain = |letter| match letter {
        'á' | 'à' | 'â' | 'ã' => 'a',
        'é' | 'è' | 'ê' => 'e',
        'í' | 'ï' => 'i',
        'ó' | 'ô' | 'õ' => 'o',
        'ú' | 'ü' => 'u',
        'ç' => 'c',
        'ñ' => 'n',
        '_' => ' ',
        other => other,
    };
    name.to_lowercase().chars().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2026-11-22 19:00:00 UTC.
    const EVENING: Timestamp = Timestamp(1_795_374_000);

    #[test]
    fn a_clock_shows_the_time_of_its_zone_in_summer_and_in_winter() {
        let lisbon = Zone::read("europe/lisbon").unwrap();
        assert_eq!(lisbon.name(), "Europe/Lisbon");
        assert_eq!(lisbon.clock(EVENING), "19:00");
        assert_eq!(lisbon.hour(EVENING.plus(-150 * 86_400)), 20);
        assert_eq!(Zone::default().name(), "UTC");
    }

    #[test]
    fn the_next_hour_is_today_or_tomorrow_and_never_now() {
        let zone = Zone::read("America/Sao_Paulo").unwrap();
        assert_eq!(zone.clock(EVENING), "16:00");
        assert_eq!(zone.next(EVENING, 17), Some(EVENING.plus(3_600)));
        assert_eq!(zone.next(EVENING, 16), Some(EVENING.plus(86_400)));
        assert_eq!(zone.next(EVENING, 24), None);
    }

    #[test]
    fn a_missing_hour_of_a_day_is_the_one_after() {
        let paris = Zone::read("Europe/Paris").unwrap();
        // 2026-03-29 00:30 there; at two the clocks are put forward to three.
        let night = Timestamp(1_774_740_600);
        let next = paris.next(night, 2).unwrap();
        assert_eq!(paris.clock(next), "03:00");
    }

    #[test]
    fn a_weekend_is_from_midnight_to_midnight_there() {
        let zone = Zone::read("Asia/Tokyo").unwrap();
        // Sunday, 19:00 UTC: Monday in Tokyo.
        let (from, to) = zone.weekend(EVENING).unwrap();
        assert_eq!(to.0 - from.0, 2 * 86_400);
        assert!(from > EVENING);
        assert_eq!(
            (zone.clock(from), zone.clock(to)),
            ("00:00".into(), "00:00".into())
        );
        let (from, to) = Zone::default().weekend(EVENING).unwrap();
        assert!(from < EVENING && EVENING < to);
        assert_eq!(to, EVENING.plus(5 * 3_600));
        assert_eq!(Zone::default().weekend(to).unwrap().0, to.plus(5 * 86_400));
    }

    #[test]
    fn a_zone_is_found_by_its_city() {
        let names = |text| -> Vec<String> {
            let also = |name: &str| match name {
                "Asia/Tokyo" => "Tokio\nTóquio".to_owned(),
                _ => String::new(),
            };
            let found = Zone::find(text, 25, also);
            found.iter().map(|zone| zone.name().to_owned()).collect()
        };
        assert_eq!(names("SÃO PAULO"), ["America/Sao_Paulo"]);
        assert_eq!(names("Tokio"), ["Asia/Tokyo"]);
        assert_eq!(names("toquio"), ["Asia/Tokyo"]);
        assert_eq!(names("Europe/Paris"), ["Europe/Paris"]);
        assert!(names("argentina").len() > 3);
        assert_eq!(names("Atlantis"), [""; 0]);
        assert_eq!(names(""), [""; 0]);
    }
}
