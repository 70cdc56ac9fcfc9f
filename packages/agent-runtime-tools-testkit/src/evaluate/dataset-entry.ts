import { caseProblems, isCase } from './case-problems.ts';
import type { EvaluationCase } from './evaluation-case.ts';

/** One entry of a dataset: a case, or the reason why it is not a valid case. */
export type DatasetEntry =
  | { readonly id: string; readonly case: EvaluationCase }
  | { readonly id: string; readonly problem: string };

/** Validates an entry. `place` names its position: "line 7", "case 3". */
export function datasetEntry(value: unknown, place: string): DatasetEntry {
  if (isCase(value)) return { id: value.id ?? place, case: value };
  return { id: place, problem: `${place} is not a case: ${caseProblems(value).join('; ')}` };
}
