//! Hints: the nearest of the names that are known, or all of them.

/// The most names that a hint lists.
const LISTED_MAX: usize = 30;

/// The most names that a word is compared with, for a scenario may have thousands of steps.
const COMPARED_MAX: usize = 200;

/// The candidate that `word` was most likely meant to be.
///
/// Case, `-` and `_` count as equal; otherwise one typing mistake for every three letters is forgiven, and
/// the first of equally near candidates wins.
pub(super) fn nearest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let plain = |text: &str| text.to_lowercase().replace('_', "-");
    let word: String = plain(word).chars().take(64).collect();
    let allowed = (word.chars().count() / 3).clamp(1, 3);
    let distances = candidates.into_iter().map(|candidate| {
        let candidate_plain = plain(candidate);
        let by_prefix = word.len() >= 3 && candidate_plain.starts_with(&word);
        let distance = strsim::osa_distance(&word, &candidate_plain);
        (if by_prefix { distance.min(allowed) } else { distance }, candidate)
    });
    let (distance, candidate) = distances.min_by_key(|(distance, _)| *distance)?;
    (distance <= allowed && distance < candidate.chars().count()).then_some(candidate)
}

/// "did you mean …?" if a candidate is near, else what there is.
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
