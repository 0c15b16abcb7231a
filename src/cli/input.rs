//! What a user names: files, folders, shipped scenarios, seeds, policies. Every mistake is answered with its
//! place, its cause and a hint.

use std::fs;
use std::io::Read;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::output;
use crate::campaign::PolicyFilter;
use crate::model::{NamedScenario, Scenario};
use crate::names::PolicyError;
use crate::reading::{Diagnostics, parse, policy_hint, shipped};

/// How much of a file is read: more than a scenario may have, so that the parser says that it is too large.
const BYTES_MAX: u64 = 2 << 20;

/// How many seeds a range may have.
const SEEDS_MAX: u64 = 100_000_000;

/// What is wrong with an input.
#[derive(Debug)]
pub enum Mistake {
    /// A file that is no scenario.
    File(Diagnostics),
    /// Something else: what, and what to do.
    Other {
        /// The place and the cause.
        message: String,
        /// What to do.
        hint: String,
    },
}

impl Mistake {
    pub fn other(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::Other { message: message.into(), hint: hint.into() }
    }

    /// Says what is wrong.
    pub fn tell(&self) {
        match self {
            Self::File(diagnostics) => output::say(&diagnostics.render(true)),
            Self::Other { message, hint } => output::say(&format!("error: {message}\n\nhint: {hint}\n")),
        }
    }
}

/// The source text of a scenario with the name that it goes by.
pub struct Source {
    /// The path as a command would name it.
    pub name: String,
    /// The bytes of the file.
    pub bytes: Vec<u8>,
}

/// Reads the scenarios that the paths name, in the order of the paths; folders in the order of their names.
pub fn sources(paths: &[PathBuf]) -> Result<Vec<Source>, Vec<Mistake>> {
    let mut sources = Vec::new();
    let mut mistakes = Vec::new();
    for path in paths {
        match read(path) {
            Ok(read) => sources.extend(read),
            Err(mistake) => mistakes.push(mistake),
        }
    }
    if mistakes.is_empty() { Ok(sources) } else { Err(mistakes) }
}

/// Every shipped scenario.
pub fn shipped_sources() -> Vec<Source> {
    let all = shipped::all().iter();
    all.map(|(name, text)| Source { name: shipped_path(name), bytes: text.as_bytes().to_vec() }).collect()
}

/// Parses sources and sets policies over what they say.
///
/// With several sources, those whose lane lacks a policy are left out and counted; a single one must have it.
pub fn load(
    sources: Vec<Source>,
    policies: &[(String, String)],
) -> Result<(Vec<NamedScenario>, usize), Vec<Mistake>> {
    let single = sources.len() == 1;
    let (mut loaded, mut mistakes, mut skipped) = (Vec::new(), Vec::new(), 0);
    'sources: for Source { name, bytes } in sources {
        let mut scenario = match parse(&name, &bytes) {
            Ok(scenario) => scenario,
            Err(diagnostics) => {
                mistakes.push(Mistake::File(diagnostics));
                continue;
            }
        };
        for (policy, value) in policies {
            match scenario.policies.set(&scenario.lanes(), policy, value) {
                Ok(()) => {}
                Err(PolicyError::NotOfLane { .. }) if !single => {
                    skipped += 1;
                    continue 'sources;
                }
                Err(error) => {
                    let hint = policy_hint(&scenario.lanes(), &error);
                    mistakes.push(Mistake::other(format!("--policy {policy}={value}: {error}"), hint));
                    break 'sources;
                }
            }
        }
        loaded.push(NamedScenario { name, scenario: Arc::new(scenario) });
    }
    if mistakes.is_empty() && loaded.is_empty() {
        let hint = "name a scenario of a lane that has the policy, or leave the policy out";
        mistakes.push(Mistake::other("no scenario has such a policy", hint));
    }
    if mistakes.is_empty() { Ok((loaded, skipped)) } else { Err(mistakes) }
}

/// A scenario at other seeds than its own, if some are given.
pub fn at_seeds(scenario: &Arc<Scenario>, seeds: Option<&Range<u64>>) -> Arc<Scenario> {
    let Some(seeds) = seeds else { return Arc::clone(scenario) };
    let mut scenario = Scenario { seeds: seeds.clone(), ..(**scenario).clone() };
    // What must occur somewhere in the scenario's own seeds need not in others.
    scenario.expect.occurred.clear();
    Arc::new(scenario)
}

