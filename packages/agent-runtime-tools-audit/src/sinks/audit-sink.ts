import type { AuditEntry } from '../record/audit-entry.ts';

/** Where the trail is kept. It makes entries the next records of a hash chain. */
export interface AuditSink {
  /**
   * Appends entries in order: all of them or, if it throws or rejects, none. When it returns nothing, or the promise
   * resolves, they are as durable as the sink promises. Not called again before the promise has settled.
   */
  append(entries: readonly AuditEntry[]): void | Promise<void>;
  /** Writes what is still in memory and frees files and connections. A later `append` opens them again. */
  close(): void | Promise<void>;
}

/**
 * What has happened to a record when `append` is done. `buffered`: nothing yet, it is written within 20 ms; a killed process loses
 * these. `written`: it was given to the operating system, so it survives the end of the process. `synced`: it is on the disk,
 * so it survives a loss of power.
 */
export type Durability = 'buffered' | 'written' | 'synced';
