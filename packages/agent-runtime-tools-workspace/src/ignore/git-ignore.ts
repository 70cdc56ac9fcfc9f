import type { Ignore } from 'ignore';
import type { FileSystem } from '../fs/file-system.ts';
import { IgnoreFile, ruleVerdict } from './ignore-file.ts';

/** The `.gitignore` files of a root, nested ones included, and `.git/info/exclude`: what lists and searches leave out. */
export class GitIgnore {
  readonly #fs: FileSystem;
  readonly #files = new Map<string, IgnoreFile>();

  constructor(fs: FileSystem) {
    this.#fs = fs;
  }

  /** Whether git would ignore a path or a folder above it. */
  async ignores(root: string, relative: string, isDirectory: boolean): Promise<boolean> {
    const names = relative.split('/');
    for (let depth = 1; depth <= names.length; depth++) {
      if (await this.ignoresEntry(root, names.slice(0, depth), depth < names.length || isDirectory)) return true;
    }
    return false;
  }

  /** The same for an entry of a folder that is not ignored itself. */
  async ignoresEntry(root: string, names: readonly string[], isDirectory: boolean): Promise<boolean> {
    return (await this.rulesIn(root, names.slice(0, -1))).ignores(names.at(-1) ?? '', isDirectory);
  }

  /**
   * The rules for the entries of a folder that is not ignored itself; the innermost file with a matching rule decides.
   * A walk passes the rules of the folder above, so that their files are not read again.
   */
  async rulesIn(root: string, folder: readonly string[], above?: FolderRules): Promise<FolderRules> {
    const files: PrefixedRules[] = [];
    const lowest = above === undefined ? -1 : folder.length;
    for (let depth = folder.length; depth >= lowest; depth--) {
      const path = depth === -1 ? [root, '.git/info/exclude'] : [root, ...folder.slice(0, depth), '.gitignore'];
      const rules = await this.#file(path.join('/'))
        .rules()
        .catch(() => undefined);
      if (rules !== undefined) files.push({ rules, prefix: folder.slice(Math.max(0, depth)).map(withSlash).join('') });
    }
    const inherited = above?.files ?? [];
    const name = withSlash(folder.at(-1) ?? '');
    return new FolderRules([...files, ...inherited.map(({ rules, prefix }) => ({ rules, prefix: prefix + name }))]);
  }

  #file(path: string): IgnoreFile {
    let file = this.#files.get(path);
    if (file === undefined) {
      if (this.#files.size >= MAX_FILES) this.#files.clear();
      file = new IgnoreFile(this.#fs, path, { ignoreCase: false });
      this.#files.set(path, file);
    }
    return file;
  }
}

const MAX_FILES = 10_000;

/** The rules of one file, and the path from its folder to the folder whose entries are tested. */
interface PrefixedRules {
  readonly rules: Ignore;
  readonly prefix: string;
}

/** The rules that apply to the entries of one folder, the innermost file first. */
export class FolderRules {
  readonly files: readonly PrefixedRules[];

  constructor(files: readonly PrefixedRules[]) {
    this.files = files;
  }

  ignores(name: string, isDirectory: boolean): boolean {
    if (name === '.git') return true;
    for (const { prefix, rules } of this.files) {
      const verdict = ruleVerdict(rules, prefix + name, isDirectory);
      if (verdict !== 'none') return verdict === 'hidden';
    }
    return false;
  }
}

function withSlash(name: string): string {
  return `${name}/`;
}
