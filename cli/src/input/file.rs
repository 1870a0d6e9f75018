//! Files of the input: opened where they can be read, known by their first bytes where they are something else, and missed
//! where an argument names one that is not there.

use crate::output::text::counted;
use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind};
use std::path::Path;
use xsquare_engine::notation::{Container, GameFormat, detect};

/// How much of a file is read at once, in bytes.
const BUFFER: usize = 1 << 16;

/// Opens a file to be read from its beginning to its end; `-` is standard input, and pipes and devices do as well.
///
/// # Errors
/// If it cannot be read, or its first bytes tell that it is something else. The message does not have its name.
pub(crate) fn open(path: &Path) -> io::Result<Box<dyn BufRead + Send>> {
    let mut input: Box<dyn BufRead + Send> = if path.as_os_str() == "-" {
        Box::new(BufReader::with_capacity(BUFFER, io::stdin()))
    } else {
        Box::new(BufReader::with_capacity(BUFFER, open_file(path)?))
    };
    // A pipe may hand out less than there is at first; what is not recognised then is told by the reader.
    if let Some(what) = refusal(input.fill_buf()?) {
        return Err(io::Error::new(ErrorKind::InvalidData, what));
    }
    Ok(input)
}

/// Opens a file, whatever it holds.
///
/// # Errors
/// If it cannot be read or is a directory. The message does not have its name.
pub(crate) fn open_file(path: &Path) -> io::Result<File> {
    let file = File::open(path).map_err(missing)?;
    if file.metadata()?.is_dir() {
        return Err(io::Error::new(
            ErrorKind::IsADirectory,
            "it is a directory; expected a file",
        ));
    }
    Ok(file)
}

/// The content of a file.
///
/// # Errors
/// If it cannot be read. The message does not have its name.
#[cfg(feature = "train")]
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    io::Read::read_to_end(&mut open_file(path)?, &mut bytes)?;
    Ok(bytes)
}

/// The content of a file as text.
///
/// # Errors
/// If it cannot be read or is no text. The message does not have its name.
pub(crate) fn read_text(path: &Path) -> io::Result<String> {
    io::read_to_string(open_file(path)?)
}

/// Opens a file that is read here and there. The kind is looked at before: opening a pipe would wait for somebody to write
/// into it.
///
/// # Errors
/// If it cannot be read or is no regular file. The message does not have its name.
pub(crate) fn open_regular(path: &Path) -> io::Result<File> {
    if !path.metadata().map_err(missing)?.is_file() {
        return Err(io::Error::new(
            ErrorKind::InvalidInput,
            "it is not a regular file; expected one",
        ));
    }
    File::open(path)
}

/// A missing file in our own words; any other error as it is.
fn missing(error: io::Error) -> io::Error {
    match error.kind() {
        ErrorKind::NotFound => io::Error::new(ErrorKind::NotFound, "there is no such file"),
        _ => error,
    }
}

/// The beginnings of files that hold neither games nor positions, what they are, and what may be done about it.
const OTHERS: [(&[u8], &str); 14] = [
    (
        b"XSQBOOK\n",
        "it is an opening book of this program; `xsquare book stats` tells of it, and --book takes it",
    ),
    (
        b"XSQPATS\n",
        "it holds weights of the evaluation; --eval takes it",
    ),
    (
        b"XSQDATA\n",
        "it holds positions to train with; `xsquare train` takes it",
    ),
    (
        b"\x1f\x8b",
        "it is compressed by gzip; expected what gunzip makes of it",
    ),
    (
        b"PK\x03\x04",
        "it is a ZIP archive; expected the files in it",
    ),
    (
        b"7z\xbc\xaf\x27\x1c",
        "it is a 7z archive; expected the files in it",
    ),
    (
        b"BZh",
        "it is compressed by bzip2; expected what bunzip2 makes of it",
    ),
    (
        b"\xfd7zXZ\0",
        "it is compressed by xz; expected what unxz makes of it",
    ),
    (
        b"\x28\xb5\x2f\xfd",
        "it is compressed by zstd; expected what unzstd makes of it",
    ),
    (b"\x89PNG", "it is a picture (PNG); expected text or WTHOR"),
    (
        b"\xff\xd8\xff",
        "it is a picture (JPEG); expected text or WTHOR",
    ),
    (b"%PDF-", "it is a PDF; expected text or WTHOR"),
    (
        b"\xff\xfe",
        "it is text in UTF-16; expected UTF-8 or Latin-1",
    ),
    (
        b"\xfe\xff",
        "it is text in UTF-16; expected UTF-8 or Latin-1",
    ),
];

/// Why a file that begins like this is not read; `None` if it may be.
fn refusal(head: &[u8]) -> Option<String> {
    let other = OTHERS.iter().find(|(magic, _)| head.starts_with(magic));
    if let Some((_, what)) = other {
        return Some((*what).to_owned());
    }
    names_in(head).map(|names| {
        format!(
            "it is a list of {} that belongs to WTHOR files; the games are in .wtb files",
            counted(names, "name")
        )
    })
}

