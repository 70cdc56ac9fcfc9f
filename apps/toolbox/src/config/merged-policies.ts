import type { PolicySet } from '@ku0/agent-runtime-tools-approval';

/** The rules of several sets. Order does not matter: a rule that denies counts before one that approves. */
export function mergedPolicies(...given: readonly (PolicySet | undefined)[]): PolicySet | undefined {
  const sets = given.filter((set) => set !== undefined);
  const [first, ...others] = sets;
  if (first === undefined || others.length === 0) return first;
  const all = (name: 'allow' | 'ask' | 'deny' | 'additionalDirectories'): readonly string[] =>
    sets.flatMap(({ permissions }) => permissions[name] ?? []);
  return {
    policies: sets.flatMap(({ policies }) => policies),
    permissions: {
      allow: all('allow'),
      ask: all('ask'),
      deny: all('deny'),
      additionalDirectories: all('additionalDirectories'),
    },
    tests: sets.flatMap(({ tests }) => tests),
    notices: sets.flatMap(({ notices }) => notices),
    digest: sets.map(({ digest }) => digest).join(' '),
  };
}
