import { setTimeout as sleep } from 'node:timers/promises';
import { Type, defineTool, fail, ok } from '../src/index.ts';

/** Reads nothing: gives back a content made from its parameters. */
export const readFile = defineTool({
  name: 'read_file',
  description: 'Read a file of the workspace',
  parameters: Type.Object({
    path: Type.String({ description: 'Path relative to the workspace root' }),
    offset: Type.Optional(Type.Integer({ minimum: 0 })),
    limit: Type.Optional(Type.Integer({ minimum: 1 })),
    tags: Type.Optional(Type.Array(Type.String())),
    deep: Type.Optional(Type.Boolean()),
    range: Type.Optional(Type.Object({ from: Type.Integer(), to: Type.Optional(Type.Integer()) })),
  }),
  output: Type.Object({ content: Type.String() }),
  capabilities: { readsFiles: true, idempotent: true, retryable: true },
  parameterAliases: { file_path: 'path' },
  async execute({ path, offset = 0 }) {
    return ok({ content: `${path}@${offset}` });
  },
});

/** Needs approval; remembers what it was really run with. */
export function writeFileTool(written: { path: string; content: string }[] = []) {
  return defineTool({
    name: 'write_file',
    description: 'Write a file of the workspace',
    parameters: Type.Object({ path: Type.String(), content: Type.String() }),
    capabilities: { writesFiles: true },
    requiresApproval: true,
    async execute(params) {
      written.push(params);
      return ok({ written: params.path });
    },
    async dryRun({ path }) {
      return ok({ summary: `Would write ${path}`, changes: [{ kind: 'modify' as const, target: path }] });
    },
  });
}

/** Waits, and stops when told to. */
export const waitTool = defineTool({
  name: 'wait',
  description: 'Wait for some milliseconds',
  parameters: Type.Object({ ms: Type.Integer({ minimum: 0 }) }),
  async execute({ ms }, { signal }) {
    try {
      await sleep(ms, undefined, { signal });
    } catch {
      return fail('EXECUTION_ERROR', 'stopped', { details: { partial: 'half' } });
    }
    return ok('done');
  },
});

/** Fails a number of times before it succeeds. */
export function flakyTool(failures: number) {
  let left = failures;
  return defineTool({
    name: 'flaky',
    parameters: Type.Object({}),
    capabilities: { retryable: true },
    async execute() {
      return left-- > 0 ? fail('EXECUTION_ERROR', 'not yet', { retryable: true }) : ok('at last');
    },
  });
}

export function echoTool<const N extends string>(name: N) {
  return defineTool({
    name,
    parameters: Type.Object({ text: Type.Optional(Type.String()) }),
    async execute({ text }) {
      return ok(text ?? '');
    },
  });
}
