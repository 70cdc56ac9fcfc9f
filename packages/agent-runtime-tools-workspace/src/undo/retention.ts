import type { ChangeLog } from './change-log.ts';
import { imagesOf } from './change-log.ts';
import type { ObjectStore } from './object-store.ts';

export interface RetentionOptions {
  /** Changes that can be undone. Default 1,000. */
  readonly maxChanges?: number;
  /** Before-images altogether. Default 512 MiB. */
  readonly maxBytes?: number;
  /** Default 30 days. */
  readonly maxAgeMs?: number;
  /** A larger file is changed without keeping its old content. Default 32 MiB. */
  readonly maxFileBytes?: number;
  /** Artifacts altogether. Default 256 MiB. */
  readonly maxArtifactBytes?: number;
  /** How many artifacts. Default 10,000. */
  readonly maxArtifacts?: number;
}

export type Retention = Required<RetentionOptions>;

export const DEFAULT_RETENTION: Retention = {
  maxChanges: 1000,
  maxBytes: 512 * 1024 * 1024,
  maxAgeMs: 30 * 24 * 60 * 60 * 1000,
  maxFileBytes: 32 * 1024 * 1024,
  maxArtifactBytes: 256 * 1024 * 1024,
  maxArtifacts: 10_000,
};

/** Drops the oldest changes beyond the bounds, and the images that no change needs any more. */
export async function applyRetention(
  log: ChangeLog,
  objects: ObjectStore,
  retention: Retention,
  now = Date.now(),
): Promise<void> {
  const sizes = await objects.sizes();
  const kept = new Set<string>();
  let bytes = 0;
  let count = 0;
  let isFull = false;
  for await (const record of log.newestFirst()) {
    const fresh = [...new Set(imagesOf(record))].filter((hash) => !kept.has(hash));
    bytes += fresh.reduce((sum, hash) => sum + (sizes.get(hash)?.size ?? 0), 0);
    count++;
    isFull ||= count > retention.maxChanges || bytes > retention.maxBytes || now - record.time > retention.maxAgeMs;
    if (isFull) await log.remove(record.id);
    else for (const hash of fresh) kept.add(hash);
  }
  for (const [hash, { modifiedMs }] of sizes) {
    // A transaction under way may have stored an image that no record names yet.
    if (!kept.has(hash) && now - modifiedMs > GRACE_MS) await objects.remove(hash);
  }
}

const GRACE_MS = 10 * 60 * 1000;
