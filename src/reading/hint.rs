//! Hints: the known name that is nearest to a word, or all known names.

/// The most names that a hint lists.
const LISTED_MAX: usize = 30;

/// The most names that a word is compared with, because a scenario may have thousands of steps.
const COMPARED_MAX: usize = 200;

/// The candidate that `word` was most likely meant to be.
///
/// Case does not count, nor the difference between `-` and `_`. One typing mistake is accepted for every three letters,
/// from one to three in all. Of equally near candidates the first one is taken.
pub(super) fn nearest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let plain = |text: &str| text.to_lowercase().replace('_', "-");
    let word: String = plain(word).chars().take(64).collect();
    let allowed = (word.chars().count() / 3).clamp(1, 3);
    let distances = candidates.into_iter().map(|candidate| {
        let candidate_plain = plain(candidate);
        // A word that is cut off, such as `exp` for `expect`, lacks more letters than typing mistakes are accepted.
        let by_prefix = word.len() >= 3 && candidate_plain.starts_with(&word);
        let distance = strsim::osa_distance(&word, &candidate_plain);
        (if by_prefix { distance.min(allowed) } else { distance }, candidate)
    });
    let (distance, candidate) = distances.min_by_key(|(distance, _)| *distance)?;
    // A candidate all of whose letters would have to change does not resemble the word.
    (distance <= allowed && distance < candidate.chars().count()).then_some(candidate)
}

/// The hint "did you mean …?" if a known name is near, else a list of the known names.
pub(super) fn suggest(word: &str, known: &[&str], what_known: &str) -> String {
    match nearest(word, known.iter().copied().take(COMPARED_MAX)) {
        Some(name) => format!("did you mean `{name}`?"),
        None if known.is_empty() => "there are none".to_owned(),
        None if known.len() > LISTED_MAX => {
            let (shown, others) = (listed(&known[..LISTED_MAX]), known.len() - LISTED_MAX);
            format!("{what_known} {shown} and {others} more")
        }
        None => format!("{what_known} {}", listed(known)),
    }
}

/// The names as a list in a sentence.
pub(super) fn listed(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_found() {
        let known = ["replicas", "seeds", "same-instance", "expect"];
        assert_eq!(nearest("replica", known), Some("replicas"));
        assert_eq!(nearest("same_instance", known), Some("same-instance"));
        assert_eq!(nearest("Seeds", known), Some("seeds"));
        assert_eq!(nearest("exp", known), Some("expect"));
    }

    #[test]
    fn a_hint_stays_short() {
        let names: Vec<_> = (0..50).map(|number| format!("name-{number}")).collect();
        let known: Vec<_> = names.iter().map(String::as_str).collect();
        let hint = suggest("banana", &known, "known here:");
        assert!(
            hint.starts_with("known here: `name-0`, ") && hint.ends_with("`name-29` and 20 more"),
            "{hint}"
        );
    }

    #[test]
    fn a_far_name_is_no_suggestion() {
        assert_eq!(nearest("banana", ["replicas", "a", "b"]), None);
        assert_eq!(nearest("x", ["a", "b"]), None, "one letter is as far from another as can be");
        assert_eq!(nearest("", ["a"]), None);
    }
}
