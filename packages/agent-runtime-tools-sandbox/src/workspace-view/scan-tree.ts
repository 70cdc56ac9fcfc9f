import { lstatSync, readdirSync, readlinkSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import { guardGitFolder, isBareRepository } from './git-folder.ts';
import { REPLACEMENT_CHARACTER, containsGuardedName, nonUtf8Folders } from './non-utf8-folders.ts';
import type { GuardedPath } from './guarded-path.ts';
import { inPinnedFolder, withOwnerAccess } from './pinned-folder.ts';

export interface ScanRules {
  /** Matches absolute paths that tools must not see. */
  readonly isHidden: (path: string) => boolean;
  /** Matches names, or paths relative to the root, that need an explicit approval to be written. */
  readonly isProtected: (relative: string) => boolean;
  /** Also records fingerprints of files, by which changes are found. */
  readonly fingerprints: boolean;
  /** Creates missing hooks folders of repositories. */
  readonly makeHooks: boolean;
  /** Also reads folders without read permission: a program that runs as this user can remove the permission. */
  readonly forceAccess: boolean;
  /** The scan stops after this many entries. */
  readonly maxEntries: number;
  readonly signal?: AbortSignal;
}

export interface TreeScan {
  readonly guarded: readonly GuardedPath[];
  /** Fingerprints of files, by absolute path. */
  readonly fingerprints: ReadonlyMap<string, string>;
  /** False if the tree has more entries than were scanned. */
  readonly complete: boolean;
  readonly fingerprintsComplete: boolean;
}

/** Scans a tree for guarded paths. Folders named `node_modules` are skipped. */
export async function scanTree(root: string, rules: ScanRules): Promise<TreeScan> {
  const walk = new Walk(root, rules);
  await walk.run();
  return walk;
}

/** The most entries that are scanned before a run. */
export const MAX_ENTRIES = 200_000;
const MAX_FINGERPRINTS = 20_000;
/** The scan yields to the event loop after this many entries. */
const SLICE = 2000;
const CREDENTIALS = new Set(['.ssh', '.gnupg', '.aws', '.kube', '.netrc', '.pypirc']);

class Walk implements TreeScan {
  readonly guarded: GuardedPath[] = [];
  readonly fingerprints = new Map<string, string>();
  complete = true;
  fingerprintsComplete = true;
  readonly #root: string;
  readonly #rules: ScanRules;
  readonly #verdicts = new Map<string, boolean>();
  readonly #folders: string[];
  #entries = 0;

  constructor(root: string, rules: ScanRules) {
    this.#root = root;
    this.#rules = rules;
    this.#folders = [root];
  }

  async run(): Promise<void> {
    let pause = SLICE;
    for (let folder = this.#folders.pop(); folder !== undefined; folder = this.#folders.pop()) {
      this.#enter(folder);
      if (this.#entries > this.#rules.maxEntries) {
        this.complete = false;
        this.fingerprintsComplete = false;
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
      if (entry.name.includes(REPLACEMENT_CHARACTER)) isText = false;
      this.#visit(folder, entry);
    }
    if (!isText) this.#guardNameless(folder);
    if (isBareRepository(new Set(entries.map(({ name }) => name)))) this.#guardBare(folder);
  }

  #visit(folder: string, entry: Dirent): void {
    const path = join(folder, entry.name);
    const kind = kindOf(entry);
    if (this.#rules.isHidden(path)) {
      if (kind !== 'link') this.guarded.push({ path, kind, guard: 'hide', hiddenByRule: true });
      return;
    }
    if (this.#isProtected(folder, entry.name)) {
      this.#guard(path, entry.name, kind);
      return;
    }
    if (kind === 'folder') {
      if (entry.name !== 'node_modules') this.#folders.push(path);
    } else if (this.#rules.fingerprints) this.#stamp(path);
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

  /** Folders whose names are not UTF-8 cannot be scanned by path. If they contain a guarded name, they are guarded as a whole. */
  #guardNameless(folder: string): void {
    for (const bytes of nonUtf8Folders(folder)) {
      const path = join(folder, bytes.subarray(folder.length + 1).toString());
      const isGuarded = (name: string): boolean => this.#isProtected(folder, name);
      if (containsGuardedName(bytes, isGuarded)) this.guarded.push({ path, bytes, kind: 'folder', guard: 'watch' });
    }
  }

  /** Decided by the name alone and cached, except for `fish`, which is protected in certain folders only. */
  #isProtected(folder: string, name: string): boolean {
    if (name === 'fish') return this.#rules.isProtected(join(folder, name).slice(this.#root.length + 1));
    const known = this.#verdicts.get(name);
    if (known !== undefined) return known;
    const verdict = this.#rules.isProtected(name);
    this.#verdicts.set(name, verdict);
    return verdict;
  }

  #stamp(path: string): void {
    if (this.fingerprints.size >= MAX_FINGERPRINTS) {
      this.fingerprintsComplete = false;
      return;
    }
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat !== undefined) this.fingerprints.set(path, `${stat.ctimeMs}:${stat.mtimeMs}:${stat.size}:${stat.ino}`);
  }
}

/** Before a run, unreadable folders are skipped: programs inside cannot read them either. */
function entriesOf(folder: string, { forceAccess }: ScanRules): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    if (!forceAccess) return [];
    return (
      inPinnedFolder(folder, (held) => withOwnerAccess(held, () => readdirSync(held, { withFileTypes: true }))) ?? []
    );
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
