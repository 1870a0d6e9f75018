//! The tree as a page: one file for any browser, without a network and without a script.

use super::Node;
use crate::commands::review::escaped;
use crate::output::text;
use crate::output::version::VERSION;
use std::fmt::Write;
use xsquare_search::Kind;

const STYLE: &str = include_str!("page.css");

/// The page.
pub(super) fn write(root: &Node) -> String {
    let name = root.name().unwrap_or("Opening book");
    let value = root
        .page
        .as_ref()
        .map(|page| page.value)
        .unwrap_or_default();
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <meta name=\"generator\" content=\"xsquare {VERSION}\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n\
         <body>\n<h1>{title}</h1>\n<p>{position}: {value} for {side}. Values are in discs, seen by the side that makes the \
         move; a star marks the best one.</p>\n",
        title = escaped(name),
        position = escaped(&root.position.to_string()),
        value = text::score(value, Kind::Book),
        side = root.position.side(),
    );
    list(root, &mut page);
    page += "</body>\n</html>\n";
    page
}

/// The moves from a node.
fn list(node: &Node, page: &mut String) {
    if node.children.is_empty() {
        return;
    }
    *page += "<ul>\n";
    for child in &node.children {
        let summary = summary(child);
        if child.children.is_empty() {
            let _ = writeln!(page, "<li>{summary}</li>");
            continue;
        }
        // The first moves are open.
        let open = if child.path.len() == 1 { " open" } else { "" };
        let _ = writeln!(page, "<li><details{open}><summary>{summary}</summary>");
        list(child, page);
        *page += "</details></li>\n";
    }
    *page += "</ul>\n";
}

/// The move, and what is known of it.
fn summary(node: &Node) -> String {
    let turn = node.path.last().map_or(String::new(), ToString::to_string);
    let class = match node.step {
        Some((_, 0)) => "best",
        _ => "other",
    };
    let facts = escaped(&node.facts().join(" \u{b7} "));
    let line = escaped(&text::moves(&node.path));
    format!("<b class=\"{class}\" title=\"{line}\">{turn}</b> <span>{facts}</span>")
}
