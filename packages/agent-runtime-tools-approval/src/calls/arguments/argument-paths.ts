import { patchPaths } from '@ku0/agent-runtime-tools-workspace/patch';
import type { PathUse } from '../paths/path-use.ts';
import { looksLikePath, mayBePath, parameterRole } from './parameter-role.ts';

export interface ArgumentPaths {
  readonly uses: readonly PathUse[];
  /** False when the call also reaches files that its arguments do not name. */
  readonly complete: boolean;
  /** The folder that the call asks to run in. */
  readonly folder: string | undefined;
  /** A parameter that should hold a path and holds something else. */
  readonly strange: string | undefined;
}

export interface ArgumentPathOptions {
  readonly access: PathUse['access'];
  /** How well it is known what the parameters mean: by the tool's name, by its definition alone, or not at all. */
  readonly known: 'name' | 'definition' | 'nothing';
}

/** Finds every path in the arguments of a call by the names that parameters have, at any depth. */
export function argumentPaths(
  tool: string,
  params: Readonly<Record<string, unknown>>,
  { access, known }: ArgumentPathOptions,
): ArgumentPaths {
  const found = new Found(access, known, RECURSIVE.has(tool));
  let folder: string | undefined;
  for (const name in params) {
    const value = params[name];
    if (value === undefined || value === null) continue;
    const role = parameterRole(name);
    if (role === undefined) found.other(value);
    else if (role === 'folder') {
      if (typeof value === 'string') folder = value;
      else found.strange ??= name;
    } else if (role === 'patch') found.patch(value, PATCHING.has(tool));
    else if (role === 'glob') found.glob(tool, value, params['path']);
    else if (role === 'likely') found.named(value, access, known === 'nothing' ? POSSIBLY : NAMED);
    else if (typeof value !== 'string' && !Array.isArray(value)) {
      found.strange ??= name;
      found.named(value, access, POSSIBLY);
    } else {
      if (GLOBBING.has(tool) && JSON.stringify(value).includes('*')) found.complete = false;
      found.named(value, role === 'from' && access === 'write' ? 'delete' : access, NAMED);
    }
  }
  return { uses: found.uses, complete: found.complete, folder, strange: found.strange };
}

/** Collects the paths of one call. */
class Found {
  readonly uses: PathUse[] = [];
  complete = true;
  strange: string | undefined;
  readonly #access: PathUse['access'];
  readonly #known: ArgumentPathOptions['known'];
  readonly #recursive: boolean;
  #values = 0;
  #texts = 0;
  #isTooMuch = false;

  constructor(access: PathUse['access'], known: ArgumentPathOptions['known'], recursive: boolean) {
    this.#access = access;
    this.#known = known;
    this.#recursive = recursive;
  }

  /** What a parameter holds that is named for a path: a text, or texts and objects with paths at any depth. */
  named(value: unknown, access: PathUse['access'], { possible, depth }: { possible: boolean; depth: number }): void {
    if (typeof value === 'string') {
      const isFolder = this.#recursive && depth === 0;
      this.uses.push({ path: value, access, ...(possible && { possible }), ...(isFolder && { recursive: true }) });
    } else if (typeof value === 'object' && value !== null && this.#mayGoOn(depth)) {
      if (Array.isArray(value)) for (const item of value) this.named(item, access, { possible, depth: depth + 1 });
      else this.#members(value, depth + 1);
    }
  }

  /** What a parameter holds that may mean anything. */
  other(value: unknown, depth = 0): void {
    if (typeof value === 'string') {
      if (this.#known === 'name' || !mayBePath(value)) return;
      // Where only a definition says that files are touched, what can be nothing but a path is one.
      const possible = this.#known === 'nothing' || !looksLikePath(value);
      if (possible && ++this.#texts > MAX_UNCERTAIN_PATHS) this.complete = false;
      else this.uses.push({ path: value, access: this.#access, ...(possible && { possible }) });
    } else if (typeof value === 'object' && value !== null && this.#mayGoOn(depth)) {
      if (Array.isArray(value)) for (const item of value) this.other(item, depth + 1);
      else this.#members(value, depth + 1);
    }
  }

  patch(value: unknown, isPatch: boolean): void {
    if (typeof value !== 'string' || (!isPatch && this.#known === 'name')) return;
    const found = patchPaths(value, { limit: MAX_PATHS });
    const isJudgeable = found.length > 0 && found.length <= MAX_PATHS;
    if (isPatch && !isJudgeable) this.complete = false;
    for (const use of isJudgeable ? found : []) this.uses.push(isPatch ? use : { ...use, possible: true });
  }

  /** What changes or shows all files that fit cannot be judged by the pattern; the names in it can. */
  glob(tool: string, value: unknown, path: unknown): void {
    if (tool === 'glob') return;
    if (tool !== 'grep') this.complete = false;
    const base = tool === 'grep' && typeof path === 'string' ? `${path}/` : '';
    for (const text of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (typeof text !== 'string') continue;
      this.uses.push({ path: base + text.replace(/^\*\*\//, ''), access: this.#access, possible: true });
    }
  }

  #members(value: object, depth: number): void {
    const possible = this.#known === 'nothing';
    for (const [name, inner] of Object.entries(value) as [string, unknown][]) {
      const role = parameterRole(name);
      if (role === 'path' || role === 'from' || role === 'likely') this.named(inner, this.#access, { possible, depth });
      else this.other(inner, depth);
    }
  }

  /** What is too much to be looked at is not consented to. */
  #mayGoOn(depth: number): boolean {
    this.#isTooMuch ||= ++this.#values > MAX_VALUES || depth > MAX_DEPTH;
    if (this.#isTooMuch) this.strange ??= 'an argument that is nested too deeply or names too many files';
    return !this.#isTooMuch;
  }
}

const NAMED = { possible: false, depth: 0 };
const POSSIBLY = { possible: true, depth: 0 };
/** Of a patch: one that names more of them, or none, is not judged by its paths. */
const MAX_PATHS = 2000;
const MAX_VALUES = 20_000;
/** Of texts that are perhaps paths: each costs a look at the disk. */
const MAX_UNCERTAIN_PATHS = 200;
const MAX_DEPTH = 40;
const RECURSIVE = new Set(['grep', 'glob', 'search_code', 'get_codebase_map', 'build_dependency_graph']);
const PATCHING = new Set(['apply_patch']);
const GLOBBING = new Set(['read_many_files']);
