import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { expandBraces, parsePathGlob, type PathGlob } from '@ku0/agent-runtime-tools-rules';
import { searchErrors } from '../errors.ts';

/**
 * Parses a glob, relative to the folder that is searched, into its brace alternatives. With `anyDepth`, a glob without a
 * slash matches in every folder. Throws INVALID_GLOB.
 */
export function parseGlob(glob: string, { anyDepth }: { anyDepth: boolean }): PathGlob[] {
  const alternatives = expandBraces(glob, { max: MAX_ALTERNATIVES, strict: true, single: 'unwrap' });
  if (alternatives === undefined)
    throw invalidGlob(glob, `a brace is not closed, or it expands to more than ${MAX_ALTERNATIVES} globs`);
  return alternatives.map((alternative) => parseAlternative(alternative, { glob, anyDepth }));
}

const MAX_ALTERNATIVES = 1_000;

function parseAlternative(alternative: string, { glob, anyDepth }: { glob: string; anyDepth: boolean }): PathGlob {
  // A folder stands for everything in it.
  const pattern = alternative.replace(/^(?:\.\/+)+/, '').replace(/\/+$/, '/**');
  const parsed = parse(pattern, { glob, anyDepth });
  if (parsed.segments.length === 0) throw invalidGlob(glob, 'it is empty');
  if (parsed.segments.includes('..')) throw invalidGlob(glob, 'it goes up with ".."; give the folder as path');
  return parsed;
}

function parse(pattern: string, { glob, anyDepth }: { glob: string; anyDepth: boolean }): PathGlob {
  try {
    return parsePathGlob(pattern, { anyDepth });
  } catch (error) {
    if (error instanceof SyntaxError) throw invalidGlob(glob, error.message);
    throw error;
  }
}

function invalidGlob(glob: string, reason: string): ToolFailure {
  return new ToolFailure(
    searchErrors.INVALID_GLOB({
      message: `The glob "${glob.slice(0, 200)}" is not valid: ${reason}.`,
      details: { glob },
    }),
  );
}
