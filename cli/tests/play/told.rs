//! What is told without being asked: bad moves, how games ended, where reviews are; and games that come back.

use super::{BLACK_PASSES, HUMANS, assert_order, fresh_file, play};

#[test]
fn a_blunder_is_told_with_its_loss_and_can_be_asked_about() {
    let quick = [&HUMANS[..], &["--level", "1"]].concat();
    let text = play(&quick, "f5\nd6\nc3\nd3\nc4\nb3\nb2\nundo\nhint b2\n");
    assert_order(
        &text,
        &[
            "b2 lost about ",
            " discs; `undo` takes it back, and `why b2` then says why.",
            "Taken back: b2.",
            "b2",
        ],
    );
    assert!(
        !text.contains("f5 lost") && !text.contains("d6 lost"),
        "{text}"
    );
}

#[test]
fn a_review_says_how_the_game_ended() {
    let file = fresh_file("resigned.sgf");
    let page = fresh_file("resigned.md");
    let script = format!(
        "f5\nresign\nsave {file}\nreview {page}\nreview {page}\nreview! {page}\nnew\nload {file}\n",
        file = file.display(),
        page = page.display(),
    );
    let text = play(&HUMANS, script);
    let ended = "Ended after 1 turn: White has resigned, Black wins";
    let written = format!("The review is in {}.", page.display());
    assert_order(
        &text,
        &[
            "White resigns, Black wins.",
            ended,
            &written,
            "exists already; `review! ",
            ended,
            &written,
            "by the record White has resigned, Black wins; here it goes on from its last position",
        ],
    );
    let markdown = std::fs::read_to_string(&page).unwrap();
    assert!(markdown.contains(ended), "{markdown}");
}

#[test]
fn a_review_counts_as_the_game_does() {
    // White wins with an empty square left.
    let counted = [&HUMANS[..], &["--convention", "discs", BLACK_PASSES]].concat();
    let text = play(&counted, "g5\nh6\nreview\n");
    assert_eq!(text.matches(" (discs on the board)").count(), 3, "{text}");
    assert!(!text.contains("empties to the winner"), "{text}");
}

#[test]
fn a_picture_that_was_printed_can_be_played_from() {
    let shown = play(&HUMANS, "f5d6c3\n");
    let picture = shown.rfind("    a b c").map(|at| &shown[at..]).unwrap();
    let text = play(&[&HUMANS[..], &[picture]].concat(), "d3\n");
    assert_order(&text, &["White to move", "Black to move"]);
}
