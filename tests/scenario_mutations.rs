//! No bytes whatsoever make the parser panic: right files are cut off, flipped bit by bit, spliced and shuffled.
//!
//! What is done to a file is a function of an index, so that every run does the same.

use std::fs;
use std::path::Path;

use reconverge::reading::parse;

/// Tokens that mean something in a scenario file, or in TOML.
const TOKENS: &[&[u8]] = &[
    b"[",
    b"]",
    b"{",
    b"}",
    b"[[",
    b"]]",
    b"=",
    b",",
    b".",
    b"\"",
    b"'",
    b"\"\"\"",
    b"#",
    b"\n",
    b"\r\n",
    b"\\u",
    b"\0",
    b"\xff",
    "\u{feff}".as_bytes(),
    "ß".as_bytes(),
    b"true",
    b"nan",
    b"-1",
    b"99999999999999999999",
    b"1979-05-27",
    b"secret",
    b"steps",
    b"crash",
    b"when",
    b"workload",
    b"names",
    b"delete",
    b"expect",
    b"1ms..",
    b"..",
    b"_",
    b" ",
];

/// How the secret is written in the file. If its key is damaged too, nothing shows that the value is a secret.
const SECRET: &[u8] = b"secret          = \"hunter2\"";

fn damage(bytes: &[u8]) {
    if let Err(mistakes) = parse("damaged.toml", bytes) {
        assert!(!mistakes.mistakes().is_empty(), "refused without a reason");
        let rendered = mistakes.render(false);
        let key_is_whole = bytes.windows(SECRET.len()).any(|window| window == SECRET);
        assert!(!key_is_whole || !rendered.contains("hunter2"), "the secret is shown:\n{rendered}");
        assert!(serde_json::to_string(&mistakes).is_ok());
    }
}

/// A number that depends on the index alone and looks random: a step of the generator `SplitMix64`.
fn spread(index: usize) -> usize {
    let mut value = (index as u64).wrapping_add(0x9e37_79b9_7f4a_7c15);
    for (shift, factor) in [(30, 0xbf58_476d_1ce4_e5b9), (27, 0x94d0_49bb_1331_11eb)] {
        value = (value ^ (value >> shift)).wrapping_mul(factor);
    }
    usize::try_from((value ^ (value >> 31)) >> 33).expect("31 bits")
}

fn right(name: &str) -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/right").join(name)).expect("a right file")
}

#[test]
fn a_file_that_ends_early() {
    let sketch = right("sketch.toml");
    (0..sketch.len()).for_each(|end| damage(&sketch[..end]));
    let everything = right("everything.toml");
    (0..everything.len()).step_by(7).for_each(|end| damage(&everything[..end]));
    for name in ["everything-metadata.toml", "everything-credential.toml"] {
        let file = right(name);
        (0..file.len()).step_by(5).for_each(|end| damage(&file[..end]));
    }
}

#[test]
fn a_file_with_a_flipped_bit() {
    let file = right("everything.toml");
    for index in 0..1_500 {
        let mut damaged = file.clone();
        let bit = spread(index) % (file.len() * 8);
        damaged[bit / 8] ^= 1 << (bit % 8);
        damage(&damaged);
    }
}

#[test]
fn a_file_with_a_foreign_token() {
    let file = right("everything.toml");
    for index in 0..1_500 {
        let (token, place) = (TOKENS[spread(index) % TOKENS.len()], spread(index + 100_000) % file.len());
        let skipped = spread(index + 200_000) % 4;
        let after = &file[(place + skipped).min(file.len())..];
        damage(&[&file[..place], token, after].concat());
    }
}

#[test]
fn a_file_whose_lines_changed_places() {
    let file = String::from_utf8(right("everything.toml")).expect("text");
    let lines: Vec<_> = file.lines().collect();
    for index in 0..600 {
        let mut swapped = lines.clone();
        swapped.swap(spread(index) % lines.len(), spread(index + 300_000) % lines.len());
        damage(swapped.join("\n").as_bytes());
    }
}

#[test]
fn bytes_without_any_sense() {
    for index in 0..600 {
        let length = spread(index) % 200;
        let token = |at: usize| TOKENS[spread(index * 211 + at) % TOKENS.len()];
        damage(&(0..length).flat_map(token).copied().collect::<Vec<_>>());
        let byte = |at: usize| u8::try_from(spread(index * 223 + at) % 256).expect("a byte");
        damage(&(0..length).map(byte).collect::<Vec<_>>());
    }
}

#[test]
fn files_as_large_as_a_scenario_can_be() {
    let patterns = [
        "[",
        "{a=",
        "[[",
        "a.",
        "secret={",
        "secret=[\n",
        "password \"",
        "\"",
        "é",
        "x=1\n",
        "[a]\n",
        "\r",
        "=",
    ];
    for pattern in patterns {
        damage(&pattern.as_bytes().repeat((1 << 18) / pattern.len()));
    }
    let keys: String = (0..20_000).map(|key| format!("k{key} = 1\n")).collect::<Vec<_>>().concat();
    damage(keys.as_bytes());
    let steps = format!("title = \"\"\nsteps = [{}]", "{ on = \"x\", put = \"orders\" }, ".repeat(8_000));
    damage(steps.as_bytes());
}
