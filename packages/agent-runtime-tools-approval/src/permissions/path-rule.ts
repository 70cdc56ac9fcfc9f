import { homedir } from 'node:os';
import { foldPath, relativeTo } from '../calls/paths/path-fact.ts';
import { isLiteralPath, pathPattern } from '../policy/path-pattern.ts';

/** The inside of `Read(...)` or `Edit(...)`: a gitignore pattern and the folder it starts from. */
export interface PathRule {
  /** Where it starts: the disk, the home folder, the workspace's roots, or the current folder. */
  readonly start: 'disk' | 'home' | 'roots' | 'cwd';
  /** Without special signs: the one path it names, below its start. */
  readonly literal: string | undefined;
  /** Tries an absolute path. */
  matches(path: string, folders: RuleFolders): boolean;
  /** The same rule for paths and folders that went through `foldPath`. */
  fold(): PathRule;
}

export interface RuleFolders {
  readonly roots: readonly string[];
  /** The host's current folder, not one that a call names. */
  readonly cwd: string;
}

export function pathRule(text: string): PathRule {
  return compiledRule(text, false);
}

function compiledRule(text: string, isFolded: boolean): PathRule {
  const { start, pattern } = startOf(text);
  if (text.startsWith('!')) throw new TypeError(`${JSON.stringify(text)}: a rule cannot be negated`);
  const isAnchored = start === 'disk' || start === 'home' || text.startsWith('/') || text.startsWith('./');
  const test = pathPattern(isAnchored ? `/${pattern}` : pattern, { gitignore: true });
  // A look at the letters settles most cases.
  const spelled = pattern.split('/').findLast((name) => name !== '.' && isLiteralPath(name)) ?? '';
  return {
    start,
    literal: isLiteralPath(pattern) && (isAnchored || pattern.includes('/')) ? pattern.replace(/\/+$/, '') : undefined,
    matches(path, folders) {
      if (!path.includes(spelled)) return false;
      for (const folder of foldersOf(start, folders)) {
        const below = relativeTo(isFolded && start === 'home' ? foldPath(folder) : folder, path);
        if (below !== undefined && test(below)) return true;
      }
      return false;
    },
    fold: () => compiledRule(foldPath(text), true),
  };
}

function startOf(text: string): { start: PathRule['start']; pattern: string } {
  if (text.startsWith('//')) return { start: 'disk', pattern: text.slice(2) };
  if (text === '~' || text.startsWith('~/')) return { start: 'home', pattern: text.slice(2) };
  if (text.startsWith('./')) return { start: 'cwd', pattern: text.slice(2) };
  return { start: 'roots', pattern: text.replace(/^\//, '') };
}

function foldersOf(start: PathRule['start'], { roots, cwd }: RuleFolders): readonly string[] {
  switch (start) {
    case 'disk':
      return DISK;
    case 'home':
      return [homedir()];
    case 'cwd':
      return [cwd];
    default:
      return roots.includes(cwd) ? roots : [...roots, cwd];
  }
}

const DISK = ['/'];
