//! The texts in English.

use super::{Explain, Lessons, Messages, Rules};

/// English.
pub(crate) static ENGLISH: Messages = Messages {
    rules: Rules {
        title: "Othello in one screen",
        start: [
            "Black (X) and White (O) place discs in turn, Black first.",
            "In the end the side with more discs wins.",
            "A move is a disc on an empty square so that discs of the",
            "other side lie between it and an own disc, in a straight",
            "line without a gap. These turn over:",
            "  Black plays {move}:  {before}  becomes  {after}",
            "A square where nothing turns over is no move; the moves",
            "of Black are marked + here: {moves}.",
        ],
        several: [
            "Lines run across, up and down, and slanting, and all of",
            "them count at once. After {moves}",
            "{side} plays {move}, in brackets here: {count} discs turn over,",
            "in {directions} directions: {discs}.",
            "A disc that has turned over turns no others.",
            "",
            "Who can move must move. Who cannot passes: after",
            "{pass} {passes} passes.",
        ],
        end: [
            "The game is over when neither side can move, mostly with a full board. Empty",
            "squares go to the winner: {over} ends {black}-{white}, counted {counted}.",
            "Play: `xsquare play`. `hint` there shows the best moves and says why.",
        ],
    },
    explain: Explain {
        ends_game: "It ends the game, {black}-{white}.",
        must_pass: "{opponent} has no move after it and must pass.",
        corner: "{square} is a corner: a disc there can never be turned over.",
        corners_given: "After it {opponent} can take {squares}, which it could not before.",
        corners_taken: "After it {opponent} can no longer take {squares} at once.",
        corners_left: "{opponent} can take {squares}, as before.",
        x_square: "an X-square",
        c_square: "a C-square",
        corner_taken: "{square} is {class}, but its corner {corner} is taken by {side}.",
        corner_open: "{square} is {class}, and its corner {corner} is open.",
        corner_safe: "{square} is {class}; its corner {corner} is empty, but {side} cannot take it at once.",
        wedge: "{square} is a wedge between {one} and {other}: {opponent} cannot turn it over as the edge stands.",
        wedges_offered: "{opponent} can now place a wedge between two discs on an edge: {squares}.",
        opponent_mobility: "{side}'s moves: {before} before, {after} after",
        gone: "gone: {squares}",
        new: "new: {squares}",
        own_mobility: "{side}'s own moves, if it could play twice: {before} before, {after} after.",
        stable: "{side}'s discs that can never be turned over: at least {before} before, at least {after} after.",
        odd_region: "{square} is one of {size} empty squares that hang together, of {empties} in all: an odd number, so \
                     who plays there first plays there last if both fill it in turn.",
        even_region: "{square} is one of {size} empty squares that hang together, of {empties} in all: an even number, so \
                      who plays there first does not play there last if both fill it in turn.",
        about: "About {move}:",
        about_played: "About {move}, which was played:",
        about_better: "About {move}, which is better:",
        answer: "The expected answer: {line}",
        nothing: "Nothing catches the eye; what follows it decides.",
    },
    lessons: Lessons {
        choice: "{side} can play where + is: {squares}. Each of these turns over at least one disc of {opponent}.",
        flips: "{side} places a disc on {square}; {opponent}'s discs between it and other discs of {side} turn over, \
                {count} in all: {discs}.",
        pass: "{side} has no square on which a disc would turn any over, so it passes, and {opponent} goes on.",
    },
};
