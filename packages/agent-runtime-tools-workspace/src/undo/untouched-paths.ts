import { isWithin } from '../paths/roots.ts';
import type { ChangeRecord } from '../transaction/journal/change-record.ts';
import { subjectOf } from './plan-undo.ts';

/** The paths among those asked for that no change is about, each with the reason. */
export function untouched(
  records: readonly ChangeRecord[],
  paths: readonly string[],
  display: (path: string) => string,
): { path: string; reason: string }[] {
  if (records.length === 0) return [];
  const subjects = records.flatMap(({ operations }) =>
    operations.flatMap((operation) => [display(subjectOf(operation)), display(operation.path)]),
  );
  return paths
    .filter((path) => !subjects.includes(path))
    .map((path) => {
      const folder = subjects.find((subject) => isWithin(subject, path));
      const reason =
        folder === undefined
          ? 'the change that was to be undone is not about it'
          : `it went with the folder ${folder}, which comes back only as a whole: name that folder`;
      return { path, reason };
    });
}
