//! Whole numbers of the command line.

use std::ops::{Bound, RangeBounds};

/// Reads whole numbers of a range; what is none is told with what would be accepted.
pub(crate) fn number<T: TryFrom<u64>>(
    range: impl RangeBounds<u64> + Clone + Send + Sync + 'static,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number
            .and_then(|number| T::try_from(number).ok())
            .ok_or_else(|| format!("expected {}", described(&range)))
    }
}

/// `a whole number from 1 to 64`
fn described(range: &impl RangeBounds<u64>) -> String {
    let least = match range.start_bound() {
        Bound::Included(least) => Some(*least),
        Bound::Excluded(below) => Some(below + 1),
        Bound::Unbounded => None,
    };
    let most = match range.end_bound() {
        Bound::Included(most) => Some(*most),
        Bound::Excluded(above) => Some(above - 1),
        Bound::Unbounded => None,
    };
    match (least, most) {
        (None, None) => "a whole number".to_owned(),
        (Some(least), None) => format!("a whole number, at least {least}"),
        (least, Some(most)) => format!("a whole number from {} to {most}", least.unwrap_or(0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_and_others_told_what_is_expected() {
        let read = number::<u8>(1..=64);
        assert_eq!(read("1"), Ok(1));
        assert_eq!(read("64"), Ok(64));
        for text in [
            "0",
            "65",
            "300",
            "-1",
            "x",
            "",
            "1.5",
            " 1",
            "99999999999999999999",
        ] {
            assert_eq!(
                read(text),
                Err("expected a whole number from 1 to 64".to_owned()),
                "{text}"
            );
        }
        assert_eq!(
            number::<u32>(1..)("0"),
            Err("expected a whole number, at least 1".to_owned())
        );
        assert_eq!(
            number::<u64>(..)("x"),
            Err("expected a whole number".to_owned())
        );
        assert_eq!(number::<u64>(..)("18446744073709551615"), Ok(u64::MAX));
    }
}
