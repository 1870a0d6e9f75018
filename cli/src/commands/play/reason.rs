//! Why a move is better than another, in the terms of the classic evaluation.

use xsquare_engine::{Position, Square};
use xsquare_search::Eval;
use xsquare_search::eval::Classic;

/// A difference smaller than this, in 1/128 disc, is no reason: a tenth of a disc.
const LEAST_DIFFERENCE: i32 = Eval::PER_DISC / 10;

/// One reason for `best` in `position`, found by comparing what the board looks like after it and after `other`, the
/// next best move if there is one.
///
/// The evaluation looks nothing ahead, so it may see no reason for what a search found out; then that is said.
pub(super) fn reason(
    classic: &Classic,
    position: &Position,
    best: Square,
    other: Option<Square>,
) -> String {
    let (side, opponent) = (position.side(), !position.side());
    let Some(other) = other else {
        return format!("{best} is the only move.");
    };
    let after = |square: Square| position.try_play(square.into());
    let (Some(after_best), Some(after_other)) = (after(best), after(other)) else {
        return String::new();
    };
    if after_best.is_over() {
        return format!("Why {best}: it ends the game.");
    }
    if after_best.must_pass() && !after_other.must_pass() {
        return format!("Why {best}: {opponent} has no move after it and must pass.");
    }
    if after_other.is_over() {
        return format!("Why {best}: {other} would end the game.");
    }
    // Both boards are the opponent's to move on: its own counts are those of the other side, its gains are losses.
    let (best_terms, other_terms) = (
        classic.explain(after_best.board()).terms,
        classic.explain(after_other.board()).terms,
    );
    let strongest = best_terms
        .into_iter()
        .zip(other_terms)
        .max_by_key(|(best, other)| other.value - best.value);
    match strongest {
        Some((ours, theirs)) if theirs.value - ours.value >= LEAST_DIFFERENCE => format!(
            "Why {best} rather than {other}: {}. After {best} {side} has {} and {opponent} {}, after {other} {} and {}; \
             that is worth {:.2} discs. {}",
            ours.name,
            ours.opponent,
            ours.own,
            theirs.opponent,
            theirs.own,
            Eval::from_units(theirs.value - ours.value).discs(),
            ours.description
        ),
        _ => format!(
            "Why {best} rather than {other}: at first sight nothing speaks for it; reading ahead does."
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xsquare_engine::notation::recognise;

    fn why(position: &str, best: Square, other: Option<Square>) -> String {
        let position = recognise(position, None).unwrap().position();
        reason(&Classic::default(), &position, best, other)
    }

    #[test]
    fn the_term_that_speaks_most_for_the_move_is_named() {
        let ffo_29 = "-OXXXX----OXXO--XXOOXOOOXXXOOXOOXXOOXOOOXXXXOO-XX-XXO----------- X";
        let text = why(ffo_29, Square::A1, Some(Square::B2));
        // Which of the two weighs more is for the fitted weights to say.
        let corners = "corners. After a1 Black has 1 and White 0, after b2 0 and 0; that is worth ";
        let edges =
            "stable edge discs. After a1 Black has 6 and White 0, after b2 0 and 0; that is worth ";
        let rest = text.strip_prefix("Why a1 rather than b2: ").unwrap();
        assert!(
            rest.starts_with(corners) || rest.starts_with(edges),
            "{text}"
        );
        assert!(rest.contains(" discs. "), "{text}");
    }

    #[test]
    fn equal_moves_have_no_reason() {
        let text = why("start", Square::F5, Some(Square::D3));
        assert!(text.contains("nothing speaks for it"), "{text}");
    }

    #[test]
    fn a_forced_move_a_forced_pass_and_the_end_are_reasons() {
        assert_eq!(why("start", Square::F5, None), "f5 is the only move.");
        // c4c3f5b4a4a5c2 a3 takes Black's last move.
        let other = recognise("c4c3f5b4a4a5c2", None).unwrap().position();
        let other = other
            .legal_moves()
            .into_iter()
            .find(|&square| square != Square::A3);
        assert_eq!(
            why("c4c3f5b4a4a5c2", Square::A3, other),
            "Why a3: Black has no move after it and must pass."
        );
        let text = why("f5d6c5f6e7f4g5e6", Square::E3, Some(Square::D7));
        assert_eq!(text, "Why e3: it ends the game.");
    }
}
