import type { Survey } from './survey-tree.ts';

/** Files that are new, different or gone between two surveys, in stable order. */
export function changedFiles(before: Survey, after: Survey): readonly string[] {
  const changed: string[] = [];
  for (const [path, stamp] of after.stamps) if (before.stamps.get(path) !== stamp) changed.push(path);
  if (before.stampsComplete && after.stampsComplete) {
    for (const path of before.stamps.keys()) if (!after.stamps.has(path)) changed.push(path);
  }
  return changed.sort();
}
