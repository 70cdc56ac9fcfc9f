import { isWithin } from '../paths/roots.ts';
import type { ChangeRecord } from '../transaction/journal/change-record.ts';
import { subjectOf } from './plan-undo.ts';

/** The requested paths that no selected change affects, each with the reason. */
export function pathsWithoutChange(
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
          ? 'the selected change does not affect it'
          : `it was removed with the folder ${folder}, which is restored only as a whole: name that folder`;
      return { path, reason };
    });
}
