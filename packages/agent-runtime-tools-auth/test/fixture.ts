import { defineTool, ok, ToolCoordinator, Type, type Principal, type ToolResult } from '@ku0/agent-runtime-tools-core';
import type { AccessRules } from '../src/access-rules.ts';
import { auth, type Auth } from '../src/auth.ts';

export const alice: Principal = { id: 'alice', roles: ['editor'] };
export const bob: Principal = { id: 'bob', roles: ['reader'] };

const path = Type.String();

export const readFile = defineTool({
  name: 'read_file',
  parameters: Type.Object({ path }),
  capabilities: { readsFiles: true, idempotent: true },
  execute: async (params) => ok(`read ${params.path}`),
});

export const writeFile = defineTool({
  name: 'write_file',
  parameters: Type.Object({ path, content: Type.Optional(Type.String()), force: Type.Optional(Type.Boolean()) }),
  capabilities: { readsFiles: true, writesFiles: true },
  execute: async (params) => ok(`wrote ${params.path}`),
  dryRun: async (params) => ok({ summary: `would write ${params.path}`, changes: [] }),
});

export const bash = defineTool({
  name: 'bash',
  parameters: Type.Object({ command: Type.String() }),
  capabilities: { readsFiles: true, executesCommands: true },
  execute: async () => ok('ran'),
});

export const add = defineTool({
  name: 'add',
  parameters: Type.Object({ numbers: Type.Array(Type.Number()) }),
  execute: async ({ numbers }) => ok(numbers.reduce((sum, each) => sum + each, 0)),
});

/** Tools with these rules. */
export function guardedTools(rules: AccessRules): { tools: ToolCoordinator; access: Auth } {
  const access = auth(rules);
  const tools: ToolCoordinator = new ToolCoordinator()
    .use(access)
    .registerPack({ name: 'files', version: '1.0.0', tags: ['disk'], tools: [readFile, writeFile] })
    .registerPack({ name: 'shell', version: '1.0.0', category: 'system', tools: [bash] })
    .register(add);
  return { tools, access };
}

/** The code of the error, or `ok`. */
export function outcome(result: ToolResult): string {
  return result.ok ? 'ok' : result.error.code;
}
