import { homedir } from 'node:os';
import { compileIgnorePattern, isLiteralGlob, type PathSpecifier } from '@ku0/agent-runtime-tools-rules';
import { foldPath, relativeTo } from '../calls/paths/path-fact.ts';

/** The inside of `Read(...)` or `Edit(...)`, ready to be tried on paths. */
export interface PathRule {
  readonly start: PathSpecifier['start'];
  /** The one path below a root that the rule names, when it has no wildcards and starts at the roots. */
  readonly rootPath: string | undefined;
  /** Tries an absolute path. For a rule that restricts, paths and folders went through `foldPath`. */
  matches(path: string, folders: RuleFolders): boolean;
}

export interface RuleFolders {
  readonly roots: readonly string[];
  /** The host's current folder, not one that a call names. */
  readonly cwd: string;
}

export interface RuleOptions {
  /** The rule denies or asks, so doubtful cases count. Otherwise it allows, and they do not. Default false. */
  readonly restricts?: boolean;
  /** Where `/path` starts. Default: the workspace's roots. */
  readonly settingsFolder?: string | undefined;
}

/**
 * Compiles a path specifier. A rule that restricts ignores case and accents, which some disks do, and `/path` then starts
 * at the roots as well as at the settings' folder.
 */
export function compilePathRule(
  { start, pattern: written }: PathSpecifier,
  { restricts = false, settingsFolder }: RuleOptions = {},
): PathRule {
  const fold = restricts ? foldPath : (text: string): string => text;
  const pattern = fold(written);
  const matchesPattern = compileIgnorePattern(pattern);
  // Most paths lack a name that the pattern spells out.
  const spelledName = pattern.split('/').findLast((name) => name !== '.' && isLiteralGlob(name)) ?? '';
  const startsAtRoots = start === 'workspace' || (start === 'settings' && settingsFolder === undefined);
  return {
    start,
    rootPath: startsAtRoots && isLiteralGlob(pattern) && pattern.includes('/') ? trimSlashes(pattern) : undefined,
    matches(path, folders) {
      if (!path.includes(spelledName)) return false;
      return startFolders(folders).some((folder) => {
        const below = relativeTo(folder, path);
        return below !== undefined && matchesPattern(below);
      });
    },
  };

  function startFolders({ roots, cwd }: RuleFolders): readonly string[] {
    switch (start) {
      case 'disk':
        return ['/'];
      case 'home':
        return [fold(homedir())];
      case 'cwd':
        return [cwd];
      default:
        if (startsAtRoots) return roots.includes(cwd) ? roots : [...roots, cwd];
        return [fold(settingsFolder ?? ''), ...(restricts ? roots : [])];
    }
  }
}

function trimSlashes(text: string): string {
  return text.replace(/^\/|\/+$/g, '');
}
