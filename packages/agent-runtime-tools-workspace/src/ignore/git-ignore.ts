import type { Ignore } from 'ignore';
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

  /** The same for an entry of a folder that is known not to be ignored. */
  async ignoresEntry(root: string, names: readonly string[], isDirectory: boolean): Promise<boolean> {
    return (await this.inFolder(root, names.slice(0, -1))).ignores(names.at(-1) ?? '', isDirectory);
  }

  /**
   * The same for many entries of such a folder: its rules are read once. The innermost file that speaks decides. A walk
   * gives the rules of the folder above, which then are not read again.
   */
  async inFolder(root: string, folder: readonly string[], above?: FolderRules): Promise<FolderRules> {
    const files: RulesAbove[] = [];
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

/** A rule file, and the way from its folder to the one it is asked about. */
interface RulesAbove {
  readonly rules: Ignore;
  readonly prefix: string;
}

/** The rules that count for the entries of one folder, the innermost first. */
export class FolderRules {
  readonly files: readonly RulesAbove[];

  constructor(files: readonly RulesAbove[]) {
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
