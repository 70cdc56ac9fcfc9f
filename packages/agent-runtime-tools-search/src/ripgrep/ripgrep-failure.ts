import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { patternFault, searchErrors } from '../errors.ts';

/** The error for a search that ripgrep refused. */
export function ripgrepFailure(errors: string, { pattern }: { pattern: string }): ToolFailure {
  const text = errors.replace(/^rg: /, '').trim();
  const details = { pattern: pattern.slice(0, 1_000), explanation: text.slice(0, 2_000) };
  if (text.includes('"\\n" is not allowed')) {
    return new ToolFailure(
      searchErrors.INVALID_PATTERN({
        message: 'The pattern has a line break, but lines are searched one at a time.',
        suggestion: 'Set multiline: true to find matches that span lines.',
        details,
      }),
    );
  }
  const reason = /^error: (.*)$/m.exec(text)?.[1] ?? /^(compiled regex exceeds.*|.*regex.*)$/m.exec(text)?.[1];
  if (reason !== undefined) {
    return new ToolFailure(
      searchErrors.INVALID_PATTERN({
        ...patternFault(/(?:^|[^\\])(?:\\\\)*\\$/.test(pattern) ? LONE_BACKSLASH : reason),
        details,
      }),
    );
  }
  return new ToolFailure(
    searchErrors.SEARCH_FAILED({ message: `The search failed: ${text.slice(0, 500) || 'no reason given'}`, details }),
  );
}

/** ripgrep wraps the pattern in a group, so a backslash at its end makes it complain about the group. */
const LONE_BACKSLASH = 'incomplete escape sequence, reached end of pattern prematurely';
