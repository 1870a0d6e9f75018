//! Files cut into lines.

use crate::check_error;
use std::io::{self, BufRead, BufReader, Read};
use xsquare_engine::notation::{LINE_LIMIT, LineError, NotationErrorKind, lines};

/// What an input gives: numbers with texts, or with the rule broken.
fn read(input: impl BufRead) -> Vec<(usize, Result<String, NotationErrorKind>)> {
    lines(input)
        .map(|line| match line {
            Ok(line) => (line.number, Ok(line.text)),
            Err(LineError::Text {
                number,
                text,
                error,
            }) => {
                check_error(&text, &error);
                (number, Err(error.kind))
            }
            Err(error) => panic!("{error}"),
        })
        .collect()
}

/// The same, whether it comes in one piece or byte by byte.
fn read_both_ways(bytes: &[u8]) -> Vec<(usize, Result<String, NotationErrorKind>)> {
    let whole = read(bytes);
    assert_eq!(read(BufReader::with_capacity(1, bytes)), whole);
    assert_eq!(read(BufReader::with_capacity(7, bytes)), whole);
    whole
}

/// An input, and the numbers and texts of its lines.
type Case<'a> = (&'a [u8], &'a [(usize, &'a str)]);

#[test]
fn ends_of_line_marks_blanks_and_comments_are_understood() {
    let cases: &[Case] = &[
        (b"", &[]),
        (b"\n\n", &[]),
        (b"a", &[(1, "a")]),
        (b"a\n", &[(1, "a")]),
        (b"a\nb", &[(1, "a"), (2, "b")]),
        (b"a\r\nb\r\n", &[(1, "a"), (2, "b")]),
        (b"a\rb\r", &[(1, "a"), (2, "b")]),
        (b"a\r\rb", &[(1, "a"), (3, "b")]),
        (b"a\n\rb", &[(1, "a"), (3, "b")]),
        (b"a\r\n\r\nb", &[(1, "a"), (3, "b")]),
        (b"\xef\xbb\xbfa\nb", &[(1, "a"), (2, "b")]),
        (b"\xef\xbb\xbf% c\na", &[(2, "a")]),
        (b"\xef\xbb\xbf", &[]),
        (b"% c\n  # c\n\t\n a \n", &[(4, " a ")]),
        (b"a % c", &[(1, "a % c")]),
        ("\u{a0}\n".as_bytes(), &[(1, "\u{a0}")]),
        ("a\n\u{feff}b".as_bytes(), &[(1, "a"), (2, "\u{feff}b")]),
    ];
    for (bytes, expected) in cases {
        let expected: Vec<_> = expected
            .iter()
            .map(|&(number, text)| (number, Ok(text.to_owned())))
            .collect();
        assert_eq!(
            read_both_ways(bytes),
            expected,
            "{:?}",
            bytes.escape_ascii().to_string()
        );
    }
}

#[test]
fn nul_and_invalid_bytes_are_refused_and_the_rest_is_read() {
    let kinds = |bytes: &[u8]| read_both_ways(bytes);
    let good = |number| (number, Ok("f5".to_owned()));
    assert_eq!(
        kinds(b"f\x005\nf5\n% \0\nf5"),
        [
            (1, Err(NotationErrorKind::Nul)),
            good(2),
            (3, Err(NotationErrorKind::Nul)),
            good(4)
        ]
    );
    assert_eq!(
        kinds(b"f5\nP\xe9renchies\nf5"),
        [good(1), (2, Err(NotationErrorKind::NotUtf8(0xe9))), good(3)]
    );
    assert_eq!(kinds(b"a\0\xff"), [(1, Err(NotationErrorKind::Nul))]);
    assert_eq!(
        kinds(b"a\xff\0"),
        [(1, Err(NotationErrorKind::NotUtf8(0xff)))]
    );
    // UTF-16 with its mark.
    assert_eq!(
        kinds(b"\xff\xfef\0")[0],
        (1, Err(NotationErrorKind::NotUtf8(0xff)))
    );

    let error = lines("f5\n\té\0".as_bytes()).nth(1).unwrap().unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 2, column 3: \"\\0\": a NUL byte; this is no text"
    );
    let error = lines(b"\xc3\xa9 \xc3(".as_slice())
        .next()
        .unwrap()
        .unwrap_err();
    assert!(
        error.to_string().starts_with("line 1, column 3: "),
        "{error}"
    );
    assert!(
        error.to_string().ends_with("byte 0xc3 is not UTF-8"),
        "{error}"
    );
}

#[test]
fn lines_are_bounded() {
    let longest = "x".repeat(LINE_LIMIT);
    for end in ["\n", "\r\n", "\r"] {
        let file = format!("{longest}{end}{longest}x{end}f5{end}");
        let read = read_both_ways(file.as_bytes());
        assert_eq!(read[0], (1, Ok(longest.clone())));
        assert_eq!(
            read[1],
            (2, Err(NotationErrorKind::LineTooLong(LINE_LIMIT)))
        );
        assert_eq!(read[2..], [(3, Ok("f5".to_owned()))]);
    }
    // The last line without an end, far beyond the limit.
    let file = "x".repeat(10 * 1024 * 1024);
    assert_eq!(
        read(file.as_bytes()),
        [(1, Err(NotationErrorKind::LineTooLong(LINE_LIMIT)))]
    );
}

#[test]
fn an_endless_line_is_given_up() {
    for byte in [0, b'x'] {
        let read = read(BufReader::new(io::repeat(byte)));
        assert_eq!(read.len(), 2);
        assert_eq!(
            read[0],
            (1, Err(NotationErrorKind::LineTooLong(LINE_LIMIT)))
        );
        assert!(matches!(
            read[1],
            (1, Err(NotationErrorKind::EndlessLine(_)))
        ));
    }
}

/// Gives a line, then fails.
struct Broken(bool);

impl Read for Broken {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if std::mem::replace(&mut self.0, true) {
            return Err(io::Error::other("gone"));
        }
        (&b"f5\nd6"[..]).read(buffer)
    }
}

#[test]
fn a_failing_input_ends_with_an_error() {
    let mut lines = lines(BufReader::new(Broken(false)));
    assert_eq!(lines.next().unwrap().unwrap().text, "f5");
    let error = lines.next().unwrap().unwrap_err();
    assert_eq!(error.to_string(), "line 2 cannot be read");
    assert!(matches!(error, LineError::Read { source, .. } if source.to_string() == "gone"));
    assert!(lines.next().is_none());
}
