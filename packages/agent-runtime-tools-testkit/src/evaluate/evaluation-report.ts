/** The outcome of evaluating a dataset. */
export interface EvaluationReport extends Tally {
  /** Whether the evaluation was cancelled. Cases that had not started are missing from the report. */
  readonly cancelled: boolean;
  readonly byTool: Readonly<Record<string, Tally>>;
  readonly byTag: Readonly<Record<string, Tally>>;
  /** In the order of the dataset, including invalid entries. */
  readonly cases: readonly CaseOutcome[];
}

export interface Tally {
  readonly total: number;
  readonly passed: number;
  readonly failed: number;
  /** From 0 to 1; 0 if there are no cases. */
  readonly passRate: number;
}

export interface CaseOutcome {
  readonly id: string;
  /** Absent for an invalid entry. */
  readonly tool?: string;
  readonly tags?: readonly string[];
  readonly passed: boolean;
  /** Why the case failed. */
  readonly reason?: string;
  /** The execution time of the call, without time in the queue. */
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
