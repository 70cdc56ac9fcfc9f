export { audit, type AuditOptions } from './audit.ts';
export { auditErrors } from './errors.ts';
export { createDigest, type Digest } from './record/digest.ts';
export { FileAuditSink, type FileAuditSinkOptions } from './sinks/file/file-audit-sink.ts';
export { PostgresAuditSink, type PostgresAuditSinkOptions } from './sinks/postgres/postgres-audit-sink.ts';
export { SqliteAuditSink, type SqliteAuditSinkOptions } from './sinks/sqlite/sqlite-audit-sink.ts';
export { verifyAuditDatabase } from './verify/verify-audit-database.ts';
export { verifyAuditFolder } from './verify/verify-audit-folder.ts';
export { verifyAuditPostgres } from './verify/verify-audit-postgres.ts';

export type { AuditSink, Durability } from './sinks/audit-sink.ts';
export type { PostgresClient, PostgresPlace, PostgresPool } from './sinks/postgres/postgres-pool.ts';
export type { AuditKey } from './record/audit-key.ts';
export type {
  AskedEntry,
  AuditEntry,
  CallEntry,
  CloseEntry,
  DeniedEntry,
  EndEntry,
  GapEntry,
  HookEntry,
  ModeEntry,
  OpenEntry,
  PrunedEntry,
  RefusedEntry,
  RunEntry,
  SegmentEnd,
} from './record/audit-entry.ts';
export type { AuditProblem, AuditReport, VerifyOptions } from './verify/audit-report.ts';
