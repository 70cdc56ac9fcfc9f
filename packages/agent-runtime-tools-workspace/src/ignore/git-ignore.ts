import type { FileSystem } from '../fs/file-system.ts';
import { RuleFile } from './rule-file.ts';
import { ruleVerdict } from './rule-verdict.ts';

/** The `.gitignore` files of a root, nested ones included, and its repository's own list: what listing and searching leave out. */
export class GitIgnore {
  readonly #fs: FileSystem;
  readonly #files = new Map<string, RuleFile>();

  constructor(fs: FileSystem) {
    this.#fs = fs;
  }

  /** Whether git would ignore a path: itself, or a folder above it. */
  async ignores(root: string, relative: string, isDirectory: boolean): Promise<boolean> {
    const names = relative.split('/');
    for (let depth = 1; depth <= names.length; depth++) {
      if (await this.ignoresEntry(root, names.slice(0, depth), depth < names.length || isDirectory)) return true;
    }
    return false;
  }

  /** The same for an entry of a folder that is known not to be ignored. The innermost file that speaks decides. */
  async ignoresEntry(root: string, names: readonly string[], isDirectory: boolean): Promise<boolean> {
    if (names.at(-1) === '.git') return true;
    for (let depth = names.length - 1; depth >= -1; depth--) {
      const path = depth === -1 ? [root, '.git/info/exclude'] : [root, ...names.slice(0, depth), '.gitignore'];
      const rules = await this.#file(path.join('/'))
        .rules()
        .catch(() => undefined);
      if (rules === undefined) continue;
      const verdict = ruleVerdict(rules, names.slice(Math.max(0, depth)).join('/'), isDirectory);
      if (verdict !== 'none') return verdict === 'hidden';
    }
    return false;
  }

  #file(path: string): RuleFile {
    let file = this.#files.get(path);
    if (file === undefined) {
      if (this.#files.size >= MAX_FILES) this.#files.clear();
      file = new RuleFile(this.#fs, path, { ignoreCase: false });
      this.#files.set(path, file);
    }
    return file;
  }
}

const MAX_FILES = 10_000;
