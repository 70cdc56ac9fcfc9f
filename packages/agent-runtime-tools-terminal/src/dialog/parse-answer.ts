/** What a person typed at the question. */
export type Answer =
  | { readonly kind: 'once' | 'session' | 'always' | 'rule' | 'edit' | 'explain' | 'help' }
  | { readonly kind: 'no'; readonly feedback: string };

/**
 * Reads an answer. Only a clear word consents; everything else is a no. Words after a no, or words that are no answer at
 * all, are what the person wants to tell the model.
 *
 *     y               once
 *     n use pnpm      no, with the feedback "use pnpm"
 *     use pnpm        the same
 *     yy              no
 */
export function parseAnswer(line: string): Answer {
  const text = line.trim();
  const kind = WORDS.get(text.toLowerCase());
  if (kind !== undefined) return { kind };
  const [, feedback = text.includes(' ') ? text : ''] = /^no?[,:]?\s+(.*)$/is.exec(text) ?? [];
  return { kind: 'no', feedback };
}

const WORDS: ReadonlyMap<string, Exclude<Answer['kind'], 'no'>> = new Map([
  ['y', 'once'],
  ['yes', 'once'],
  ['s', 'session'],
  ['session', 'session'],
  ['a', 'always'],
  ['always', 'always'],
  ['r', 'rule'],
  ['rule', 'rule'],
  ['e', 'edit'],
  ['edit', 'edit'],
  ['x', 'explain'],
  ['explain', 'explain'],
  ['?', 'help'],
  ['help', 'help'],
]);
