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
];
