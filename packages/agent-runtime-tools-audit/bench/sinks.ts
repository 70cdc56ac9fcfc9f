// How many records per second the sinks take, one call after the other and 64 at once: node bench/sinks.ts
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasPostgres, startPostgres } from '@ku0/agent-runtime-tools-testkit/services';
import { FileAuditSink, PostgresAuditSink, SqliteAuditSink, type AuditEntry, type AuditSink } from '../src/index.ts';
import { Trail } from '../src/trail/trail.ts';

const KEY = 'a key of at least sixteen bytes';
const base = mkdtempSync(join(tmpdir(), 'audit-bench-'));
let folders = 0;
const place = (): string => join(base, String(folders++));

const SINKS: Record<string, () => AuditSink> = {
  'file, buffered': () => new FileAuditSink({ folder: place(), durability: 'buffered' }),
  'file, written': () => new FileAuditSink({ folder: place() }),
  'file, written, with a key': () => new FileAuditSink({ folder: place(), key: KEY }),
  'file, synced': () => new FileAuditSink({ folder: place(), durability: 'synced' }),
  'SQLite, written': () => new SqliteAuditSink({ file: place() }),
  'SQLite, synced': () => new SqliteAuditSink({ file: place(), durability: 'synced' }),
};

function entry(number: number): AuditEntry {
  return {
    kind: 'run',
    time: new Date().toISOString(),
    call: `3f9a-${number}`,
    callId: `call_${number}`,
    task: 'task-1',
    principal: 'alice',
    tool: 'read_file',
    version: '1.0.0',
    args: `sha256:${'0f'.repeat(32)}`,
    mode: 'act',
    by: 'policy:reads',
  };
}

/** Appends records for a second, `width` at a time, and returns how many per second. */
async function measure(sink: AuditSink, width: number): Promise<{ perSecond: number; cpuMicros: number }> {
  const trail = new Trail({ sink, timeoutMs: 10_000, onProblem: console.error });
  for (let number = 0; number < 200; number++) await trail.append(entry(number));
  const cpu = process.cpuUsage();
  const started = performance.now();
  let count = 0;
  while (performance.now() - started < 1000) {
    await Promise.all(Array.from({ length: width }, async () => trail.append(entry(count++))));
  }
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  await trail.close();
  return { perSecond: count / seconds, cpuMicros: (user + system) / count };
}

const server = hasPostgres() ? await startPostgres() : undefined;
if (server !== undefined) {
  const { url } = server;
  SINKS['PostgreSQL, written'] = () =>
    new PostgresAuditSink({ url, table: `audit_${folders++}`, durability: 'written' });
  SINKS['PostgreSQL, synced'] = () => new PostgresAuditSink({ url, table: `audit_${folders++}` });
}

try {
  console.log(`Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}`);
  for (const [name, create] of Object.entries(SINKS)) {
    for (const width of [1, 64]) {
      const { perSecond, cpuMicros } = await measure(create(), width);
      const rate = Math.round(perSecond).toLocaleString('en').padStart(9);
      console.log(
        `${name.padEnd(26)} ${String(width).padStart(2)} at once: ${rate} records/s, ${cpuMicros.toFixed(1)} µs of CPU each`,
      );
    }
  }
} finally {
  await server?.remove();
  rmSync(base, { recursive: true, force: true });
}
