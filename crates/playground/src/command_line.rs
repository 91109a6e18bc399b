//! Parses a typed command line against the registered commands.

use serde_json::{Value, json};

use super::interaction::{AUTOCOMPLETE, COMMAND};
use super::json::{id, list, text, written};
use super::model::{Answer, Channel, Refused, refuse, refuse_if};
use super::objects;
use super::outside;
use super::person::Person;
use super::world::{BOT, BOT_NAME};

/// Discord's numbers of commands that are typed, and of those in the menu of a person.
const TYPED: u64 = 1;
pub(super) const OF_PERSON: u64 = 2;

/// The names of an item, in English and in a language.
fn names<'a>(item: &'a Value, locale: &str) -> Vec<&'a str> {
    let both = [&item["name"], &item["name_localizations"][locale]];
    both.into_iter().filter_map(Value::as_str).collect()
}

/// The item of this name; `kind` says what it should be.
fn named<'a>(
    kind: &str,
    items: &'a [Value],
    name: &str,
    locale: &str,
) -> Result<&'a Value, Refused> {
    let mut items = items.iter();
    let item = items.find(|item| names(item, locale).contains(&name));
    item.map_or_else(|| refuse(format!("there is no {kind} {name:?}")), Ok)
}

/// The data of a command that the bot receives, with these fields.
fn data(command: &Value, mut fields: Value) -> Value {
    for field in ["id", "name", "type"] {
        fields[field] = command[field].clone();
    }
    objects::present(fields)
}

/// Returns whether an option is a sub-command, or a group of them.
fn is_command(option: &Value) -> bool {
    matches!(option["type"].as_u64(), Some(1 | 2))
}

impl Person {
    /// Reads a whole line, `/challenge opponent:@bob board:7x7`, and sends the command.
    ///
    /// With `focused`, the user is still typing the last option.
    pub(super) async fn line(&self, line: &str, focused: bool) -> Result<Answer, Refused> {
        let Some(line) = line.trim_start().strip_prefix('/') else {
            return refuse("a command begins with /");
        };
        let offered = self.offered();
        let mut words = line.split_inclusive(char::is_whitespace);
        let names = words.by_ref().map(str::trim);
        let steps = self.steps(&offered, names.filter(|name| !name.is_empty()))?;
        let given = self.split(words, &steps)?;
        let path: Vec<String> = steps.iter().map(|step| text(&step["name"])).collect();
        self.fills(&path, &given, focused).await
    }

