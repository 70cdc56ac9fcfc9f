import type { TreeScan } from './scan-tree.ts';

/** Files that were added, changed or removed between two scans, sorted. */
export function changedFiles(before: TreeScan, after: TreeScan): readonly string[] {
  const changed: string[] = [];
  for (const [path, fingerprint] of after.fingerprints)
    if (before.fingerprints.get(path) !== fingerprint) changed.push(path);
  if (before.fingerprintsComplete && after.fingerprintsComplete) {
    for (const path of before.fingerprints.keys()) if (!after.fingerprints.has(path)) changed.push(path);
  }
  return changed.sort();
}
