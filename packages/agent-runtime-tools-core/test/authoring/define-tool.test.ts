import { describe, expect, it } from 'vitest';
import { ToolCoordinator, Type, defineTool, fail, ok, type ToolCapabilities } from '../../src/index.ts';

const NONE: ToolCapabilities = {
  readsFiles: false,
  writesFiles: false,
  executesCommands: false,
  accessesNetwork: false,
  destructive: false,
  idempotent: false,
  retryable: false,
};

describe('a tool that says nothing about itself', () => {
  const plain = defineTool({ name: 'add_up', parameters: Type.Object({}), execute: async () => ok(1) });

  it('claims nothing, and is described by its name', () => {
    expect(plain.capabilities).toEqual(NONE);
    expect(plain).toMatchObject({ name: 'add_up', description: 'add up', version: '1.0.0' });
    expect(plain).not.toHaveProperty('output');
  });

  it('is not run again after a failure that could be retried', async () => {
    for (const [capabilities, attempts] of [
      [{}, 1],
      [{ retryable: true }, 2],
    ] as const) {
      let ran = 0;
      const failing = defineTool({
        name: 'failing',
        parameters: Type.Object({}),
        capabilities,
        limits: { retry: { maxAttempts: 2 } },
        execute: async () => {
          ran++;
          return fail('EXECUTION_ERROR', 'not yet', { retryable: true });
        },
      });
      const result = await new ToolCoordinator().register(failing).execute('failing', {});
      expect([result.ok, ran]).toEqual([false, attempts]);
    }
  });
});

describe('a tool that says something about itself', () => {
  it.each(Object.keys(NONE))('claims %s and nothing else', (name) => {
    const tool = defineTool({
      name: 'x',
      parameters: Type.Object({}),
      capabilities: { [name]: true },
      execute: async () => ok(1),
    });
    expect(tool.capabilities).toEqual({ ...NONE, [name]: true });
  });

  it('keeps its description, version and output schema', () => {
    const output = Type.Number();
    const described = { description: 'Adds', version: '2.1.0', output };
    const tool = defineTool({ name: 'x', parameters: Type.Object({}), ...described, execute: async () => ok(1) });
    expect(tool).toMatchObject(described);
  });
});
