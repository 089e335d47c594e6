//! The structure of the source, checked: which folder may use which, which crates are named where, no circles of
//! imports, no overlong files.

mod imports;

use std::{collections::BTreeSet, fs, path::Path};

use self::imports::{circles, sources};

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

#[test]
fn a_folder_uses_only_what_it_may() {
    let mut wrong = Vec::new();
    for source in sources().iter().filter(|source| !source.folder.is_empty()) {
        let (_, allowed) = MAY_USE
            .iter()
            .find(|(folder, _)| *folder == source.folder)
            .unwrap_or_else(|| panic!("the folder {} is not on the map", source.folder));
        for used in source.folders_used() {
            if used != source.folder && !allowed.contains(&used) {
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
        if source.folder.is_empty() || source.folder == "app" {
            continue;
        }
        for (name, folders) in KNOWN_IN {
            if source.first_names.contains(*name) && !folders.contains(&source.folder.as_str()) {
                wrong.push(format!("{} names {name}", source.file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let sources = sources();
    let circles: Vec<String> = circles(&sources)
        .iter()
        .map(|circle| {
            let files: Vec<String> = circle
                .iter()
                .map(|file| file.display().to_string())
                .collect();
            files.join(", ")
        })
        .collect();
    assert!(circles.is_empty(), "{}", circles.join("\n"));
}

#[test]
fn no_folder_climbs_out_of_itself_by_super() {
    for source in sources() {
        let depth = source.file.iter().count();
        // A file in a folder reaches the folder by one `super`, and leaves it by two.
        let allowed = (depth - 1).saturating_sub(usize::from(source.is_folder_root()));
        let climb = "super::".repeat(allowed + 1);
        let text = fs::read_to_string(
            Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("src")
                .join(&source.file),
        )
        .unwrap();
        assert!(
            source.folder.is_empty() || !text.contains(&climb),
            "{} climbs out by {climb}",
            source.file.display()
        );
    }
}

/// The longest file in `src`, in lines. A longer one usually holds two nouns.
const LONGEST_FILE: usize = 400;

/// Files that may be longer, each with the reason.
const LONGER: &[(&str, &str)] = &[(
    "engine/any.rs",
    "one macro makes the enum of each type that a game has, and every method is in each of them",
)];

#[test]
fn no_file_is_longer_than_a_reader_can_keep_in_mind() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for source in sources() {
        let lines = fs::read_to_string(root.join(&source.file))
            .unwrap()
            .lines()
            .count();
        let may_be_longer = LONGER
            .iter()
            .any(|(file, _)| Path::new(file) == source.file);
        assert_eq!(
            lines > LONGEST_FILE,
            may_be_longer,
            "{} has {lines} lines",
            source.file.display()
        );
    }
}

#[test]
fn the_map_lists_exactly_the_folders_of_the_program() {
    let folders: BTreeSet<String> = sources()
        .into_iter()
        .map(|source| source.folder)
        .filter(|folder| !folder.is_empty())
        .collect();
    let map: BTreeSet<String> = MAY_USE
        .iter()
        .map(|(folder, _)| (*folder).to_owned())
        .collect();
    assert_eq!(folders, map);
}
