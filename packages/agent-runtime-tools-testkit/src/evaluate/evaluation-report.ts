/** How the cases of a dataset went. */
export interface EvaluationReport extends Tally {
  /** True when it was cancelled: cases that had not begun are not in here. */
  readonly cancelled: boolean;
  readonly byTool: Readonly<Record<string, Tally>>;
  readonly byTag: Readonly<Record<string, Tally>>;
  /** In the order of the dataset, with an entry for everything in it that is not a case. */
  readonly cases: readonly CaseOutcome[];
}

export interface Tally {
  readonly total: number;
  readonly passed: number;
  readonly failed: number;
  /** From 0 to 1; 0 where there is nothing to pass. */
  readonly passRate: number;
}

export interface CaseOutcome {
  readonly id: string;
  /** Absent for what is not a case. */
  readonly tool?: string;
  readonly tags?: readonly string[];
  readonly passed: boolean;
  /** Why it did not pass. */
  readonly reason?: string;
  /** How long the call took, without waiting. */
  readonly ms: number;
}

export function evaluationReport(
  cases: readonly CaseOutcome[],
  { cancelled }: { cancelled: boolean },
): EvaluationReport {
  return {
    ...tally(cases),
    cancelled,
    byTool: tallyBy(cases, ({ tool }) => (tool === undefined ? [] : [tool])),
    byTag: tallyBy(cases, ({ tags = [] }) => tags),
    cases,
  };
}

function tally(cases: readonly CaseOutcome[]): Tally {
  const total = cases.length;
  const passed = cases.filter((each) => each.passed).length;
  return { total, passed, failed: total - passed, passRate: total === 0 ? 0 : passed / total };
}

function tallyBy(
  cases: readonly CaseOutcome[],
  keysOf: (each: CaseOutcome) => readonly string[],
): Record<string, Tally> {
  const groups = new Map<string, CaseOutcome[]>();
  for (const each of cases) {
    for (const key of new Set(keysOf(each))) {
      const group = groups.get(key) ?? [];
      group.push(each);
      groups.set(key, group);
    }
  }
  return Object.fromEntries([...groups].map(([key, group]) => [key, tally(group)]));
}