/// Tells by its first bytes what a file of positions is. What begins with any other control character than a WTHOR file is
/// told of line by line.
pub(super) fn container(head: &[u8]) -> Container {
    match detect(head) {
        Container::Wthor if !has_date(head) => Container::Lines,
        container => container,
    }
}

/// The number of names by the header of a WTHOR list: a date, no games, some names, no year.
fn names_in(head: &[u8]) -> Option<u16> {
    let &[_, _, _, _, 0, 0, 0, 0, low, high, 0, 0, ..] = head else {
        return None;
    };
    Some(u16::from_le_bytes([low, high])).filter(|names| *names > 0 && has_date(head))
}

/// Whether a file begins with a date, as those of WTHOR do.
const fn has_date(head: &[u8]) -> bool {
    matches!(head, [19..=21, 0..=99, 1..=12, 1..=31, ..])
}

/// Extensions of files that people have games, positions or pictures of them in.
const EXTENSIONS: [&str; 17] = [
    "jou", "trn", "scr", "gam", "pgn", "ffo", "book", "bin", "gz", "zip", "7z", "pdf", "png",
    "svg", "csv", "md", "html",
];

/// What is wrong with an argument that is no game or position, if it looks like the name of a file.
pub(crate) fn fault_of_name(text: &str) -> Option<String> {
    let path = Path::new(text);
    if !looks_like_name(text) {
        return None;
    }
    Some(match path.metadata() {
        Ok(data) if data.is_dir() => {
            format!("{text} is a directory; expected a position or a game")
        }
        Ok(_) => format!(
            "{text} is a file, not a position; commands that read positions from files take them with --file"
        ),
        Err(_) => format!("there is no file {text}, and it is no position or game either"),
    })
}

/// Whether a text is meant as the name of a file. Positions in FEN and games in GGF have slashes too.
fn looks_like_name(text: &str) -> bool {
    let path = Path::new(text);
    if text.len() > 4096 || text.contains(char::is_control) || text.starts_with(['(', '{', '[']) {
        return false;
    }
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    let extension = extension.to_ascii_lowercase();
    let is_known =
        GameFormat::of_extension(&extension).is_some() || EXTENSIONS.contains(&extension.as_str());
    let is_rooted = ["/", "./", "../", "~/", "\\"]
        .iter()
        .any(|root| text.starts_with(root));
    // `games/2001` where there is a folder `games`.
    let is_in_folder = text
        .split_once('/')
        .is_some_and(|(folder, _)| Path::new(folder).is_dir());
    is_known || is_rooted || is_in_folder || path.is_dir()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_told_from_positions() {
        for name in [
            "no.sgf",
            "No.SGF",
            "a b.ggf",
            "/no/such",
            "./no",
            "../no",
            "~/games/x",
            "no/such/file.obf",
            "x.pdf",
            "src/no",
        ] {
            let fault = fault_of_name(name).unwrap_or_default();
            assert!(
                fault.starts_with(&format!("there is no file {name},")),
                "{name}: {fault}"
            );
        }
        for text in [
            "8/8/8/3pP3/3Pp3/8/8/8 b - - 0",
            "(;GM[Othello]PC[a/b.sgf",
            "f5d6z9",
            "f5/d6",
            "1.f5",
            "start.",
            "",
            "-",
        ] {
            assert_eq!(fault_of_name(text), None, "{text}");
        }
        let here = fault_of_name("src").unwrap();
        assert!(here.contains("is a directory"), "{here}");
        let file = fault_of_name("./Cargo.toml").unwrap();
        assert!(file.contains("with --file"), "{file}");
    }

    #[test]
    fn files_of_other_kinds_are_known_by_their_beginning() {
        let refused = |head: &[u8]| refusal(head).unwrap_or_default();
        assert!(refused(b"XSQBOOK\n\x01\0").contains("book stats"));
        assert!(refused(b"XSQPATS\n").contains("--eval"));
        assert!(refused(b"\x1f\x8b\x08").contains("gunzip"));
        assert!(refused(b"PK\x03\x04\x14").contains("archive"));
        let list = [20, 26, 2, 16, 0, 0, 0, 0, 0x60, 0x11, 0, 0, 0, 0, 0, 0];
        assert!(refused(&list).contains("list of 4,448 names"));
        for text in [
            &b"f5d6"[..],
            b"",
            b"BZ",
            b"%PD",
            b"% comment",
            b"PKf5",
            b"\x1b[2J",
        ] {
            assert_eq!(refusal(text), None, "{text:?}");
            assert_eq!(container(text), Container::Lines, "{text:?}");
        }
        let wthor = [20, 7, 5, 22, 12, 0, 0, 0, 0, 0, 0xb9, 7, 8, 0, 24, 0];
        for (games, expected) in [
            (&b"(;GM[2]"[..], Container::Sgf),
            (&wthor, Container::Wthor),
            (b"{", Container::Json),
        ] {
            assert_eq!(refusal(games), None);
            assert_eq!(container(games), expected);
        }
    }
}
