import type { Ignore } from 'ignore';

/** What one set of rules says about a path: nothing, hidden, or shown again by a `!` rule. */
export function ruleVerdict(rules: Ignore, relative: string, isDirectory: boolean): 'none' | 'hidden' | 'shown' {
  const { ignored, unignored } = rules.test(isDirectory ? `${relative}/` : relative);
  if (ignored) return 'hidden';
  return unignored ? 'shown' : 'none';
}
