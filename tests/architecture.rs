//! The map of the house, checked: which folder may use which, and which crates are known where.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use proc_macro2::{TokenStream, TokenTree};

/// What each folder of `src` may use of the others. A folder may always use itself.
const MAY_USE: &[(&str, &[&str])] = &[
    ("engine", &[]),
    ("types", &[]),
    ("game", &["engine", "types"]),
    ("record", &["engine", "types", "game"]),
    ("bot", &["engine"]),
    ("auth", &["engine", "types", "game"]),
    ("postgres", &[]),
    ("outbound", &["types"]),
    ("store", &["engine", "types", "game"]),
    (
        "service",
        &[
            "engine", "types", "game", "record", "bot", "auth", "outbound", "store",
        ],
    ),
    // Of engine, game and record, their wire types.
    (
        "http",
        &[
            "engine", "types", "game", "record", "auth", "outbound", "service",
        ],
    ),
    // Puts everything together and may use everything.
    (
        "app",
        &[
            "config",
            "http",
            "outbound",
            "postgres",
            "service",
            "store",
            "telemetry",
        ],
    ),
    // A command may use whatever it runs.
    (
        "cli",
        &[
            "app", "bot", "config", "engine", "game", "http", "record", "service", "store", "types",
        ],
    ),
];

/// The folders in which a crate may be named. Files directly in `src`, and `app`, put everything together and may name
/// any.
const KNOWN_IN: &[(&str, &[&str])] = &[
    ("actix_web", &["http"]),
    ("utoipa_actix_web", &["http"]),
    (
        "utoipa",
        &["bot", "engine", "types", "game", "record", "http"],
    ),
    ("governor", &["http"]),
    ("metrics", &["http", "outbound"]),
    ("diesel", &["store"]),
    ("diesel_async", &["store"]),
    ("diesel_migrations", &["store"]),
    ("deadpool", &["store"]),
    ("hyper", &["outbound"]),
    ("hyper_util", &["outbound"]),
    ("http_body_util", &["outbound"]),
    ("tokio_rustls", &["outbound"]),
    ("rustls_native_certs", &["outbound"]),
    ("url", &["service", "outbound"]),
    ("tokio", &["store", "service", "outbound", "cli"]),
    ("rand", &["bot", "postgres"]),
    ("chrono", &["types", "game", "store", "service", "http"]),
    ("uuid", &["types", "store", "service"]),
    (
        "tracing",
        &["store", "service", "outbound", "http", "postgres"],
    ),
    ("clap", &["cli"]),
    ("rustix", &["postgres"]),
];

/// A file of the program: the folder that it is in, and every name that begins a path in it.
struct Source {
    file: PathBuf,
    folder: String,
    own_folders: BTreeSet<String>,
    first_names: BTreeSet<String>,
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    gather(&root, &mut files);
    assert!(files.len() > 50, "the sources are found");
    files
        .into_iter()
        .filter_map(|file| {
            let inside = file.strip_prefix(&root).unwrap();
            let folder = inside.parent()?.iter().next()?.to_str()?.to_owned();
            let tokens: TokenStream = fs::read_to_string(&file).unwrap().parse().unwrap();
            let mut source = Source {
                file: inside.to_owned(),
                folder,
                own_folders: BTreeSet::new(),
                first_names: BTreeSet::new(),
            };
            scan(tokens, &mut source);
            Some(source)
        })
        .collect()
}

fn gather(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            gather(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// Takes down `name` of every `name::…`, and `folder` of every `crate::folder` and `crate::{folder::…, …}`, inside
/// macros too.
fn scan(tokens: TokenStream, source: &mut Source) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is_colons = |at: usize| {
        let is_colon = |token: Option<&TokenTree>| matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == ':');
        is_colon(tokens.get(at)) && is_colon(tokens.get(at + 1))
    };
    for (i, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => scan(group.stream(), source),
            TokenTree::Ident(name) if is_colons(i + 1) => {
                if name == "crate" {
                    match tokens.get(i + 3) {
                        Some(TokenTree::Ident(folder)) => {
                            source.own_folders.insert(folder.to_string());
                        }
                        Some(TokenTree::Group(group)) => {
                            source.own_folders.extend(first_of_each(group.stream()));
                        }
                        _ => {}
                    }
                } else if i < 2 || !is_colons(i - 2) {
                    source.first_names.insert(name.to_string());
                }
            }
            TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

fn first_of_each(list: TokenStream) -> Vec<String> {
    let tokens: Vec<TokenTree> = list.into_iter().collect();
    tokens
        .split(|token| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ','))
        .filter_map(|element| element.first().map(ToString::to_string))
        .collect()
}

#[test]
fn a_folder_uses_only_what_it_may() {
    let mut wrong = Vec::new();
    for source in sources() {
        let (_, allowed) = MAY_USE
            .iter()
            .find(|(folder, _)| *folder == source.folder)
            .unwrap_or_else(|| panic!("the folder {} is not on the map", source.folder));
        for used in &source.own_folders {
            if *used != source.folder && !allowed.contains(&used.as_str()) {
                wrong.push(format!("{} uses crate::{used}", source.file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_crate_is_named_only_where_it_may_be_known() {
    let mut wrong = Vec::new();
    for source in sources() {
        for (name, folders) in KNOWN_IN {
            if source.folder != "app"
                && source.first_names.contains(*name)
                && !folders.contains(&source.folder.as_str())
            {
                wrong.push(format!("{} names {name}", source.file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_folder_climbs_out_of_itself_by_super() {
    for source in sources() {
        let depth = source.file.iter().count();
        let text = fs::read_to_string(
            Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("src")
                .join(&source.file),
        )
        .unwrap();
        // A file directly in a folder reaches the folder by one `super`, and leaves it by two.
        let is_root_of_folder = source.file.ends_with("mod.rs");
        let most = depth - 1 - usize::from(is_root_of_folder);
        let climb = "super::".repeat(most + 1);
        assert!(
            !text.contains(&climb),
            "{} climbs out by {climb}",
            source.file.display()
        );
    }
}

/// The folders of the program are on the map, and the map has no others.
#[test]
fn the_map_is_complete() {
    let folders: BTreeSet<String> = sources().into_iter().map(|source| source.folder).collect();
    let map: BTreeSet<String> = MAY_USE
        .iter()
        .map(|(folder, _)| (*folder).to_owned())
        .collect();
    assert_eq!(folders, map);
}
