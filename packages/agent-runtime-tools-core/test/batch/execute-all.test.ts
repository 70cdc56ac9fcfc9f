import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ToolCoordinator, Type, defineTool, ok, type ResourceUse } from '../../src/index.ts';
import { conflicts } from '../../src/batch/conflicts.ts';

function traced() {
  const trace: string[] = [];
  const make = (name: string, writes: boolean, declares: boolean) =>
    defineTool({
      name,
      parameters: Type.Object({ path: Type.String() }),
      capabilities: writes ? { writesFiles: true } : { readsFiles: true },
      ...(declares && {
        resources: ({ path }: { path: string }): ResourceUse[] => [
          { key: `file:${path}`, access: writes ? 'write' : 'read' },
        ],
      }),
      async execute({ path }) {
        trace.push(`> ${name} ${path}`);
        await sleep(10);
        trace.push(`< ${name} ${path}`);
        return ok(path);
      },
    });
  const tools = new ToolCoordinator()
    .register(make('read', false, true))
    .register(make('write', true, true))
    .register(make('blind_write', true, false))
    .register(make('blind_read', false, false));
  return { trace, tools };
}

describe('executeAll', () => {
  it('runs calls without conflicts in parallel and returns results in call order', async () => {
    const { trace, tools } = traced();
    const results = await tools.executeAll([
      { name: 'read', params: { path: 'a' } },
      { name: 'write', params: { path: 'b' } },
      { name: 'read', params: { path: 'a' } },
    ]);
    expect(results.map((result) => result.ok && result.value)).toEqual(['a', 'b', 'a']);
    expect(trace.slice(0, 3).every((line) => line.startsWith('>'))).toBe(true);
  });

  it('keeps the order of calls that use the same resource', async () => {
    const { trace, tools } = traced();
    await tools.executeAll([
      { name: 'write', params: { path: 'a' } },
      { name: 'read', params: { path: 'a' } },
      { name: 'write', params: { path: 'a' } },
    ]);
    expect(trace).toEqual(['> write a', '< write a', '> read a', '< read a', '> write a', '< write a']);
  });

  it('treats a writing tool without resources as writing everything', async () => {
    const { trace, tools } = traced();
    await tools.executeAll([
      { name: 'blind_read', params: { path: '1' } },
      { name: 'blind_read', params: { path: '2' } },
      { name: 'blind_write', params: { path: '3' } },
      { name: 'read', params: { path: '4' } },
    ]);
    expect(trace.slice(0, 2)).toEqual(['> blind_read 1', '> blind_read 2']);
    expect(trace.slice(4)).toEqual(['> blind_write 3', '< blind_write 3', '> read 4', '< read 4']);
  });

  it('runs the other calls when a call fails, is invalid or unknown', async () => {
    const { tools } = traced();
    const results = await tools.executeAll([
      { name: 'nothing', params: {} },
      { name: 'write', params: {} },
      { name: 'write', params: { path: 'a' }, callId: 'mine' },
    ]);
    expect(results.map((result) => (result.ok ? 'ok' : result.error.code))).toEqual([
      'TOOL_NOT_FOUND',
      'VALIDATION_ERROR',
      'ok',
    ]);
    expect(results[2]?.metadata.callId).toBe('mine');
    expect(new Set(results.map((result) => result.metadata.callId)).size).toBe(3);
  });

  it('passes its options to every call, except the call id', async () => {
    const { tools } = traced();
    const controller = new AbortController();
    controller.abort();
    const results = await tools.executeAll(
      [
        { name: 'read', params: { path: 'a' } },
        { name: 'read', params: { path: 'b' } },
      ],
      { signal: controller.signal, callId: 'x' },
    );
    expect(results.every((result) => !result.ok && result.error.code === 'CANCELLED')).toBe(true);
    expect(results[0]?.metadata.callId).not.toBe(results[1]?.metadata.callId);
  });
});

describe('conflicts', () => {
  it.each([
    ['file:a', 'write', 'file:a', 'read', true],
    ['file:a', 'read', 'file:a', 'read', false],
    ['file:a', 'write', 'file:ab', 'write', false],
    ['file:src', 'write', 'file:src/a.ts', 'read', true],
    ['file:src/', 'read', 'file:src/a.ts', 'write', true],
    ['*', 'write', 'file:x', 'read', true],
    ['*', 'read', 'file:x', 'read', false],
  ] as const)('%s (%s) and %s (%s): %s', (keyA, accessA, keyB, accessB, expected) => {
    const a = [{ key: keyA, access: accessA }];
    const b = [{ key: keyB, access: accessB }];
    expect(conflicts(a, b)).toBe(expected);
    expect(conflicts(b, a)).toBe(expected);
  });

  it('returns a result for an entry that is not a call', async () => {
    const results = await new ToolCoordinator().executeAll([null, undefined] as never);
    expect(results).toMatchObject([{ error: { code: 'TOOL_NOT_FOUND' } }, { error: { code: 'TOOL_NOT_FOUND' } }]);
  });
});
