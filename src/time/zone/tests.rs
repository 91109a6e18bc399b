//! Time zones by what people type.

use jiff::civil::Weekday;

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
fn a_weekend_is_friday_and_saturday_where_it_is() {
    let cairo = Zone::read("Africa/Cairo").unwrap();
    // Sunday evening: the next weekend begins on Friday.
    let (from, to) = cairo.weekend(EVENING).unwrap();
    assert_eq!(cairo.zoned(from).unwrap().weekday(), Weekday::Friday);
    assert_eq!(cairo.zoned(to).unwrap().weekday(), Weekday::Sunday);
    assert_eq!(cairo.weekend(from), Some((from, to)));
    assert_eq!(cairo.weekend(Timestamp(to.0 - 1)), Some((from, to)));
    assert_eq!(Zone::read("Asia/Dubai").unwrap().weekend_days(), 5..=6);
    assert_eq!(Zone::read("Asia/Tehran").unwrap().weekend_days(), 4..=4);
    for zone in ["Indian/Maldives", "Asia/Gaza", "Asia/Hebron", "Asia/Dhaka"] {
        assert_eq!(Zone::read(zone).unwrap().weekend_days(), 4..=5, "{zone}");
    }
}

fn found(typed: &str) -> Vec<String> {
    let found = Zone::find(typed, EVENING, 25);
    found
        .zones
        .iter()
        .map(|zone| zone.name().to_owned())
        .collect()
}

/// The time zone that is saved without a question.
fn saved(typed: &str) -> Option<String> {
    match Zone::find(typed, EVENING, 25) {
        Matches { zones, is_sure } if is_sure && zones.len() == 1 => {
            Some(zones[0].name().to_owned())
        }
        _ => None,
    }
}

#[test]
fn a_zone_is_found_by_a_city_a_state_or_a_country() {
    for (typed, zone) in [
        ("SÃO PAULO", "America/Sao_Paulo"),
        ("Brasília", "America/Sao_Paulo"),
        ("Rio de Janeiro", "America/Sao_Paulo"),
        ("Brasília - DF", "America/Sao_Paulo"),
        ("Mumbai", "Asia/Kolkata"),
        ("India", "Asia/Kolkata"),
        ("Inde", "Asia/Kolkata"),
        ("Beijing", "Asia/Shanghai"),
        ("Tóquio", "Asia/Tokyo"),
        ("San Francisco", "America/Los_Angeles"),
        ("Washington, D.C.", "America/New_York"),
        ("Saint-Petersburg", "Europe/Moscow"),
        ("Saint Petersburg", "Europe/Moscow"),
        ("Bruxelles", "Europe/Brussels"),
        ("La Habana", "America/Havana"),
        ("Barcelona, España", "Europe/Madrid"),
        ("Georgia USA", "America/New_York"),
        ("England", "Europe/London"),
        ("BRT", "America/Sao_Paulo"),
        ("Europe/Paris", "Europe/Paris"),
        ("Salvador BA", "America/Bahia"),
        ("Granada, España", "Europe/Madrid"),
        ("Portland ME", "America/New_York"),
        ("Recife, Brasil", "America/Recife"),
        ("Detroit USA", "America/Detroit"),
        ("Goiânia, Goiás, Brasil", "America/Sao_Paulo"),
        ("San Sebastián", "Europe/Madrid"),
        ("Santiago de Compostela", "Europe/Madrid"),
        ("Lugano", "Europe/Zurich"),
        ("Great Britain", "Europe/London"),
        ("Pau", "Europe/Paris"),
        ("Venise", "Europe/Rome"),
        ("Bâle", "Europe/Zurich"),
        ("Neuchâtel", "Europe/Zurich"),
        ("La Rochelle", "Europe/Paris"),
        ("Ponta Delgada", "Atlantic/Azores"),
        ("København", "Europe/Copenhagen"),
        ("Łódź", "Europe/Warsaw"),
        ("Tromsø", "Europe/Oslo"),
        ("Gießen", "Europe/Berlin"),
        ("Inverness", "Europe/London"),
        ("Fès", "Africa/Casablanca"),
        ("Corse", "Europe/Paris"),
        ("Canarias", "Atlantic/Canary"),
        ("Açores", "Atlantic/Azores"),
        ("Kosovo", "Europe/Belgrade"),
        ("Holanda", "Europe/Amsterdam"),
        ("Escocia", "Europe/London"),
        ("Californie", "America/Los_Angeles"),
        ("Hawái", "Pacific/Honolulu"),
        ("UAE", "Asia/Dubai"),
        ("NYC", "America/New_York"),
        ("MEZ", "Europe/Berlin"),
        ("CLT", "America/Santiago"),
        ("hora de Brasília", "America/Sao_Paulo"),
        ("Isla de Pascua", "Pacific/Easter"),
    ] {
        assert_eq!(saved(typed).as_deref(), Some(zone), "{typed}");
    }
    assert_eq!(found("Utopia"), [""; 0]);
    assert_eq!(found(""), [""; 0]);
}

