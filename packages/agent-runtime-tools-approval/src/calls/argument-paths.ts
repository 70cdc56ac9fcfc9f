import { patchPaths } from './patch-paths.ts';
import type { PathUse } from './path-use.ts';

export interface ArgumentPaths {
  readonly uses: readonly PathUse[];
  /** False when the call also reaches files that its arguments do not name. */
  readonly complete: boolean;
  /** The folder that the call asks to run in. */
  readonly folder: string | undefined;
  /** A parameter that should hold a path and holds something else. */
  readonly strange: string | undefined;
}

/** Finds every path in the arguments of a call by the names that parameters have. */
export function argumentPaths(
  tool: string,
  params: Readonly<Record<string, unknown>>,
  access: PathUse['access'],
  { isKnown = true }: { readonly isKnown?: boolean } = {},
): ArgumentPaths {
  const uses: PathUse[] = [];
  let complete = true;
  let folder: string | undefined;
  let strange: string | undefined;
  const recursive = RECURSIVE.has(tool);
  for (const name in params) {
    const value = params[name];
    const role = roleOf(name);
    if (value === undefined || value === null) continue;
    if (role === undefined) {
      if (typeof value === 'object') addNested(value, { access, uses, possible: !isKnown });
      continue;
    }
    if (role === 'folder') {
      if (typeof value === 'string') folder = value;
      else strange = name;
    } else if (role === 'patch') {
      if (typeof value !== 'string' || !PATCHING.has(tool)) continue;
      const found = patchPaths(value);
      if (found === undefined) complete = false;
      else uses.push(...found);
    } else if (role === 'glob') {
      if (access !== 'read') complete = false;
      else if (typeof value === 'string' && tool === 'grep') uses.push(...included(value, params['path']));
    } else if (typeof value !== 'string' && !Array.isArray(value)) {
      strange = name;
      if (typeof value === 'object') addNested(value, { access, uses, possible: true });
    } else collect(value, role === 'from' && access === 'write' ? 'delete' : access, uses, recursive);
  }
  return { uses, complete, folder, strange };
}

type Role = 'path' | 'from' | 'folder' | 'patch' | 'glob';

function roleOf(name: string): Role | undefined {
  return ROLES.get(name) ?? (/[A-Z_-]/.test(name) ? ROLES.get(name.toLowerCase().replace(/[_-]/g, '')) : undefined);
}

/** A text, a list of texts, or a list of objects that hold paths. */
function collect(value: unknown, access: PathUse['access'], uses: PathUse[], recursive: boolean): void {
  if (typeof value === 'string') {
    uses.push(recursive ? { path: value, access, recursive } : { path: value, access });
    return;
  }
  if (!Array.isArray(value)) return;
  for (const item of value as unknown[]) {
    if (typeof item === 'string') uses.push({ path: item, access });
    else if (typeof item === 'object' && item !== null) addNested(item, { access, uses, possible: false });
  }
}

/** Paths further inside, in whatever shape a tool wants them. */
function addNested(
  value: object,
  into: { readonly access: PathUse['access']; readonly uses: PathUse[]; readonly possible: boolean },
  depth = 0,
): void {
  const { access, uses, possible } = into;
  for (const [name, inner] of Object.entries(value) as [string, unknown][]) {
    if (uses.length >= MOST_NESTED || depth > DEEPEST) return;
    const role = roleOf(name);
    if (typeof inner === 'object' && inner !== null) addNested(inner, into, depth + 1);
    else if ((role === 'path' || role === 'from') && typeof inner === 'string') {
      uses.push(possible ? { path: inner, access, possible } : { path: inner, access });
    }
  }
}

/** A search that is limited to one name reads the file of that name. */
function included(glob: string, path: unknown): PathUse[] {
  const base = typeof path === 'string' ? `${path}/` : '';
  return [{ path: base + glob.replace(/^\*\*\//, ''), access: 'read', possible: true }];
}

const MOST_NESTED = 2000;
const DEEPEST = 8;
const RECURSIVE = new Set(['grep', 'glob', 'search_code', 'get_codebase_map', 'build_dependency_graph']);
const PATCHING = new Set(['apply_patch']);

const ROLES: ReadonlyMap<string, Role> = new Map(
  Object.entries({
    path: 'path paths file files filename filenames filepath filepaths directory dir folder target targetfile targetpath to destination dest newpath newfile output outputpath outputfile absolutepath notebookpath inputpath edits diffs',
    from: 'from source src oldpath oldfile',
    folder: 'cwd workdir workingdir workingdirectory',
    patch: 'patch input diff',
    glob: 'glob include',
  } satisfies Record<Role, string>).flatMap(([role, names]) =>
    names.split(' ').map((name): [string, Role] => [name, role as Role]),
  ),
);
