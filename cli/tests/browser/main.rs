//! The page of a review in a real browser without a window, at the widths of a desk and of a phone.
//!
//! Needs Chromium (Debian's package `chromium`); another program can be named in `XSQUARE_BROWSER`.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use assert_cmd::cargo::cargo_bin_cmd;
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;
use xsquare_engine::Move;
use xsquare_engine::notation::parse_transcript;

/// A game with passes that was lost by many mistakes.
const GAME: &str = "f5d6c5f4d3e3f6e6f2c6c7b6a5g5h4h5h6f7d7b5a4e7e8f8d8c8g6a6b4a3b7c4b3a8b8a7g8h8b2a2a1b1c1c2c3d2e2g7h7h3g3g4g1";

#[test]
#[ignore = "needs a browser: cargo test -p xsquare --test browser -- --ignored"]
fn the_page_works_in_a_browser() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("review.html");
    cargo_bin_cmd!("xsquare")
        .args(["review", GAME, "--level", "2", "--hash", "1M", "--html"])
        .arg(&page)
        .assert()
        .success();
    let text = std::fs::read_to_string(&page).unwrap();
    let drive = include_str!("drive.js").replace("$BRANCHES", &branches().to_string());
    let driven = text.replacen("</body>", &format!("<script>{drive}</script></body>"), 1);
    std::fs::write(&page, driven).unwrap();
    for (width, height) in [(1280, 900), (390, 844)] {
        let frame = folder.path().join("frame.html");
        std::fs::write(&frame, framed(width, height)).unwrap();
        let report = report(&frame);
        assert_eq!(report["width"], width);
        assert!(report["plies"].as_u64().unwrap() > 50);
        let faults = report["faults"].as_array().unwrap();
        assert!(faults.is_empty(), "{width} pixels: {faults:#?}");
    }
}

/// Other moves than those of the game: where they branch off, the squares, and the board after them.
fn branches() -> Value {
    let game = parse_transcript(GAME).unwrap().game;
    let branches = (0..game.turns().len()).step_by(3).filter_map(|ply| {
        let mut position = *game.position_at(ply).unwrap();
        let played = game.turns()[ply];
        let mut squares = Vec::new();
        for _ in 0..6 {
            let mut legal = position.legal_moves().into_iter();
            let Some(square) = legal.find(|&square| !squares.is_empty() || played != square.into())
            else {
                break;
            };
            squares.push(square.to_string());
            position = position.play(square.into()).unwrap();
            if position.must_pass() {
                position = position.play(Move::Pass).unwrap();
            }
        }
        let board = position.to_string()[..64].to_owned();
        (!squares.is_empty()).then(|| json!([ply, squares, board]))
    });
    branches.collect()
}

/// A page that shows the review in a frame of this size, because windows cannot be as narrow as a phone, and keeps what
/// the script in it says.
fn framed(width: u32, height: u32) -> String {
    format!(
        "<!doctype html><pre id=\"report\"></pre><script>\
         addEventListener(\"message\", (event) => {{ document.querySelector(\"pre\").textContent = event.data; }});\
         </script><iframe src=\"review.html\" width=\"{width}\" height=\"{height}\" style=\"border: 0\"></iframe>"
    )
}

/// What the script found.
fn report(page: &Path) -> Value {
    let browser = std::env::var("XSQUARE_BROWSER").unwrap_or_else(|_| "chromium".to_owned());
    let output = Command::new(&browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"])
        .args(["--hide-scrollbars", "--virtual-time-budget=5000"])
        .arg(format!("file://{}", page.display()))
        .output()
        .unwrap_or_else(|error| panic!("{browser} cannot be started: {error}"));
    let dom = String::from_utf8_lossy(&output.stdout);
    let (_, rest) = dom
        .split_once("<pre id=\"report\">")
        .unwrap_or_else(|| panic!("no report in {dom}"));
    let (json, _) = rest.split_once("</pre>").unwrap();
    let json = json
        .replace("&gt;", ">")
        .replace("&lt;", "<")
        .replace("&amp;", "&");
    serde_json::from_str(&json).unwrap_or_else(|error| panic!("{error}: {json:?}"))
}
