import type { AssignmentUse, CommandPart, PathUse, RedirectUse, Span } from '../command-analysis.ts';

/** What surrounds a command in its script. */
export interface CommandSetting {
  readonly text: string;
  readonly span: Span;
  readonly assignments: readonly AssignmentUse[];
  readonly redirects: readonly RedirectUse[];
  readonly redirectPaths: readonly PathUse[];
}

/** A part that is no program: a bare redirect, an assignment, a test. */
export function bareSetting(
  text: string,
  span: Span,
  redirects: readonly RedirectUse[],
  paths: readonly PathUse[],
): CommandSetting {
  return { text, span, assignments: [], redirects, redirectPaths: paths };
}

export const NO_PROGRAM: Pick<
  CommandPart,
  'argv' | 'words' | 'program' | 'dynamic' | 'hazards' | 'forms' | 'suggestion'
> = {
  argv: [],
  words: [],
  program: '',
  dynamic: false,
  hazards: [],
  forms: {},
  suggestion: 'never',
};
