//! The sources as modules: what each defines, what it takes from elsewhere, and in which file that is defined.
//!
//! Paths are followed as the compiler does, through re-exports, to the file that holds the definition: `super::Thing`
//! is an import of the file where `Thing` is written, not of the folder that hands it on. Left out: macros, methods
//! (an `impl` may stand in any file of its crate), and what is compiled for unit tests only.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use syn::visit::{self, Visit};
use syn::{Attribute, Item, UseTree, Visibility};

/// A path of modules and items, from the root of the crate.
type Segments = Vec<String>;

/// How many re-exports are followed before a path is given up.
const REEXPORTS_MAX: usize = 16;

/// The modules of one crate.
pub struct Sources {
    modules: BTreeMap<Segments, Module>,
}

/// One module. An inline one belongs to the file that it stands in.
#[derive(Default)]
struct Module {
    file: PathBuf,
    /// The names of the items that are written here.
    items: BTreeSet<String>,
    /// What every imported or re-exported name stands for.
    aliases: BTreeMap<String, Segments>,
    /// The modules all of whose names are imported.
    globs: Vec<Segments>,
    /// Every path that the code names; re-exports are none.
    named: BTreeSet<Segments>,
}

impl Sources {
    /// Reads all modules below a folder, which is the root of a crate.
    pub fn read(root: &Path) -> Self {
        let mut sources = Self { modules: BTreeMap::new() };
        for file in files(root) {
            let text = fs::read_to_string(&file).expect("a source can be read");
            let parsed = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            sources.add(segments(root, &file), &file, &parsed.items);
        }
        sources
    }

    /// The files of a folder, each with the files of the same folder that it imports from.
    pub fn imports_within(&self, folder: &Path) -> BTreeMap<PathBuf, BTreeSet<PathBuf>> {
        let mut imports: BTreeMap<PathBuf, BTreeSet<PathBuf>> = BTreeMap::new();
        for (path, module) in self.modules.iter().filter(|(_, module)| module.file.starts_with(folder)) {
            let of_file = imports.entry(module.file.clone()).or_default();
            let defined = module.named.iter().filter_map(|named| self.file_of(path, named, 0));
            of_file.extend(defined.filter(|file| *file != module.file && file.starts_with(folder)));
        }
        imports
    }

    fn add(&mut self, path: Segments, file: &Path, items: &[Item]) {
        let mut module = Module { file: file.to_owned(), ..Module::default() };
        for item in items {
            if is_for_tests(attributes(item)) {
                continue;
            }
            match item {
                Item::Use(used) => {
                    let is_reexport = !matches!(used.vis, Visibility::Inherited);
                    module.import(&used.tree, &mut Vec::new(), is_reexport);
                }
                Item::Mod(inner) => {
                    let name = inner.ident.to_string();
                    if let Some((_, items)) = &inner.content {
                        let path = path.iter().cloned().chain([name]).collect();
                        self.add(path, file, items);
                    }
                }
                item => {
                    module.items.extend(name(item));
                    module.visit_item(item);
                }
            }
        }
        self.modules.insert(path, module);
    }

    /// The file that holds what a path names in a module; `None` for what another crate or a local variable is.
    fn file_of(&self, module: &[String], path: &[String], depth: usize) -> Option<PathBuf> {
        if depth > REEXPORTS_MAX {
            return None;
        }
        let (mut at, rest) = self.start(module, path, depth)?;
        for (index, segment) in rest.iter().enumerate() {
            let inner: Segments = at.iter().cloned().chain([segment.clone()]).collect();
            if self.modules.contains_key(&inner) {
                at = inner;
                continue;
            }
            let here = &self.modules[&at];
            if here.items.contains(segment) {
                return Some(here.file.clone());
            }
            let further =
                |alias: &Segments| alias.iter().chain(&rest[index + 1..]).cloned().collect::<Segments>();
            if let Some(alias) = here.aliases.get(segment) {
                return self.file_of(&at, &further(alias), depth + 1);
            }
            let through = |glob: &Segments| {
                let path: Segments = glob.iter().chain(&rest[index..]).cloned().collect();
                self.file_of(&at, &path, depth + 1)
            };
            return here.globs.iter().find_map(through);
        }
        self.modules.get(&at).map(|module| module.file.clone())
    }

    /// Where a path begins, and what is left of it.
    fn start(&self, module: &[String], path: &[String], depth: usize) -> Option<(Segments, Segments)> {
        let mut at = module.to_vec();
        let mut rest = path;
        match path.first()?.as_str() {
            "crate" => (at, rest) = (Vec::new(), &path[1..]),
            "self" => rest = &path[1..],
            "super" => {
                while rest.first().is_some_and(|segment| segment == "super") {
                    at.pop();
                    rest = &rest[1..];
                }
            }
            first => {
                let inner: Segments = at.iter().cloned().chain([first.to_owned()]).collect();
                let here = self.modules.get(&at)?;
                let is_known = self.modules.contains_key(&inner)
                    || here.items.contains(first)
                    || here.aliases.contains_key(first) && depth <= REEXPORTS_MAX;
                if !is_known {
                    return None;
                }
            }
        }
        self.modules.contains_key(&at).then(|| (at, rest.to_vec()))
    }
}

impl Module {
    fn import(&mut self, tree: &UseTree, before: &mut Segments, is_reexport: bool) {
        match tree {
            UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.import(&path.tree, before, is_reexport);
                before.pop();
            }
            UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.import(tree, before, is_reexport));
            }
            UseTree::Name(name) if name.ident == "self" => {
                let alias = before.last().expect("`self` stands in a group").clone();
                self.alias(alias, before.clone(), is_reexport);
            }
            UseTree::Name(name) => {
                let path = before.iter().cloned().chain([name.ident.to_string()]).collect();
                self.alias(name.ident.to_string(), path, is_reexport);
            }
            UseTree::Rename(renamed) => {
                let path = before.iter().cloned().chain([renamed.ident.to_string()]).collect();
                self.alias(renamed.rename.to_string(), path, is_reexport);
            }
            UseTree::Glob(_) => {
                if !is_reexport {
                    self.named.insert(before.clone());
                }
                self.globs.push(before.clone());
            }
        }
    }

    fn alias(&mut self, alias: String, path: Segments, is_reexport: bool) {
        // The name itself decides nothing: a module that is imported counts where something of it is named.
        if !is_reexport {
            self.named.insert(path.clone());
        }
        self.aliases.insert(alias, path);
    }
}

impl<'ast> Visit<'ast> for Module {
    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.segments.len() > 1 {
            self.named.insert(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        }
        visit::visit_path(self, path);
    }
}

/// Every source below a folder, in order.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder can be read") {
        let path = entry.expect("a folder can be read").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The path of the module that a file is.
fn segments(root: &Path, file: &Path) -> Segments {
    let relative = file.strip_prefix(root).expect("it lies below the root").with_extension("");
    let mut path: Segments = relative.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    if path.last().is_some_and(|last| ["mod", "lib", "main"].contains(&last.as_str())) {
        path.pop();
    }
    path
}

fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Path>().is_ok_and(|condition| condition.is_ident("test"))
    })
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Mod(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        _ => &[],
    }
}

/// The name that an item gives to its module.
fn name(item: &Item) -> Option<String> {
    let ident = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(ident.to_string())
}
