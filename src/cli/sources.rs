//! The sources of scenarios: what the paths that a user names hold.
//!
//! A path is a file, a folder, or the name of a shipped scenario. Links inside of folders are not followed.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::mistake::Mistake;
use crate::reading::shipped;

/// How many bytes of a file are read: more than a scenario may have, so that the parser says that it is too large.
const BYTES_MAX: u64 = 2 << 20;

/// The source text of a scenario. `name`: its path, as a command would name it.
pub struct Source {
    pub name: String,
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

pub fn shipped_sources() -> Vec<Source> {
    let all = shipped::all().iter();
    all.map(|(name, text)| Source { name: shipped_path(name), bytes: text.as_bytes().to_vec() }).collect()
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

/// Reads a file, or so much of it that the parser sees that it is too large.
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

/// The shipped scenario of this name, which may be given with or without folder and ending.
fn shipped_source(name: &str) -> Option<Source> {
    let plain = name.strip_prefix("./").unwrap_or(name);
    let plain = plain.strip_prefix("scenarios/").unwrap_or(plain);
    let plain = plain.strip_suffix(".toml").unwrap_or(plain);
    let (name, text) = shipped::all().iter().find(|(name, _)| *name == plain)?;
    Some(Source { name: shipped_path(name), bytes: text.as_bytes().to_vec() })
}

fn shipped_path(name: &str) -> String {
    format!("scenarios/{name}.toml")
}
