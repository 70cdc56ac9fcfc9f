import { caseProblems, isCase } from './case-problems.ts';
import type { EvaluationCase } from './evaluation-case.ts';

/** What stands at one place of a dataset: a case, or why there is none. */
export type DatasetEntry =
  | { readonly id: string; readonly case: EvaluationCase }
  | { readonly id: string; readonly problem: string };

/** Checks what was read. `place` names it in words: "line 7", "case 3". */
export function datasetEntry(value: unknown, place: string): DatasetEntry {
  if (isCase(value)) return { id: value.id ?? place, case: value };
  return { id: place, problem: `${place} is not a case: ${caseProblems(value).join('; ')}` };
}