/// Reads the only scenario that the path names, and sets policies over what it says.
pub fn load_one(path: &PathBuf, policies: &[(String, String)]) -> Result<NamedScenario, Vec<Mistake>> {
    let sources = sources(std::slice::from_ref(path))?;
    if sources.len() > 1 {
        let message = format!("the folder holds {} scenario files", sources.len());
        return Err(vec![Mistake::other(message, "name one of them; only `run` takes several")]);
    }
    let (mut loaded, _) = load(sources, policies)?;
    Ok(loaded.remove(0))
}

fn read(path: &Path) -> Result<Vec<Source>, Mistake> {
    let name = path.display().to_string();
    if path.is_dir() {
        let mut files = Vec::new();
        collect(path, &mut files)?;
        files.sort();
        if files.is_empty() {
            let hint =
                "scenario files end in .toml; `reconverge run` without an argument runs the shipped ones";
            return Err(Mistake::other(format!("{name}: the folder holds no scenario file"), hint));
        }
        return files.iter().map(|file| read_file(file)).collect();
    }
    if !path.exists()
        && let Some(source) = shipped_source(&name)
    {
        return Ok(vec![source]);
    }
    Ok(vec![read_file(path)?])
}

fn read_file(path: &Path) -> Result<Source, Mistake> {
    let name = path.display().to_string();
    if let Ok(metadata) = fs::metadata(path)
        && !metadata.is_file()
    {
        return Err(Mistake::other(format!("{name}: it is no regular file"), "name a scenario file"));
    }
    match read_bounded(path) {
        Ok(bytes) => Ok(Source { name, bytes }),
        Err(error) => {
            let hint = "name a scenario file, a folder of them, or a shipped scenario such as \
                        `datasource/01-delete-evicts-on-the-peer`";
            Err(Mistake::other(format!("{name}: {}", cause(&error)), hint))
        }
    }
}

/// Reads a file, but no more of it than tells that it is too large.
fn read_bounded(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    fs::File::open(path)?.take(BYTES_MAX + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Mistake> {
    let failed = |error: &std::io::Error| {
        let message = format!("{}: {}", folder.display(), cause(error));
        Mistake::other(message, "is the folder readable?")
    };
    for entry in fs::read_dir(folder).map_err(|error| failed(&error))? {
        let entry = entry.map_err(|error| failed(&error))?;
        let path = entry.path();
        // Links are not followed, so that a folder cannot hold itself.
        if entry.file_type().map_err(|error| failed(&error))?.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "toml") {
            files.push(path);
        }
    }
    Ok(())
}

fn cause(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
        std::io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}

/// The shipped scenario that a user means by this name, with or without folder and ending.
fn shipped_source(name: &str) -> Option<Source> {
    let plain = name.strip_prefix("./").unwrap_or(name);
    let plain = plain.strip_prefix("scenarios/").unwrap_or(plain);
    let plain = plain.strip_suffix(".toml").unwrap_or(plain);
    let (name, text) = shipped::all().iter().find(|(name, _)| *name == plain)?;
    Some(Source { name: shipped_path(name), bytes: text.as_bytes().to_vec() })
}

/// The path of a shipped scenario in the repository.
fn shipped_path(name: &str) -> String {
    format!("scenarios/{name}.toml")
}

/// Reads `NAME=VALUE`.
pub fn policy(text: &str) -> Result<(String, String), String> {
    let (name, value) = text
        .split_once('=')
        .ok_or_else(|| format!("`{text}` has no `=`; write NAME=VALUE, as in publish=before-commit"))?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

/// Reads `NAME` or `NAME=VALUE`.
#[expect(clippy::unnecessary_wraps, reason = "clap asks for a result")]
pub fn only(text: &str) -> Result<PolicyFilter, String> {
    let (name, value) = text.split_once('=').map_or((text, None), |(name, value)| (name, Some(value)));
    Ok(PolicyFilter { policy: name.trim().to_owned(), value: value.map(|value| value.trim().to_owned()) })
}

/// Reads a seed or a range of seeds.
pub fn seeds(text: &str) -> Result<Range<u64>, String> {
    let number = |text: &str| {
        text.replace('_', "")
            .parse::<u64>()
            .map_err(|_| format!("`{text}` is no seed; seeds are whole numbers"))
    };
    let range = if let Some((start, end)) = text.split_once("..") {
        number(start)?..number(end)?
    } else {
        let seed = number(text)?;
        seed..seed.checked_add(1).ok_or("that seed is too large")?
    };
    if range.is_empty() {
        return Err(format!("`{text}` holds no seed; the end is left out, so write A..B with A below B"));
    }
    if range.end - range.start > SEEDS_MAX {
        return Err(format!("`{text}` holds more than {SEEDS_MAX} seeds"));
    }
    Ok(range)
}