    /// The command with this name, and its sub-commands; uses no more names than it has.
    fn steps<'a, 'b>(
        &self,
        mut level: &'a [Value],
        mut names: impl Iterator<Item = &'b str>,
    ) -> Result<Vec<&'a Value>, Refused> {
        let mut steps = Vec::new();
        while steps.is_empty() || level.iter().any(is_command) {
            let name = names.next().unwrap_or_default();
            let command = named("command", level, name, &self.member.locale)?;
            steps.push(command);
            level = list(&command["options"]);
        }
        Ok(steps)
    }

    /// Chooses a command in the menu of a person.
    ///
    /// # Errors
    /// If there is no such command or person, or the bot does not answer in time.
    pub async fn uses(&self, command: &str, whom: &str) -> Result<Answer, Refused> {
        let place = self.place()?;
        let offered = self.of_kind(OF_PERSON);
        let command = named("command", &offered, command, &self.member.locale)?;
        let mut resolved = json!({});
        let option = json!({ "type": 6, "name": "target" });
        let target = self.value(&place, &option, whom, &mut resolved)?;
        let fields = json!({ "target_id": target, "resolved": resolved });
        let name = text(&command["name"]);
        let data = data(command, fields);
        self.act(&place, COMMAND, &name, data, None).await
    }

    /// The commands that they can type here, as registered.
    pub fn offered(&self) -> Vec<Value> {
        self.of_kind(TYPED)
    }

    /// The commands of a kind that they can use here, as registered.
    pub(super) fn of_kind(&self, kind: u64) -> Vec<Value> {
        let Ok(place) = self.place() else {
            return Vec::new();
        };
        let rights = objects::rights(self.member.admin);
        let context = outside::context(&place);
        let outside = place.outside.is_some();
        if outside && !self.member.installed {
            return Vec::new();
        }
        let opened = self.world.look(|state| state.opened.clone());
        let open = |command: &&Value| {
            let permitted = match id(&command["default_member_permissions"]) {
                None => true,
                Some(_) if opened.contains(&text(&command["name"])) => true,
                Some(bits) => place.private() || rights & bits == bits,
            };
            let contexts = list(&command["contexts"]);
            let here = contexts.is_empty() || contexts.iter().any(|known| *known == context);
            let kinds = list(&command["integration_types"]);
            let here = here && (!outside || kinds.iter().any(|kind| *kind == 1));
            command["type"] == kind && permitted && here
        };
        self.world
            .look(|state| state.commands.iter().filter(open).cloned().collect())
    }

    /// Cuts the words `a:1 b:2 3` at the names of known options.
    fn split<'a>(
        &self,
        words: impl Iterator<Item = &'a str>,
        steps: &[&Value],
    ) -> Result<Vec<(String, String)>, Refused> {
        let options = steps.last().map_or(&[][..], |step| list(&step["options"]));
        let mut given: Vec<(String, String)> = Vec::new();
        for word in words.skip_while(|word| word.trim().is_empty()) {
            let option = word.split_once(':').and_then(|(name, value)| {
                let option = named("option", options, name, &self.member.locale).ok()?;
                Some((option["name"].as_str()?, value))
            });
            if let Some((name, value)) = option {
                let twice = given.iter().any(|(known, _)| known == name);
                refuse_if(twice, format!("{name} is given twice"))?;
                given.push((name.to_owned(), value.to_owned()));
            } else if let Some((_, value)) = given.last_mut() {
                value.push_str(word);
            } else {
                return refuse(format!("there is no option for {word:?}"));
            }
        }
        for (_, value) in &mut given {
            *value = value.trim().to_owned();
        }
        Ok(given)
    }

    /// Fills in a command given by its path, and sends it, or asks for suggestions for its last option.
    pub(super) async fn fills(
        &self,
        path: &[String],
        given: &[(String, String)],
        focused: bool,
    ) -> Result<Answer, Refused> {
        let place = self.place()?;
        let shut = place.archived || place.locked;
        refuse_if(shut && !focused, "this thread is archived")?;
        let offered = self.offered();
        let steps = self.steps(&offered, path.iter().map(String::as_str))?;
        let (Some(command), Some(definition)) = (steps.first(), steps.last()) else {
            return refuse("no command was picked");
        };
        let mut resolved = json!({});
        let mut options = self.options(&place, definition, given, focused, &mut resolved)?;
        for step in steps.iter().skip(1).rev() {
            options = json!([{ "name": step["name"], "type": step["type"], "options": options }]);
        }
        let data = data(command, json!({ "options": options, "resolved": resolved }));
        let words = steps.iter().filter_map(|step| step["name"].as_str());
        let words: Vec<&str> = words.collect();
        let kind = if focused { AUTOCOMPLETE } else { COMMAND };
        self.act(&place, kind, &words.join(" "), data, None).await
    }

    fn options(
        &self,
        place: &Channel,
        definition: &Value,
        given: &[(String, String)],
        focused: bool,
        resolved: &mut Value,
    ) -> Result<Value, Refused> {
        let known = list(&definition["options"]);
        let mut options = Vec::new();
        for (n, (name, text)) in given.iter().enumerate() {
            let option = named("option", known, name, &self.member.locale)?;
            let mut filled = json!({ "name": option["name"], "type": option["type"] });
            if focused && n + 1 == given.len() {
                let suggests = option["autocomplete"] == true;
                refuse_if(!suggests, format!("{name} has no suggestions"))?;
                filled["value"] = json!(text);
                filled["focused"] = json!(true);
            } else {
                match self.value(place, option, text, resolved) {
                    Ok(value) => filled["value"] = value,
                    // An unfinished option elsewhere does not prevent suggestions.
                    Err(_) if focused => continue,
                    Err(refused) => return Err(refused),
                }
            }
            options.push(filled);
        }
        for option in known.iter().filter(|option| option["required"] == true) {
            let same = |filled: &Value| filled["name"] == option["name"];
            let why = format!("{} is required", option["name"]);
            refuse_if(!focused && !options.iter().any(same), why)?;
        }
        Ok(Value::Array(options))
    }

    fn value(
        &self,
        place: &Channel,
        option: &Value,
        text: &str,
        resolved: &mut Value,
    ) -> Result<Value, Refused> {
        let name = option["name"].as_str().unwrap_or_default();
        let choices = list(&option["choices"]);
        if !choices.is_empty() {
            let same = |choice: &&Value| written(&choice["value"]) == text;
            let called = |choice: &&Value| names(choice, &self.member.locale).contains(&text);
            let choice = choices.iter().find(same);
            return match choice.or_else(|| choices.iter().find(called)) {
                Some(choice) => Ok(choice["value"].clone()),
                None => refuse(format!("{text:?} is no choice of {name}")),
            };
        }
        let wrong = |what: &str| refuse(format!("{name}: {text:?} is not {what}"));
        match option["type"].as_u64() {
            Some(3) => {
                let length = text.chars().count() as u64;
                let min = option["min_length"].as_u64().unwrap_or(1).max(1);
                let max = option["max_length"].as_u64().unwrap_or(6000);
                let why = format!("{name} must have {min} to {max} characters");
                refuse_if(!(min..=max).contains(&length), why)?;
                Ok(json!(text))
            }
            Some(4) => match text.parse::<i64>() {
                Ok(number) if within(option, number) => Ok(json!(number)),
                Ok(_) => wrong("within its bounds"),
                Err(_) => wrong("a whole number"),
            },
            Some(5) => {
                let value = text.to_lowercase().parse::<bool>();
                value.map_or_else(|_| wrong("true or false"), |value| Ok(json!(value)))
            }
            Some(6) => match self.user(text) {
                Some(id) => {
                    let key = id.to_string();
                    let mut member = self.world.look(|state| objects::member(state, id));
                    resolved["users"][&key] = member["user"].take();
                    if let Some(fields) = member.as_object_mut() {
                        fields.retain(|name, _| !["user", "deaf", "mute"].contains(&name.as_str()));
                    }
                    let known = self.world.setup().member_by_id(id);
                    let rights = objects::rights(known.is_some_and(|known| known.admin));
                    member["permissions"] = json!(rights.to_string());
                    if !place.private() {
                        resolved["members"][&key] = member;
                    }
                    Ok(json!(key))
                }
                None => wrong("somebody here"),
            },
            _ => refuse(format!("{name}: the playground has no such options")),
        }
    }

    fn user(&self, text: &str) -> Option<u64> {
        let who = text
            .trim_start_matches(['<', '@', '!'])
            .trim_end_matches('>');
        if who.eq_ignore_ascii_case(BOT_NAME) || who == "bot" || who == BOT.to_string() {
            return Some(BOT);
        }
        self.world.setup().member(who).map(|member| member.id)
    }
}

fn within(option: &Value, number: i64) -> bool {
    let bound = |name: &str| option[name].as_i64().unwrap_or(number);
    (bound("min_value")..=bound("max_value")).contains(&number)
}
