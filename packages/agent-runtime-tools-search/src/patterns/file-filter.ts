import { nearestNames, ToolFailure } from '@ku0/agent-runtime-tools-core';
import { searchErrors } from '../errors.ts';
import { fileTypes } from './file-types.ts';
import { globFilter, type GlobFilter } from './glob-filter.ts';
import { matchesGlob, parseGlob, type GlobPattern } from './glob-pattern.ts';

/** Which files are asked for, among those below the folder that is searched. */
export interface FileFilter {
  /** Whether a path below the folder is asked for, type aside. Undefined when every file is. */
  readonly accepts: ((path: string) => boolean) | undefined;
  /** ripgrep's own filter says exactly what `accepts` says. */
  readonly isExact: boolean;
  readonly names: GlobFilter['names'];
  readonly rules: GlobFilter['rules'];
  /** Globs of folders and files to leave out that ripgrep understands as we do. */
  readonly exclude: readonly string[];
  readonly type: string | undefined;
  /** Whether a file's name is of the type. */
  readonly isOfType: (name: string) => boolean;
}

export interface FilterOptions {
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly type?: string | undefined;
  /** Globs to include that have no slash count in every folder. */
  readonly anyDepth: boolean;
}

/** Throws INVALID_GLOB or UNKNOWN_FILE_TYPE. */
export function fileFilter({ include = [], exclude = [], type, anyDepth }: FilterOptions): FileFilter {
  const shown = globFilter(include.flatMap((glob) => parseGlob(glob, { anyDepth })));
  const hidden = exclude.flatMap((glob) => parseGlob(glob.replace(/\/+$/, ''), { anyDepth: true }));
  const simple = hidden.filter(({ sources }) => sources.every((part) => /^[^\\[\]?{}!\n]+$/.test(part)));
  const typeNames = type === undefined ? [] : typeGlobs(type);
  return {
    accepts: hidden.length === 0 ? shown.accepts : (path) => (shown.accepts?.(path) ?? true) && !isBelow(hidden, path),
    // Types are alternatives to ripgrep: names as a type of their own would widen the one that was asked for.
    ...(type === undefined && shown.names !== undefined
      ? { names: shown.names, rules: [] }
      : { names: undefined, rules: shown.rules }),
    isExact:
      simple.length === hidden.length &&
      (shown.accepts === undefined || (type === undefined && shown.names !== undefined)),
    exclude: simple.map(asRule),
    type,
    isOfType: (name) => type === undefined || typeNames.some((pattern) => matchesGlob(pattern, name)),
  };
}

/** A folder that is left out takes all that is in it along. */
function isBelow(patterns: readonly GlobPattern[], path: string): boolean {
  for (let end = path.indexOf('/'); ; end = path.indexOf('/', end + 1)) {
    const part = end === -1 ? path : path.slice(0, end);
    if (patterns.some((pattern) => matchesGlob(pattern, part))) return true;
    if (end === -1) return false;
  }
}

function asRule({ sources }: GlobPattern): string {
  return `/${sources.join('/')}`;
}

function typeGlobs(type: string): GlobPattern[] {
  const types = fileTypes();
  const globs = types.get(type);
  if (globs !== undefined) return globs.flatMap((glob) => parseGlob(glob, { anyDepth: false }));
  // A name of one or two letters is contained in nearly every other.
  const near = nearestNames(
    type,
    [...types.keys()].filter((name) => name.length > 2 || type.length <= 3),
  );
  const byEnding = [...types].filter(([, all]) => all.includes(`*.${type.replace(/^\./, '')}`)).map(([name]) => name);
  const names = [...new Set([...byEnding, ...near])].slice(0, 3);
  throw new ToolFailure(
    searchErrors.UNKNOWN_FILE_TYPE({
      message: `There is no file type "${type.slice(0, 60)}".`,
      ...(names.length > 0 && {
        suggestion: `Nearest types: ${names.join(', ')}. Or use include with a glob such as "*.ts".`,
      }),
      details: { type, nearest: names },
    }),
  );
}
