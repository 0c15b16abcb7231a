//! The diagnostics of wrong scenario files: one test and one snapshot for each file of `tests/wrong/`.
//!
//! A new file is a new test. Every file must have a mistake, and no snapshot may contain a secret of any file.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};
use reconverge::reading::parse;

/// The secrets of the wrong files, and parts of them, because a part must not be shown either.
const SECRETS: &[&str] = &["hunter2", "hunter", "ter2", "schlüssel"];

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wrong");
    for entry in fs::read_dir(folder).expect("the folder of wrong files") {
        let path = entry.expect("a file").path();
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let bytes = fs::read(&path).expect("a readable file");
        trials.push(trial(name, "toml", bytes));
    }
    for (name, bytes) in generated() {
        trials.push(trial(name.to_owned(), "made", bytes));
    }
    trials.sort_by(|a, b| a.name().cmp(b.name()));
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// Files that no editor would write.
fn generated() -> Vec<(&'static str, Vec<u8>)> {
    let lines: Vec<_> = (0..80).map(|line| format!("key-{line} = 1\n")).collect();
    vec![
        ("binary-elf", b"\x7fELF\x02\x01\x01\0\0\0\0\0\x03\0>\0".to_vec()),
        ("binary-latin-1", b"title = \"caf\xe9\"\nlane = \"datasource\"\n".to_vec()),
        ("binary-nul", b"title = \"nul \0 byte\"\n".to_vec()),
        ("empty", Vec::new()),
        ("empty-but-for-white-space", b" \n\t\n".to_vec()),
        ("nested-arrays", [b"given = ".to_vec(), vec![b'['; 5_000]].concat()),
        ("nested-keys", format!("bus{} = 1\n", ".delay".repeat(5_000)).into_bytes()),
        ("too-large", vec![b'#'; (1 << 20) + 1]),
        ("too-many-mistakes", lines.concat().into_bytes()),
    ]
}

fn trial(name: String, ending: &'static str, bytes: Vec<u8>) -> Trial {
    Trial::test(name.clone(), move || check(&name, ending, &bytes))
}

fn check(name: &str, ending: &str, bytes: &[u8]) -> Result<(), Failed> {
    let path = format!("tests/wrong/{name}.{ending}");
    let Err(mistakes) = parse(&path, bytes) else {
        return Err(format!("{path} has no mistake").into());
    };
    let rendered = mistakes.render(false);
    let json = serde_json::to_string(&mistakes)?;
    for secret in SECRETS {
        assert!(!rendered.contains(secret) && !json.contains(secret), "{secret} is shown:\n{rendered}");
    }
    assert_eq!(json.matches("\"line\":").count(), mistakes.mistakes().len());
    let settings = {
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots/wrong"));
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings
    };
    settings.bind(|| insta::assert_snapshot!(name.to_owned(), rendered));
    Ok(())
}
