//! What each file of `src` imports, read from its tokens: `use` trees and paths in expressions alike.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// A path of modules from the root of the crate.
type ModulePath = Vec<String>;

/// A file of the program.
pub struct Source {
    /// The path below `src`.
    pub file: PathBuf,
    /// The first folder of that path; empty for a file directly in `src`.
    pub folder: String,
    /// The first name of every path in the file that does not begin in this crate: the crates and items that it names.
    pub first_names: BTreeSet<String>,
    /// The module of the file.
    module: ModulePath,
    /// Every path in the file that begins in this crate.
    imports: BTreeSet<ModulePath>,
}

impl Source {
    /// Whether the file is the root of a folder.
    pub fn is_folder_root(&self) -> bool {
        self.file.ends_with("mod.rs") || self.file.ends_with("lib.rs")
    }

    /// The top-level folders of this crate that the file imports.
    pub fn folders_used(&self) -> BTreeSet<&str> {
        self.imports
            .iter()
            .filter_map(|path| path.first())
            .map(String::as_str)
            .collect()
    }
}

/// Every file of the program.
pub fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    gather(&root, &mut files);
    assert!(files.len() > 50, "the sources are found");
    files.iter().map(|file| read(&root, file)).collect()
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

fn read(root: &Path, path: &Path) -> Source {
    let file = path.strip_prefix(root).unwrap().to_owned();
    let mut module: ModulePath = file
        .with_extension("")
        .iter()
        .map(|part| part.to_str().unwrap().to_owned())
        .collect();
    if matches!(module.last().unwrap().as_str(), "mod" | "lib" | "main") {
        module.pop();
    }
    let folder = file.parent().unwrap().iter().next();
    let mut source = Source {
        folder: folder.map_or_else(String::new, |folder| folder.to_str().unwrap().to_owned()),
        file,
        first_names: BTreeSet::new(),
        module: module.clone(),
        imports: BTreeSet::new(),
    };
    let tokens: TokenStream = fs::read_to_string(path).unwrap().parse().unwrap();
    scan(tokens, &module, &mut source);
    source
}

fn is_colons(tokens: &[TokenTree], at: usize) -> bool {
    let is_colon = |token: Option<&TokenTree>| matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == ':');
    is_colon(tokens.get(at)) && is_colon(tokens.get(at + 1))
}

/// Collects the paths in these tokens, which are in `module`, and in everything nested in them.
fn scan(tokens: TokenStream, module: &ModulePath, source: &mut Source) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut at = 0;
    while at < tokens.len() {
        match &tokens[at] {
            TokenTree::Ident(word) if word == "mod" => {
                if let (Some(TokenTree::Ident(name)), Some(TokenTree::Group(body))) =
                    (tokens.get(at + 1), tokens.get(at + 2))
                {
                    let inner = [&module[..], &[name.to_string()]].concat();
                    scan(body.stream(), &inner, source);
                    at += 2;
                }
            }
            TokenTree::Ident(name) if is_colons(&tokens, at + 1) => {
                let is_continued = at >= 2 && is_colons(&tokens, at - 2);
                if !is_continued {
                    if ["crate", "self", "super"].contains(&name.to_string().as_str()) {
                        path(&tokens[at..], &mut Vec::new(), module, source);
                    } else {
                        source.first_names.insert(name.to_string());
                    }
                }
            }
            TokenTree::Group(group) => scan(group.stream(), module, source),
            TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
        at += 1;
    }
}

/// Collects the path that begins with the first of these tokens, and every branch of it in a `use` tree.
fn path(tokens: &[TokenTree], prefix: &mut ModulePath, module: &ModulePath, source: &mut Source) {
    let length = prefix.len();
    let mut at = 0;
    loop {
        match tokens.get(at) {
            Some(TokenTree::Ident(name)) => {
                prefix.push(name.to_string());
                at += 1;
                if is_colons(tokens, at) {
                    at += 2;
                    continue;
                }
            }
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                let branches: Vec<TokenTree> = group.stream().into_iter().collect();
                for branch in branches.split(
                    |token| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ','),
                ) {
                    path(branch, prefix, module, source);
                }
                prefix.truncate(length);
                return;
            }
            _ => {}
        }
        break;
    }
    source.imports.extend(resolve(prefix, module));
    prefix.truncate(length);
}

/// The path from the root of the crate; `None` for one that leads into another crate.
fn resolve(path: &[String], module: &ModulePath) -> Option<ModulePath> {
    let path = match path.split_last() {
        Some((last, rest)) if last == "self" && !rest.is_empty() => rest,
        _ => path,
    };
    match path.first()?.as_str() {
        "crate" => Some(path[1..].to_vec()),
        "self" => Some([&module[..], &path[1..]].concat()),
        "super" => {
            let up = path.iter().take_while(|part| *part == "super").count();
            let above = module.len().checked_sub(up)?;
            Some([&module[..above], &path[up..]].concat())
        }
        _ => None,
    }
}

/// Circles of imports, each as the files in it.
///
/// An import of the root file of a folder that the importing file is in does not count: a type in `mod.rs` has its
/// methods in the files beside it, which is one noun in several files.
pub fn circles(sources: &[Source]) -> Vec<Vec<&Path>> {
    let by_module: BTreeMap<&[String], usize> = sources
        .iter()
        .enumerate()
        .filter(|(_, source)| !source.file.ends_with("main.rs"))
        .map(|(i, source)| (&source.module[..], i))
        .collect();
    let file_of = |path: &[String]| {
        (0..=path.len())
            .rev()
            .find_map(|length| by_module.get(&path[..length]).copied())
    };
    let edges: Vec<BTreeSet<usize>> = sources
        .iter()
        .map(|source| {
            let is_above =
                |other: &Source| other.is_folder_root() && source.module.starts_with(&other.module);
            source
                .imports
                .iter()
                .filter_map(|path| file_of(path))
                .filter(|&other| !is_above(&sources[other]))
                .collect()
        })
        .collect();
    let reach: Vec<BTreeSet<usize>> = (0..sources.len())
        .map(|from| reachable(from, &edges))
        .collect();
    let mut circles = BTreeSet::new();
    for from in 0..sources.len() {
        let circle: BTreeSet<usize> = reach[from]
            .iter()
            .copied()
            .filter(|&to| to != from && reach[to].contains(&from))
            .chain([from])
            .collect();
        if circle.len() > 1 {
            circles.insert(circle);
        }
    }
    circles
        .into_iter()
        .map(|circle| circle.into_iter().map(|i| &*sources[i].file).collect())
        .collect()
}

fn reachable(from: usize, edges: &[BTreeSet<usize>]) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let mut open = vec![from];
    while let Some(file) = open.pop() {
        for &next in &edges[file] {
            if found.insert(next) {
                open.push(next);
            }
        }
    }
    found
}
