//! The review as a page: one file with a board to play through the game, for any browser and without a network.

use super::model::Review;
use super::row::Row;
use super::words::{result, texts, verdicts};
use crate::commands::versus::save::moves;
use crate::messages::{ENGLISH, fill};
use crate::output::version::VERSION;

const PAGE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");
const SCRIPT: &str = include_str!("page/page.js");

/// The page of a review with so many turning points.
///
/// # Errors
/// If the review cannot be written as JSON, which is a fault.
pub(super) fn write(review: &Review, boards: usize) -> anyhow::Result<String> {
    let title = review.title.as_deref().unwrap_or(texts().title);
    let mut subtitle = result(review);
    if let Some(opening) = review.opening {
        let line = fill(texts().opening, &[("name", opening.label)]);
        subtitle = format!("{subtitle}. {line}");
    }
    let verdicts: String = verdicts(review)
        .iter()
        .flat_map(|line| ["<li>".to_owned(), escaped(line), "</li>".to_owned()])
        .collect();
    let data = serde_json::to_string(&Row::new(review, boards))?;
    let page = &ENGLISH.page;
    let no_script = fill(page.no_script, &[("moves", &moves(&review.game))]);
    // Text in the data must not end the element that it stands in.
    let in_script = |json: String| json.replace('<', "\\u003c");
    let plain = [
        ("language", page.language),
        ("board", page.board),
        ("first", page.first),
        ("back", page.back),
        ("on", page.on),
        ("last", page.last),
        ("turning", page.turning),
        ("better_line", page.better_line),
        ("game", page.game),
        ("graph", page.graph),
        ("legend", page.legend),
        ("sums", page.sums),
        ("help", page.help),
        ("title", title),
        ("result", &subtitle),
        ("no_script", &no_script),
    ];
    let mut parts: Vec<(&str, String)> = plain.map(|(name, text)| (name, escaped(text))).into();
    parts.extend([
        ("version", VERSION.to_owned()),
        ("verdicts", verdicts),
        ("style", STYLE.to_owned()),
        ("texts", in_script(serde_json::to_string(page)?)),
        ("data", in_script(data)),
        ("script", SCRIPT.to_owned()),
    ]);
    Ok(filled(PAGE, &parts))
}

/// A template with its `{{names}}` replaced, each text taken as it is.
fn filled(template: &str, texts: &[(&str, String)]) -> String {
    let mut page = String::new();
    let mut rest = template;
    while let Some((before, behind)) = rest.split_once("{{") {
        let (name, behind) = behind.split_once("}}").expect("every place has an end");
        let text = texts.iter().find(|(known, _)| *known == name);
        page += before;
        page += &text.expect("every place has a text").1;
        rest = behind;
    }
    page + rest
}

/// A text as HTML shows it.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_put_in_as_they_are() {
        let texts = [("a", "{{b}}".to_owned()), ("b", "two".to_owned())];
        assert_eq!(filled("<{{a}}, {{b}}>", &texts), "<{{b}}, two>");
        assert_eq!(
            escaped("<b>\"&\"</b>"),
            "&lt;b&gt;&quot;&amp;&quot;&lt;/b&gt;"
        );
    }

    #[test]
    fn the_page_has_all_its_places_and_no_address() {
        for name in [
            "version",
            "title",
            "style",
            "result",
            "verdicts",
            "no_script",
            "texts",
            "data",
            "script",
        ] {
            assert!(PAGE.contains(&format!("{{{{{name}}}}}")), "{name}");
        }
        for part in [PAGE, STYLE, SCRIPT] {
            let addresses = part.matches("://").count();
            assert_eq!(
                addresses,
                part.matches("http://www.w3.org/2000/svg").count()
            );
            assert!(!part.contains("url(") && !part.contains("</script>\n\n<script"));
        }
        assert!(
            !SCRIPT.contains("</"),
            "it would end the element it stands in"
        );
    }
}