#[test]
fn an_older_name_of_a_zone_is_the_zone_of_today() {
    for (typed, zone) in [
        ("Asia/Tel_Aviv", "Asia/Jerusalem"),
        ("asia/calcutta", "Asia/Kolkata"),
        ("America/Buenos Aires", "America/Argentina/Buenos_Aires"),
        ("US/Pacific", "America/Los_Angeles"),
        ("Brazil/East", "America/Sao_Paulo"),
        ("Etc/GMT+3", "Etc/GMT+3"),
    ] {
        assert_eq!(saved(typed).as_deref(), Some(zone), "{typed}");
    }
    let tel_aviv = &Zone::find("Asia/Tel_Aviv", EVENING, 25).zones[0];
    assert_eq!(tel_aviv.weekend_days(), 4..=5);
}

#[test]
fn an_ambiguous_place_is_a_choice() {
    assert_eq!(found("Georgia"), ["America/New_York", "Asia/Tbilisi"]);
    assert_eq!(found("Washington").len(), 2);
    assert!(found("USA").contains(&"Pacific/Honolulu".to_owned()));
    assert!(found("PST").contains(&"America/Los_Angeles".to_owned()));
    assert!(found("IST").starts_with(&["Asia/Kolkata".to_owned()]));
    assert_eq!(found("Portland").len(), 2);
    // A country's name hides no big city, and the other name of a big one no city.
    assert_eq!(found("Salvador"), ["America/Bahia", "America/El_Salvador"]);
    assert_eq!(found("Granada"), ["Europe/Madrid", "America/Grenada"]);
    assert_eq!(found("Sion"), ["Asia/Jerusalem", "Europe/Zurich"]);
    for (typed, zone) in [
        ("San Fernando", "Europe/Madrid"),
        ("Toledo", "Europe/Madrid"),
        ("Trinidad", "America/Port_of_Spain"),
        ("Venice", "Europe/Rome"),
        ("Floride", "America/New_York"),
        ("EE.UU.", "America/New_York"),
        ("ET", "America/New_York"),
        ("Eastern", "America/New_York"),
        ("(UTC-05:00) Eastern Time (US & Canada)", "America/New_York"),
        ("LA", "America/Los_Angeles"),
        ("BH", "America/Sao_Paulo"),
        ("PT", "America/Los_Angeles"),
        ("CT", "America/Chicago"),
        ("MT", "America/Denver"),
        ("hora del Pacífico", "America/Los_Angeles"),
    ] {
        let found = found(typed);
        assert!((2..15).contains(&found.len()), "{typed} {found:?}");
        assert!(found.contains(&zone.to_owned()), "{typed} {found:?}");
    }
    assert_eq!(found("CET").len(), 25);
}

#[test]
fn nothing_is_saved_unasked_while_words_are_left_over() {
    for (typed, zone) in [
        ("Paris TX", "Europe/Paris"),
        ("Melbourne FL", "Australia/Melbourne"),
        ("Dublin OH", "Europe/Dublin"),
        ("London ON", "Europe/London"),
        ("Lyon, Beaujolais, France", "Europe/Paris"),
        ("heure de Paris", "Europe/Paris"),
    ] {
        assert_eq!(saved(typed), None, "{typed}");
        assert!(found(typed).contains(&zone.to_owned()), "{typed}");
    }
    assert_eq!(
        saved("Porto Alegre, Rio Grande do Sul, Brasil").unwrap(),
        "America/Sao_Paulo"
    );
    assert_eq!(
        saved("Barcelona, Catalonia, Spain").unwrap(),
        "Europe/Madrid"
    );
}

