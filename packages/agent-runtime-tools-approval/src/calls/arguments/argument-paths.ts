import { patchPaths } from '@ku0/agent-runtime-tools-workspace/patch';
import type { PathUse } from '../paths/path-fact.ts';
import { looksLikePath, mayBePath, parameterRole } from './parameter-role.ts';

export interface ArgumentPaths {
  readonly uses: readonly PathUse[];
  /** False if the call also accesses files that its arguments do not name. */
  readonly complete: boolean;
  /** The folder that the call asks to run in. */
  readonly folder: string | undefined;
  /** A parameter that should hold a path but does not. */
  readonly malformed: string | undefined;
}

export interface ArgumentPathOptions {
  readonly access: PathUse['access'];
  /** How the meaning of the parameters is known: by the tool's name, only by its definition, or not at all. */
  readonly known: 'name' | 'definition' | 'nothing';
}

/** Finds every path in the arguments of a call, at any depth, by the names of the parameters. */
export function argumentPaths(
  tool: string,
  params: Readonly<Record<string, unknown>>,
  { access, known }: ArgumentPathOptions,
): ArgumentPaths {
  const collector = new PathCollector(access, known, RECURSIVE_TOOLS.has(tool));
  let folder: string | undefined;
  for (const name in params) {
    const value = params[name];
    if (value === undefined || value === null) continue;
    const role = parameterRole(name);
    if (role === undefined) collector.addOther(value);
    else if (role === 'folder') {
      if (typeof value === 'string') folder = value;
      else collector.malformed ??= name;
    } else if (role === 'patch') collector.addPatch(value, PATCH_TOOLS.has(tool));
    else if (role === 'glob') collector.addGlob(tool, value, params['path']);
    else if (role === 'likely') collector.addNamed(value, access, known === 'nothing' ? POSSIBLE : NAMED);
    else if (typeof value !== 'string' && !Array.isArray(value)) {
      collector.malformed ??= name;
      collector.addNamed(value, access, POSSIBLE);
    } else {
      if (GLOB_PATH_TOOLS.has(tool) && JSON.stringify(value).includes('*')) collector.complete = false;
      collector.addNamed(value, role === 'from' && access === 'write' ? 'delete' : access, NAMED);
    }
  }
  return { uses: collector.uses, complete: collector.complete, folder, malformed: collector.malformed };
}

/** Collects the paths of one call. */
class PathCollector {
  readonly uses: PathUse[] = [];
  complete = true;
  malformed: string | undefined;
  readonly #access: PathUse['access'];
  readonly #known: ArgumentPathOptions['known'];
  readonly #recursive: boolean;
  #visited = 0;
  #uncertain = 0;
  #isOverLimit = false;

  constructor(access: PathUse['access'], known: ArgumentPathOptions['known'], recursive: boolean) {
    this.#access = access;
    this.#known = known;
    this.#recursive = recursive;
  }

  /** Adds the value of a parameter that is named like a path: a string, or strings and objects at any depth. */
  addNamed(value: unknown, access: PathUse['access'], { possible, depth }: { possible: boolean; depth: number }): void {
    if (typeof value === 'string') {
      const isFolder = this.#recursive && depth === 0;
      this.uses.push({ path: value, access, ...(possible && { possible }), ...(isFolder && { recursive: true }) });
    } else if (typeof value === 'object' && value !== null && this.#isWithinLimits(depth)) {
      if (Array.isArray(value)) for (const item of value) this.addNamed(item, access, { possible, depth: depth + 1 });
      else this.#addMembers(value, depth + 1);
    }
  }

  /** Adds the paths in the value of any other parameter. */
  addOther(value: unknown, depth = 0): void {
    if (typeof value === 'string') {
      if (this.#known === 'name' || !mayBePath(value)) return;
      // If only the definition says that the tool accesses files, a text that clearly is a path counts as one.
      const possible = this.#known === 'nothing' || !looksLikePath(value);
      if (possible && ++this.#uncertain > MAX_UNCERTAIN_PATHS) this.complete = false;
      else this.uses.push({ path: value, access: this.#access, ...(possible && { possible }) });
    } else if (typeof value === 'object' && value !== null && this.#isWithinLimits(depth)) {
      if (Array.isArray(value)) for (const item of value) this.addOther(item, depth + 1);
      else this.#addMembers(value, depth + 1);
    }
  }

  addPatch(value: unknown, isPatch: boolean): void {
    if (typeof value !== 'string' || (!isPatch && this.#known === 'name')) return;
    const found = patchPaths(value, { limit: MAX_PATHS });
    const isUsable = found.length > 0 && found.length <= MAX_PATHS;
    if (isPatch && !isUsable) this.complete = false;
    for (const use of isUsable ? found : []) this.uses.push(isPatch ? use : { ...use, possible: true });
  }

  /** A tool that accesses all matching files cannot be judged by the pattern alone, but names in it count as possible paths. */
  addGlob(tool: string, value: unknown, path: unknown): void {
    if (tool === 'glob') return;
    if (tool !== 'grep') this.complete = false;
    const base = tool === 'grep' && typeof path === 'string' ? `${path}/` : '';
    for (const text of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (typeof text !== 'string') continue;
      this.uses.push({ path: base + text.replace(/^\*\*\//, ''), access: this.#access, possible: true });
    }
  }

  #addMembers(value: object, depth: number): void {
    const possible = this.#known === 'nothing';
    for (const [name, inner] of Object.entries(value) as [string, unknown][]) {
      const role = parameterRole(name);
      if (role === 'path' || role === 'from' || role === 'likely')
        this.addNamed(inner, this.#access, { possible, depth });
      else this.addOther(inner, depth);
    }
  }

  /** Arguments beyond the limits are reported as malformed, so that no rule approves them. */
  #isWithinLimits(depth: number): boolean {
    this.#isOverLimit ||= ++this.#visited > MAX_VALUES || depth > MAX_DEPTH;
    if (this.#isOverLimit) this.malformed ??= 'an argument that is nested too deeply or names too many files';
    return !this.#isOverLimit;
  }
}

const NAMED = { possible: false, depth: 0 };
const POSSIBLE = { possible: true, depth: 0 };
/** A patch with more paths, or with none, cannot be judged by its paths. */
const MAX_PATHS = 2000;
const MAX_VALUES = 20_000;
/** Each text that may be a path costs a disk lookup. */
const MAX_UNCERTAIN_PATHS = 200;
const MAX_DEPTH = 40;
const RECURSIVE_TOOLS = new Set(['grep', 'glob', 'search_code', 'get_codebase_map', 'build_dependency_graph']);
const PATCH_TOOLS = new Set(['apply_patch']);
const GLOB_PATH_TOOLS = new Set(['read_many_files']);
