export interface Scenario {
  readonly name: string;
  readonly passed: boolean;
}

/** The scenarios that a revision requires, and those that the suite runs without counting them. */
export interface SuiteReport {
  readonly required: readonly Scenario[];
  readonly optional: readonly Scenario[];
}

/**
 * Reads the summary that the conformance suite prints:
 *
 *   ✓ ping: 2 passed, 0 failed
 *   ✗ tasks-lifecycle: 2 passed, 7 failed
 *   Not scored for 2026-07-28: 1 scenario(s) run, 1 failing.
 *     ✗ tasks-lifecycle (extension)
 */
export function readReport(output: string): SuiteReport {
  const scenarios = [...output.matchAll(/^(✓|✗) (\S+): \d+ passed, \d+ failed/gm)].map(toScenario);
  const optional = [...output.matchAll(/^ +(✓|✗) (\S+) \(/gm)].map(toScenario);
  const names = new Set(optional.map(({ name }) => name));
  return { required: scenarios.filter(({ name }) => !names.has(name)), optional };
}

function toScenario([, mark, name = '']: RegExpMatchArray): Scenario {
  return { name, passed: mark === '✓' };
}