#[test]
fn a_part_of_a_name_says_little() {
    // San is a city of Mali, Springs one of South Africa.
    for typed in [
        "San Foobar",
        "San",
        "5",
        "12",
        "Foobar Springs",
        "Foobar As",
    ] {
        assert_eq!(found(typed), [""; 0], "{typed}");
    }
    assert!(found("Polynésie").contains(&"Pacific/Tahiti".to_owned()));
    assert_eq!(saved("Polynésie"), None);
}

#[test]
fn an_offset_may_stand_among_words_which_choose_among_its_zones() {
    for (typed, zone) in [
        ("UTC -3 (Brasília)", "America/Sao_Paulo"),
        ("(GMT-03:00) Brasília", "America/Sao_Paulo"),
        ("Brasília (UTC-3)", "America/Sao_Paulo"),
        ("UTC-5 New York", "America/New_York"),
        // New York has it in summer.
        ("GMT-4, New York", "America/New_York"),
        ("UTC+1 Lisboa", "Europe/Lisbon"),
        ("UTC -3.5", "America/St_Johns"),
        ("+5:45", "Asia/Kathmandu"),
    ] {
        assert_eq!(saved(typed).as_deref(), Some(zone), "{typed}");
    }
    for (typed, zone) in [
        ("UTC-3h", "America/Sao_Paulo"),
        ("UTC menos 3", "America/Sao_Paulo"),
        ("UTC moins 3", "America/Sao_Paulo"),
        ("UTC plus 2", "Africa/Cairo"),
        ("-3 h", "America/Sao_Paulo"),
        ("UTC5", "Asia/Karachi"),
        ("GMT 3", "Europe/Istanbul"),
        ("+5.5", "Asia/Kolkata"),
        ("UTC+5,5", "Asia/Kolkata"),
        ("UTC+5.30", "Asia/Kolkata"),
        ("UTC-5 Paris", "Europe/Paris"),
        ("UTC-5 Paris", "America/New_York"),
    ] {
        assert_eq!(saved(typed), None, "{typed}");
        assert!(found(typed).contains(&zone.to_owned()), "{typed}");
    }
    assert_eq!(found("UTC+1").last().unwrap(), "Etc/GMT-1");
}

#[test]
fn an_offset_has_the_sign_that_people_write_and_is_a_choice() {
    for typed in ["GMT-3", "utc −3", "-3", "-03:00", "-0300"] {
        let found = found(typed);
        assert_eq!(found[0], "America/Sao_Paulo", "{typed}");
        assert_eq!(found.last().unwrap(), "Etc/GMT+3", "{typed}");
    }
    assert_eq!(found("UTC+5:30"), ["Asia/Kolkata", "Asia/Colombo"]);
    assert!(found("UTC-5").contains(&"America/New_York".to_owned()));
    assert!(found("UTC+0").contains(&"Etc/GMT".to_owned()));
    assert_eq!(found("UTC+25"), [""; 0]);
    assert_eq!(found("+é"), [""; 0]);
}

#[test]
fn a_place_with_bigger_namesakes_is_a_choice() {
    for (typed, zone) in [
        ("Kent", "Europe/London"),
        ("Essex", "Europe/London"),
        ("Suffolk", "Europe/London"),
        ("Surrey", "Europe/London"),
        ("Cornwall", "Europe/London"),
        ("Orkney", "Europe/London"),
        ("Newcastle", "Europe/London"),
        ("Queenstown", "Pacific/Auckland"),
        ("Nazareth", "Asia/Jerusalem"),
        ("no", "Europe/Oslo"),
        ("or", "America/Los_Angeles"),
        ("my", "Asia/Kuala_Lumpur"),
        ("Punjab", "Asia/Kolkata"),
        ("Nunavut", "America/Iqaluit"),
    ] {
        let found = found(typed);
        assert!(found.contains(&zone.to_owned()), "{typed} {found:?}");
        assert_eq!(saved(typed), None, "{typed}");
    }
    for typed in ["St", "Saint", "in", "me", "NO", "OR", "CA"] {
        assert_eq!(saved(typed), None, "{typed}");
    }
    assert!(found("Foobar, Portugal").contains(&"Europe/Lisbon".to_owned()));
}

