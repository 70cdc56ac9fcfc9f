import { nearestNames, ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { PathGlob } from '@ku0/agent-runtime-tools-rules';
import { searchErrors } from '../errors.ts';
import { fileTypes } from './file-types.ts';
import { globFilter, type GlobFilter } from './glob-filter.ts';
import { parseGlob } from './parse-glob.ts';

/** Which files below the searched folder a search covers. */
export interface FileFilter {
  /** Tests a path below the folder, without regard to `type`. Undefined when every file is accepted. */
  readonly accepts: ((path: string) => boolean) | undefined;
  /** The arguments for ripgrep select exactly the files that `accepts` does. */
  readonly isExact: boolean;
  readonly names: GlobFilter['names'];
  readonly rules: GlobFilter['rules'];
  /** The exclude globs that mean the same to ripgrep. */
  readonly exclude: readonly string[];
  readonly type: string | undefined;
  /** Tests a file name for the type. */
  readonly isOfType: (name: string) => boolean;
}

export interface FilterOptions {
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly type?: string | undefined;
  /** Include globs without a slash match in every folder. */
  readonly anyDepth: boolean;
}

/** Throws INVALID_GLOB or UNKNOWN_FILE_TYPE. */
export function fileFilter({ include = [], exclude = [], type, anyDepth }: FilterOptions): FileFilter {
  const shown = globFilter(include.flatMap((glob) => parseGlob(glob, { anyDepth })));
  const hidden = exclude.flatMap((glob) => parseGlob(glob.replace(/\/+$/, ''), { anyDepth: true }));
  const simple = hidden.filter(({ segments }) => segments.every((part) => /^[^\\[\]?{}!\n]+$/.test(part)));
  const typeNames = type === undefined ? [] : typeGlobs(type);
  return {
    accepts:
      hidden.length === 0 ? shown.accepts : (path) => (shown.accepts?.(path) ?? true) && !isExcluded(hidden, path),
    // ripgrep joins several types with "or", so names must not become a type beside the one given.
    ...(type === undefined && shown.names !== undefined
      ? { names: shown.names, rules: [] }
      : { names: undefined, rules: shown.rules }),
    isExact:
      simple.length === hidden.length &&
      (shown.accepts === undefined || (type === undefined && shown.names !== undefined)),
    exclude: simple.map(toIgnoreRule),
    type,
    isOfType: (name) => type === undefined || typeNames.some((glob) => glob.matches(name)),
  };
}

/** Whether the path or one of its folders is excluded. */
function isExcluded(globs: readonly PathGlob[], path: string): boolean {
  for (let end = path.indexOf('/'); ; end = path.indexOf('/', end + 1)) {
    const part = end === -1 ? path : path.slice(0, end);
    if (globs.some((glob) => glob.matches(part))) return true;
    if (end === -1) return false;
  }
}

function toIgnoreRule({ segments }: PathGlob): string {
  return `/${segments.join('/')}`;
}

function typeGlobs(type: string): PathGlob[] {
  const types = fileTypes();
  const globs = types.get(type);
  if (globs !== undefined) return globs.flatMap((glob) => parseGlob(glob, { anyDepth: false }));
  // A name of one or two letters resembles nearly every other.
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
