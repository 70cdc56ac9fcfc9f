import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Durability } from '@ku0/agent-runtime-tools-audit';
import type { ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import { TOOL_NAME } from '../benchmark-tool.ts';

/** An extension as an application would set it up. It must let the benchmark's calls through. */
export interface BenchExtension {
  readonly name: string;
  /** Loads the package and adds it. */
  addTo(tools: Pick<ToolCoordinator, 'use' | 'activity'>): Promise<void>;
}

/** The principal of the calls. */
export const PRINCIPAL = { id: 'user-17', roles: ['reader', 'editor'] } as const;

/** The extensions that a full call has beyond hooks and approval. */
export const EXTENSIONS: readonly BenchExtension[] = [
  {
    name: 'auth',
    async addTo(tools) {
      const { auth } = await import('@ku0/agent-runtime-tools-auth');
      const editing = { tools: 'write_*', when: { argument: 'path', pathMatches: 'src/**' } };
      const secrets = { tools: '@readsFiles', when: { argument: 'path', contains: '.env' } };
      tools.use(
        auth({
          roles: { reader: { allow: [TOOL_NAME, '@readsFiles'] }, editor: { inherits: ['reader'], allow: [editing] } },
          deny: [secrets, 'pack:shell'],
        }),
      );
    },
  },
  {
    name: 'rate-limit',
    async addTo(tools) {
      const { rateLimit } = await import('@ku0/agent-runtime-tools-rate-limit');
      tools.use(
        rateLimit({
          limits: [
            { name: 'user', by: 'principal', rate: { calls: 1e9, per: 'second' } },
            { name: 'tool', by: ['principal', 'tool'], rate: { calls: 1e9, per: 'second' }, concurrency: 1e6 },
          ],
        }),
      );
    },
  },
  {
    name: 'metrics',
    async addTo(tools) {
      const { telemetry } = await import('@ku0/agent-runtime-tools-telemetry');
      tools.use((await telemetry({ prometheus: true })).middlewares);
    },
  },
  audit('buffered'),
];

/** The trail of all calls, in files. */
export function audit(durability: Durability): BenchExtension {
  return {
    name: `audit (${durability})`,
    async addTo(tools) {
      const { audit: recordCalls, FileAuditSink } = await import('@ku0/agent-runtime-tools-audit');
      const folder = mkdtempSync(join(tmpdir(), 'bench-audit-'));
      const removal = {
        name: 'remove-trail',
        appliesTo: () => false,
        execute: () => Promise.reject(new Error('it applies to no tool')),
        shutdown: async () => rmSync(folder, { recursive: true, force: true }),
      };
      // Middlewares are shut down in this order.
      tools.use([recordCalls({ sink: new FileAuditSink({ folder, durability, maxSegments: 2 }) }), removal]);
    },
  };
}

/** Logs and spans too, as they are made where nobody collects them. */
export const LOGS_AND_TRACES: BenchExtension = {
  name: 'logs and traces',
  async addTo(tools) {
    const { telemetry } = await import('@ku0/agent-runtime-tools-telemetry');
    let lines = 0;
    const count = (): void => void lines++;
    const logger = {
      debug: count,
      info: count,
      warn: count,
      error: count,
      isLevelEnabled: (level: string) => level !== 'debug',
    };
    tools.use((await telemetry({ logs: { logger }, prometheus: true, openTelemetry: true })).middlewares);
  },
};