#[test]
fn a_zone_is_found_by_a_region_and_by_what_people_there_call_it() {
    for (typed, zone) in [
        ("Cataluña", "Europe/Madrid"),
        ("Catalunya", "Europe/Madrid"),
        ("Andalucía", "Europe/Madrid"),
        ("Euskadi", "Europe/Madrid"),
        ("Bretagne", "Europe/Paris"),
        ("Normandie", "Europe/Paris"),
        ("Finistère", "Europe/Paris"),
        ("Aquitaine", "Europe/Paris"),
        ("Languedoc-Roussillon", "Europe/Paris"),
        ("Borgoña", "Europe/Paris"),
        ("Provence", "Europe/Paris"),
        ("Comunidad Valenciana", "Europe/Madrid"),
        ("Baleares", "Europe/Madrid"),
        ("Islas Canarias", "Atlantic/Canary"),
        ("Vizcaya", "Europe/Madrid"),
        ("Región de Murcia", "Europe/Madrid"),
        ("Estado de México", "America/Mexico_City"),
        ("Algarve", "Europe/Lisbon"),
        ("Flandre", "Europe/Brussels"),
        ("NRW", "Europe/Berlin"),
        ("Guyane", "America/Cayenne"),
        ("Toscana", "Europe/Rome"),
        ("Bavière", "Europe/Berlin"),
        ("Baviera", "Europe/Berlin"),
        ("Bayern", "Europe/Berlin"),
        ("Crete", "Europe/Athens"),
        ("Devon", "Europe/London"),
        ("Yorkshire", "Europe/London"),
        ("Sussex", "Europe/London"),
        ("Somerset", "Europe/London"),
        ("Prince Edward Island", "America/Halifax"),
        ("Labrador", "America/Goose_Bay"),
        ("Yellowknife", "America/Edmonton"),
        ("Kerala", "Asia/Kolkata"),
        ("Tamil Nadu", "Asia/Kolkata"),
        ("Gujarat", "Asia/Kolkata"),
        ("Karnataka", "Asia/Kolkata"),
        ("Assam", "Asia/Kolkata"),
        ("Goa", "Asia/Kolkata"),
        ("Hokkaido", "Asia/Tokyo"),
        ("Tibet", "Asia/Shanghai"),
        ("Java", "Asia/Jakarta"),
        ("Sumatra", "Asia/Jakarta"),
        ("Mindanao", "Asia/Manila"),
        ("Sabah", "Asia/Kuching"),
        ("Hà Nội", "Asia/Ho_Chi_Minh"),
        ("New South Wales", "Australia/Sydney"),
        ("Alice Springs", "Australia/Darwin"),
        ("Burma", "Asia/Yangon"),
        ("Birmanie", "Asia/Yangon"),
        ("Centrafrique", "Africa/Bangui"),
        ("Falklands", "Atlantic/Stanley"),
        ("Malvinas", "Atlantic/Stanley"),
        ("Distrito Federal", "America/Sao_Paulo"),
        ("Macedonia", "Europe/Skopje"),
        ("Bonaire", "America/Kralendijk"),
        ("Dubrovnik", "Europe/Zagreb"),
        ("CABA", "America/Argentina/Buenos_Aires"),
        ("Bs. As.", "America/Argentina/Buenos_Aires"),
        ("Deutschland", "Europe/Berlin"),
        ("Schweiz", "Europe/Zurich"),
        ("St Etienne", "Europe/Paris"),
        ("St. Barth", "America/St_Barthelemy"),
        ("EST5EDT", "America/New_York"),
    ] {
        assert_eq!(saved(typed).as_deref(), Some(zone), "{typed}");
    }
    for typed in ["RDC", "DRC"] {
        assert_eq!(found(typed), ["Africa/Kinshasa", "Africa/Lubumbashi"]);
    }
}
