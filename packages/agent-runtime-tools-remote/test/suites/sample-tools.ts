import { setTimeout as sleep } from 'node:timers/promises';
import { Type, coreErrors, defineTool, fail, ok, ToolCoordinator } from '@ku0/agent-runtime-tools-core';

/** Tools whose effects can be counted. */
export function sampleTools() {
  const effects: string[] = [];
  const stops: string[] = [];
  const tools = new ToolCoordinator()
    .register(
      defineTool({
        name: 'echo',
        description: 'Say it again',
        parameters: Type.Object({ text: Type.String(), times: Type.Optional(Type.Number({ default: 1 })) }),
        output: Type.Object({ text: Type.String() }),
        capabilities: { idempotent: true },
        execute: async ({ text, times = 1 }) => ok({ text: text.repeat(times) }),
        dryRun: async () => ok({ summary: 'Would say it.', changes: [] }),
        toModelOutput: ({ text }) => [{ type: 'text', text: `It said: ${text.trim()}` }],
      }),
    )
    .register(
      defineTool({
        name: 'pay',
        parameters: Type.Object({ amount: Type.Number() }),
        requiresApproval: ({ amount }) => amount > 10,
        dryRun: async ({ amount }) =>
          ok({ summary: `Would pay ${amount}.`, changes: [{ kind: 'send', target: 'bank' }] }),
        execute: async ({ amount }, { principal, taskId, mode, trace }) => {
          effects.push(`pay ${amount}`);
          return ok({
            paid: amount,
            by: principal?.id ?? '',
            roles: principal?.roles ?? [],
            taskId,
            mode,
            trace: trace ?? null,
          });
        },
      }),
    )
    .register(
      defineTool({
        name: 'delete_all',
        parameters: Type.Object({}),
        requiresApproval: true,
        capabilities: { destructive: true },
        execute: async () => {
          effects.push('delete_all');
          return ok('gone');
        },
      }),
    )
    .register(
      defineTool({
        name: 'stream',
        parameters: Type.Object({ count: Type.Number() }),
        execute: async ({ count }, { emitOutput, emitProgress }) => {
          for (let at = 0; at < count; at++) {
            emitOutput(`${at}\n`);
            if (at % 1000 === 999) {
              emitProgress(at + 1, count, 'going on');
              await sleep(1);
            }
          }
          return ok({ count });
        },
      }),
    )
    .register(
      defineTool({
        name: 'wait',
        parameters: Type.Object({ ms: Type.Number() }),
        execute: async ({ ms }, { signal }) => {
          effects.push('wait');
          try {
            await sleep(ms, undefined, { signal });
            return ok('waited');
          } catch {
            stops.push(String(signal.reason instanceof Error ? signal.reason.message : signal.reason?.message));
            return fail(coreErrors.CANCELLED());
          }
        },
      }),
    )
    .register(
      defineTool({
        name: 'fail_it',
        parameters: Type.Object({}),
        execute: async () =>
          fail({
            code: 'BROKEN',
            kind: 'user_error',
            message: 'It is broken.',
            suggestion: 'Mend it.',
            details: { part: 7 },
          }),
      }),
    )
    .registerAlias('repeat', 'echo');
  return { tools, effects, stops };
}
