import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { searchErrors } from '../errors.ts';
import { expandBraces } from './expand-braces.ts';
import { SegmentMatcher } from './segment-matcher.ts';

/** `**`: any number of folders. */
export const DEEP = Symbol('**');
export type GlobSegment = SegmentMatcher | typeof DEEP;

/** A glob without braces, relative to the folder that is searched. */
export interface GlobPattern {
  /** As written, between the slashes. */
  readonly sources: readonly string[];
  readonly segments: readonly GlobSegment[];
}

/**
 * Reads a glob: `*` and `?` stay within a name, `**` crosses folders, `[a-z]`, `{a,b}`, `{1..3}`, `\` escapes. A name
 * that begins with a dot is a name like any other. With `anyDepth`, a glob without a slash counts in every folder.
 */
export function parseGlob(glob: string, { anyDepth }: { anyDepth: boolean }): GlobPattern[] {
  const expanded = expandBraces(glob, MAX_ALTERNATIVES);
  if (expanded === undefined)
    throw invalid(glob, `a brace is not closed, or it stands for more than ${MAX_ALTERNATIVES} patterns`);
  return expanded.map((pattern) => parseOne(pattern, glob, anyDepth));
}

/** Whether a path below the folder, with `/`, fits. */
export function matchesGlob({ segments }: GlobPattern, path: string): boolean {
  const names = path.split('/');
  let [at, segment, deep, resume] = [0, 0, -1, 0];
  while (at < names.length) {
    const current = segments[segment];
    if (current === DEEP) {
      // At the end it stands for at least one name: "a/**" is what is in a, not a itself.
      if (segment === segments.length - 1) return true;
      deep = segment++;
      resume = at;
    } else if (current !== undefined && current.matches(names[at] ?? '')) {
      segment++;
      at++;
    } else if (deep !== -1) {
      segment = deep + 1;
      at = ++resume;
    } else return false;
  }
  return segment === segments.length;
}

const MAX_ALTERNATIVES = 1_000;

function parseOne(pattern: string, glob: string, anyDepth: boolean): GlobPattern {
  const plain = pattern.replace(/^(?:\.\/+)+/, '').replace(/\/+$/, '/**');
  const floating = anyDepth && !plain.includes('/');
  const sources = (floating ? `**/${plain}` : plain)
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .filter((part, index, all) => part !== '**' || all[index - 1] !== '**');
  if (sources.length === 0) throw invalid(glob, 'it is empty');
  if (sources.includes('..')) throw invalid(glob, 'it goes up with ".."; give the folder as path');
  try {
    const segments = sources.map((part) => (part === '**' ? DEEP : new SegmentMatcher(part)));
    return { sources, segments };
  } catch (error) {
    throw invalid(glob, error instanceof Error ? error.message : String(error));
  }
}

function invalid(glob: string, reason: string): ToolFailure {
  return new ToolFailure(
    searchErrors.INVALID_GLOB({
      message: `The glob "${glob.slice(0, 200)}" is not valid: ${reason}.`,
      details: { glob },
    }),
  );
}
