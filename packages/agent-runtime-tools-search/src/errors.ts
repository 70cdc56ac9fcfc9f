import { errorCatalogue } from '@ku0/agent-runtime-tools-core';

/** The error codes of this package. Problems with paths have the codes of the workspace. */
export const searchErrors = errorCatalogue({
  INVALID_PATTERN: {
    kind: 'validation_error',
    message: 'The pattern is not valid.',
    suggestion: 'Correct the pattern, or set literal: true to search for plain text.',
  },
  INVALID_GLOB: {
    kind: 'validation_error',
    message: 'The glob is not valid.',
    suggestion: 'Use *, **, ?, [abc] and {a,b}, relative to path, with every bracket closed.',
  },
  UNKNOWN_FILE_TYPE: {
    kind: 'validation_error',
    message: 'There is no file type of this name.',
    suggestion: 'Use include with a glob such as "*.ts" instead.',
  },
  SEARCH_FAILED: {
    kind: 'system_error',
    message: 'The search failed.',
    suggestion: 'Try a narrower path; if it fails again, tell the person.',
  },
  PATTERN_TOO_SLOW: {
    kind: 'user_error',
    message: 'The pattern takes too long on these files without ripgrep.',
    suggestion: 'Use a simpler pattern without nested repetition, a narrower path, or literal: true.',
  },
});

/** The message and suggestion for an invalid regular expression. */
export function patternFault(reason: string): { readonly message: string; readonly suggestion: string } {
  return {
    message: `The pattern is not a valid regular expression: ${reason}.`,
    suggestion: /look-around|backreference/.test(reason)
      ? 'Look-around and backreferences are not supported: write the pattern without them and filter the result.'
      : 'Correct the pattern, or set literal: true to search for plain text.',
  };
}
