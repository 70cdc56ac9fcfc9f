import { lstatSync, readdirSync, readlinkSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import { guardGitFolder, isBareRepository } from './git-folder.ts';
import { NO_TEXT, holdsGuarded, namelessFolders } from './nameless-folders.ts';
import type { GuardedPath } from './guarded-path.ts';
import { inHeldFolder, withRights } from './held-folder.ts';

export interface SurveyRules {
  /** Absolute paths that tools must not see. */
  readonly isHidden: (path: string) => boolean;
  /** Names, or paths relative to the root, that only an explicit approval may write. */
  readonly isProtected: (relative: string) => boolean;
  /** Also takes down what tells whether a file changed. */
  readonly stamps: boolean;
  /** Makes missing folders for hooks. */
  readonly makeHooks: boolean;
  /** Also looks where this user has taken the rights to look from itself, as programs can that run for it. */
  readonly insists: boolean;
  /** What is beyond these is not looked at. */
  readonly mostEntries: number;
  readonly signal?: AbortSignal;
}

export interface Survey {
  readonly guarded: readonly GuardedPath[];
  /** By absolute path. */
  readonly stamps: ReadonlyMap<string, string>;
  /** False when there is more in the folder than is looked at. */
  readonly complete: boolean;
  readonly stampsComplete: boolean;
}

/** Looks through a folder once. What is in `node_modules` is left to itself. */
export async function surveyTree(root: string, rules: SurveyRules): Promise<Survey> {
  const walk = new Walk(root, rules);
  await walk.run();
  return walk;
}

/** So many can be looked at before every run. */
export const MOST_ENTRIES = 200_000;
const MOST_STAMPS = 20_000;
const SLICE = 2000;
const CREDENTIALS = new Set(['.ssh', '.gnupg', '.aws', '.kube', '.netrc', '.pypirc']);

class Walk implements Survey {
  readonly guarded: GuardedPath[] = [];
  readonly stamps = new Map<string, string>();
  complete = true;
  stampsComplete = true;
  readonly #root: string;
  readonly #rules: SurveyRules;
  readonly #verdicts = new Map<string, boolean>();
  readonly #folders: string[];
  #entries = 0;

  constructor(root: string, rules: SurveyRules) {
    this.#root = root;
    this.#rules = rules;
    this.#folders = [root];
  }

  async run(): Promise<void> {
    let pause = SLICE;
    for (let folder = this.#folders.pop(); folder !== undefined; folder = this.#folders.pop()) {
      this.#enter(folder);
      if (this.#entries > this.#rules.mostEntries) {
        this.complete = false;
        this.stampsComplete = false;
        return;
      }
      if (this.#entries < pause) continue;
      pause = this.#entries + SLICE;
      await new Promise(setImmediate);
      this.#rules.signal?.throwIfAborted();
    }
  }

  #enter(folder: string): void {
    const entries = entriesOf(folder, this.#rules);
    this.#entries += entries.length + 1;
    let isText = true;
    for (const entry of entries) {
      if (entry.name.includes(NO_TEXT)) isText = false;
      this.#visit(folder, entry);
    }
    if (!isText) this.#guardNameless(folder);
    if (isBareRepository(new Set(entries.map(({ name }) => name)))) this.#guardBare(folder);
  }

  #visit(folder: string, entry: Dirent): void {
    const path = join(folder, entry.name);
    const kind = kindOf(entry);
    if (this.#rules.isHidden(path)) {
      if (kind !== 'link') this.guarded.push({ path, kind, guard: 'hide', walled: true });
      return;
    }
    if (this.#isProtected(folder, entry.name)) {
      this.#guard(path, entry.name, kind);
      return;
    }
    if (kind === 'folder') {
      if (entry.name !== 'node_modules') this.#folders.push(path);
    } else if (this.#rules.stamps) this.#stamp(path);
  }

  #guard(path: string, name: string, kind: GuardedPath['kind']): void {
    if (kind === 'link') this.guarded.push({ path, kind, guard: 'read-only', target: targetOf(path) });
    else if (CREDENTIALS.has(name.toLowerCase())) this.guarded.push({ path, kind, guard: 'hide' });
    else if (name === '.git' && kind === 'folder') this.guarded.push(...guardGitFolder(path, this.#rules));
    else this.guarded.push({ path, kind, guard: 'read-only' });
  }

  #guardBare(folder: string): void {
    const [, ...inside] = guardGitFolder(folder, { makeHooks: this.#rules.makeHooks });
    this.guarded.push({ path: join(folder, 'HEAD'), kind: 'file', guard: 'watch' }, ...inside);
  }

  /** Folders whose names are no text cannot be looked at like others: what is guarded in them guards them whole. */
  #guardNameless(folder: string): void {
    for (const bytes of namelessFolders(folder)) {
      const path = join(folder, bytes.subarray(folder.length + 1).toString());
      const isGuarded = (name: string): boolean => this.#isProtected(folder, name);
      if (holdsGuarded(bytes, isGuarded)) this.guarded.push({ path, bytes, kind: 'folder', guard: 'watch' });
    }
  }

  /** The name decides, but for a few that only count in a certain folder. */
  #isProtected(folder: string, name: string): boolean {
    if (name === 'fish') return this.#rules.isProtected(join(folder, name).slice(this.#root.length + 1));
    const known = this.#verdicts.get(name);
    if (known !== undefined) return known;
    const verdict = this.#rules.isProtected(name);
    this.#verdicts.set(name, verdict);
    return verdict;
  }

  #stamp(path: string): void {
    if (this.stamps.size >= MOST_STAMPS) {
      this.stampsComplete = false;
      return;
    }
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat !== undefined) this.stamps.set(path, `${stat.ctimeMs}:${stat.mtimeMs}:${stat.size}:${stat.ino}`);
  }
}

/** What cannot be read has nothing to guard before a run: nobody inside has more rights. */
function entriesOf(folder: string, { insists }: SurveyRules): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    if (!insists) return [];
    return inHeldFolder(folder, (held) => withRights(held, () => readdirSync(held, { withFileTypes: true }))) ?? [];
  }
}

function kindOf(entry: Dirent): GuardedPath['kind'] {
  if (entry.isSymbolicLink()) return 'link';
  return entry.isDirectory() ? 'folder' : 'file';
}

function targetOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
