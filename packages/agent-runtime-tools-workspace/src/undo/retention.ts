import type { ChangeLog, ChangeSummary } from './change-log.ts';
import type { ObjectStore } from './object-store.ts';

export interface RetentionOptions {
  /** Changes of one task that can be undone. Default 1,000. */
  readonly maxChanges?: number;
  /** Changes of all tasks of a workspace. Default 10,000. */
  readonly maxTotalChanges?: number;
  /** Bytes of all change records and old contents of a workspace. Default 512 MiB. */
  readonly maxBytes?: number;
  /** Default 30 days. */
  readonly maxAgeMs?: number;
  /** The old content of larger files is not kept. Default 32 MiB. */
  readonly maxFileBytes?: number;
  /** Bytes of all artifacts. Default 256 MiB. */
  readonly maxArtifactBytes?: number;
  /** Default 10,000. */
  readonly maxArtifacts?: number;
}

export type Retention = Required<RetentionOptions>;

export const DEFAULT_RETENTION: Retention = {
  maxChanges: 1000,
  maxTotalChanges: 10_000,
  maxBytes: 512 * 1024 * 1024,
  maxAgeMs: 30 * 24 * 60 * 60 * 1000,
  maxFileBytes: 32 * 1024 * 1024,
  maxArtifactBytes: 256 * 1024 * 1024,
  maxArtifacts: 10_000,
};

/**
 * Removes changes that are too old, the oldest of a task that has too many, and, while all together are too many or too
 * large, the oldest of the task that uses the most bytes. Then removes old contents that no change needs any more.
 */
export async function applyRetention(
  log: ChangeLog,
  objects: ObjectStore,
  retention: Retention,
  now = Date.now(),
): Promise<void> {
  const sizes = await objects.sizes();
  const kept = new KeptChanges(sizes);
  const dropped: ChangeSummary[] = [];
  const counts = new Map<string, number>();
  for (const change of await log.summaries()) {
    const count = (counts.get(change.ownerKey) ?? 0) + 1;
    counts.set(change.ownerKey, count);
    const isOver = count > retention.maxChanges || now - change.time > retention.maxAgeMs;
    if (isOver) dropped.push(change);
    else kept.add(change);
  }
  while (kept.count > retention.maxTotalChanges || kept.bytes > retention.maxBytes) {
    const change = kept.removeFromLargest();
    if (change === undefined) break;
    dropped.push(change);
  }
  for (const { id } of dropped) await log.remove(id);
  for (const [hash, { modifiedMs }] of sizes) {
    // A running transaction may have stored content that no record refers to yet.
    if (!kept.needs(hash) && now - modifiedMs > GRACE_MS) await objects.remove(hash);
  }
}

const GRACE_MS = 10 * 60 * 1000;

/** The changes to keep, and the bytes they use. Shared content is counted for the task with the newest change that needs it. */
class KeptChanges {
  readonly #sizes: ReadonlyMap<string, { readonly size: number }>;
  /** By task; the newest change first. */
  readonly #owners = new Map<string, { bytes: number; readonly changes: ChangeSummary[] }>();
  readonly #uses = new Map<string, number>();
  count = 0;
  bytes = 0;

  constructor(sizes: ReadonlyMap<string, { readonly size: number }>) {
    this.#sizes = sizes;
  }

  needs(hash: string): boolean {
    return this.#uses.has(hash);
  }

  add(change: ChangeSummary): void {
    const owner = this.#owners.get(change.ownerKey) ?? { bytes: 0, changes: [] };
    this.#owners.set(change.ownerKey, owner);
    owner.changes.push(change);
    this.count++;
    let bytes = change.bytes;
    for (const hash of change.images) {
      const uses = this.#uses.get(hash) ?? 0;
      this.#uses.set(hash, uses + 1);
      if (uses === 0) bytes += this.#sizes.get(hash)?.size ?? 0;
    }
    owner.bytes += bytes;
    this.bytes += bytes;
  }

  removeFromLargest(): ChangeSummary | undefined {
    let largest: { bytes: number; readonly changes: ChangeSummary[] } | undefined;
    for (const owner of this.#owners.values()) {
      if (owner.changes.length > 0 && (largest === undefined || owner.bytes > largest.bytes)) largest = owner;
    }
    const change = largest?.changes.pop();
    if (largest === undefined || change === undefined) return undefined;
    this.count--;
    let bytes = change.bytes;
    for (const hash of change.images) {
      const uses = (this.#uses.get(hash) ?? 1) - 1;
      if (uses === 0) {
        this.#uses.delete(hash);
        bytes += this.#sizes.get(hash)?.size ?? 0;
      } else this.#uses.set(hash, uses);
    }
    largest.bytes = Math.max(0, largest.bytes - bytes);
    this.bytes -= bytes;
    return change;
  }
}
