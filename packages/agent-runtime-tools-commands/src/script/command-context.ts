import type { AssignmentUse, CommandPart, PathUse, RedirectUse, Span } from '../command-analysis.ts';

/** What surrounds a command in its script. */
export interface CommandContext {
  readonly text: string;
  readonly span: Span;
  readonly assignments: readonly AssignmentUse[];
  readonly redirects: readonly RedirectUse[];
  readonly redirectPaths: readonly PathUse[];
}

/** The fields of a part that runs no program: a bare redirect, an assignment or a test. */
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
