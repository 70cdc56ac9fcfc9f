import { expect, it } from 'vitest';
import { ToolCoordinator, Type, defineTool, ok, type ToolContext, type ToolResult } from '../../src/index.ts';

/** A tool that runs until its signal fires, and calls `onStop` then. */
function untilStopped(onStop: () => void = () => {}) {
  return (_: unknown, { signal }: ToolContext): Promise<ToolResult<number>> =>
    new Promise((resolve) =>
      signal.addEventListener('abort', () => {
        onStop();
        resolve(ok(1));
      }),
    );
}

it('a call that begins while another one times out has its own deadline', async () => {
  let fallback: Promise<ToolResult> | undefined;
  const parameters = Type.Object({});
  const tools: ToolCoordinator = new ToolCoordinator({ limits: { timeoutMs: 30, graceMs: 20 } });
  const begin = (): void => {
    fallback = tools.execute('second', {});
  };
  tools.register(defineTool({ name: 'first', parameters, execute: untilStopped(begin) }));
  tools.register(defineTool({ name: 'second', parameters, execute: untilStopped() }));
  expect(await tools.execute('first', {})).toMatchObject({ error: { code: 'TIMEOUT' } });
  expect(await fallback).toMatchObject({ error: { code: 'TIMEOUT' } });
}, 5000);
