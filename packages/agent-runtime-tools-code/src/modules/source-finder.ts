import { posix } from 'node:path';
import type { CodeImport } from '../indexer/code-file.ts';
import type { IndexedFile } from '../indexer/code-index.ts';
import type { Language } from '../indexer/source-languages.ts';

type Candidates = (from: string, entry: CodeImport) => readonly string[];

/** Finds the files of the workspace that an import of a language without a module resolver leads to, by the conventions of the language. */
export class SourceFinder {
  readonly #files: ReadonlyMap<string, IndexedFile>;
  readonly #byName = new Map<string, string[]>();
  readonly #byFolder = new Map<string, string[]>();
  readonly #byNamespace = new Map<string, string[]>();

  constructor(files: readonly IndexedFile[]) {
    this.#files = new Map(files.map((file) => [file.path, file]));
    for (const { path, file } of files) {
      push(this.#byName, posix.basename(path), path);
      push(this.#byFolder, posix.dirname(path), path);
      for (const { kind, name } of file.symbols) if (kind === 'namespace') push(this.#byNamespace, name, path);
    }
  }

  /** Empty for a library and for a module that is not in the workspace. */
  find(from: IndexedFile, entry: CodeImport): readonly IndexedFile[] {
    const { language, path } = from;
    const paths = this.#paths(language, path, entry);
    return [...new Set(paths)].flatMap((each) => (each === path ? [] : (this.#files.get(each) ?? [])));
  }

  /** Files that see each other's names without an import. */
  siblings({ language, path, file }: IndexedFile): readonly IndexedFile[] {
    const isFolder = language === 'go' || language === 'java';
    const namespaces = file.symbols.filter(({ kind }) => kind === 'namespace').map(({ name }) => name);
    const paths = isFolder
      ? (this.#byFolder.get(posix.dirname(path)) ?? [])
      : namespaces.flatMap((name) => this.#byNamespace.get(name) ?? []);
    return paths
      .flatMap((each) => this.#files.get(each) ?? [])
      .filter((each) => each.language === language && each.path !== path);
  }

  #paths(language: Language, from: string, entry: CodeImport): readonly string[] {
    switch (language) {
      case 'python':
        return this.#firstKnown(pythonPaths(from, entry), '.py');
      case 'go':
        return this.#goPackage(entry.source);
      case 'rust':
        return this.#existing(rustPaths(from, entry));
      case 'java':
        return this.#javaFiles(entry);
      case 'c':
      case 'cpp':
        return this.#beside(from, entry.source, '');
      case 'ruby':
        return this.#beside(from, entry.source, '.rb');
      case 'bash':
        return this.#beside(from, entry.source, '');
      case 'csharp':
        return this.#byNamespace.get(entry.source) ?? [];
      case 'php':
        return entry.form === 'require' ? this.#beside(from, entry.source, '') : this.#phpFiles(entry);
      default:
        return [];
    }
  }

  #existing(paths: readonly string[]): readonly string[] {
    return paths.filter((path) => this.#files.has(path)).slice(0, 1);
  }

  /** The first path that exists at the root, in a folder above the importer or at the end of some path. */
  #firstKnown(paths: readonly string[], extension: string): readonly string[] {
    for (const path of paths) {
      if (this.#files.has(path)) return [path];
      if (!path.endsWith(extension) || path.startsWith('../')) continue;
      const [found] = this.#endingWith(path);
      if (found !== undefined && path.includes('/')) return [found];
    }
    return [];
  }

  #endingWith(suffix: string): readonly string[] {
    const named = this.#byName.get(posix.basename(suffix)) ?? [];
    return named.filter((path) => path === suffix || path.endsWith(`/${suffix}`));
  }

  /** Relative to the importer, or the only file with that path at its end. */
  #beside(from: string, source: string, extension: string): readonly string[] {
    const name = source.endsWith(extension) ? source : source + extension;
    const near = posix.join(posix.dirname(from), name);
    if (this.#files.has(near)) return [near];
    if (source.startsWith('.')) return [];
    const ending = this.#endingWith(name);
    return ending.length === 1 ? ending : [];
  }

  /** `example.com/shop/goods` is the folder goods of the module example.com/shop. Packages of Go itself have no dot. */
  #goPackage(source: string): readonly string[] {
    const parts = source.split('/');
    if (!(parts[0]?.includes('.') ?? false)) return [];
    for (let skipped = 1; skipped < parts.length; skipped++) {
      const files = this.#byFolder.get(parts.slice(skipped).join('/')) ?? [];
      const sources = files.filter((path) => path.endsWith('.go') && !path.endsWith('_test.go'));
      if (sources.length > 0) return sources;
    }
    return [];
  }

  #javaFiles({ source, symbols }: CodeImport): readonly string[] {
    const path = source.replaceAll('.', '/');
    const own = this.#endingWith(`${path}.java`);
    if (own.length > 0 || symbols[0] !== '*') return own.slice(0, 1);
    return [...this.#byFolder].flatMap(([folder, files]) =>
      folder === path || folder.endsWith(`/${path}`) ? files.filter((each) => each.endsWith('.java')) : [],
    );
  }

  #phpFiles({ source }: CodeImport): readonly string[] {
    const at = source.lastIndexOf('\\');
    const [namespace, name] = [source.slice(0, Math.max(0, at)).replaceAll('\\', '.'), source.slice(at + 1)];
    return (this.#byNamespace.get(namespace) ?? []).filter(
      (path) => this.#files.get(path)?.file.symbols.some((each) => each.name === name) ?? false,
    );
  }
}

/** `from .base import x` is base.py or base/__init__.py beside the file; `from . import x` is x.py. */
const pythonPaths: Candidates = (from, { source, symbols }) => {
  const dots = /^\.*/.exec(source)?.[0].length ?? 0;
  const rest = source
    .slice(dots)
    .split('.')
    .filter((part) => part !== '');
  const base = dots === 0 ? [] : [posix.join(posix.dirname(from), ...Array.from({ length: dots - 1 }, () => '..'))];
  const module = (...names: string[]): string[] => {
    const path = posix.join(...base, ...rest, ...names);
    return [`${path}.py`, `${path}/__init__.py`, `${path}.pyi`];
  };
  const own = rest.length === 0 ? [] : module();
  const inPackage = symbols.flatMap((name) => (/^\w+$/.test(name) ? module(name) : []));
  return [...own, ...inPackage, ...(rest.length === 0 && dots > 0 ? [posix.join(...base, '__init__.py')] : [])];
};

/** `crate::a::B` is in src/a.rs or src/a/mod.rs, or in the root of the crate. */
const rustPaths: Candidates = (from, { source, symbols }) => {
  const parts = [...source.split('::'), ...symbols.filter((name) => name !== '*')];
  const isRoot = /(?:^|\/)(?:lib|main|mod)\.rs$/.test(from);
  const own = isRoot ? posix.dirname(from) : from.replace(/\.rs$/, '');
  let base: string;
  if (parts[0] === 'crate') base = /^(.*?(?:^|\/)src)(?:\/|$)/.exec(from)?.[1] ?? posix.dirname(from);
  else if (parts[0] === 'self') base = own;
  else if (parts[0] === 'super') base = posix.dirname(own);
  else return [];
  const names = parts.slice(1);
  const paths: string[] = [];
  for (let length = names.length; length > 0; length--) {
    const path = posix.join(base, ...names.slice(0, length));
    paths.push(`${path}.rs`, `${path}/mod.rs`);
  }
  return [...paths, posix.join(base, 'lib.rs'), posix.join(base, 'main.rs'), posix.join(base, 'mod.rs')];
};

function push(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
