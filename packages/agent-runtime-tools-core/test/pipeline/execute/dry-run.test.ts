import { describe, expect, it } from 'vitest';
import {
  ToolCoordinator,
  Type,
  coreErrors,
  defineTool,
  fail,
  ok,
  type ExecuteOptions,
  type ToolCapabilities,
  type ToolContext,
} from '../../../src/index.ts';

const PLAN = { summary: 'Would write a', changes: [{ kind: 'modify' as const, target: 'a' }] };

/** A tool that counts its dry runs and its executions. */
function plannedTool(onDryRun: (context: ToolContext) => void = () => {}) {
  const asked: ToolContext[] = [];
  let done = 0;
  const tools: ToolCoordinator = new ToolCoordinator().register(
    defineTool({
      name: 'write',
      parameters: Type.Object({ path: Type.String() }),
      capabilities: { writesFiles: true },
      async execute() {
        done++;
        return ok('done');
      },
      async dryRun(_, context) {
        asked.push(context);
        onDryRun(context);
        return ok(PLAN);
      },
    }),
  );
  const dryRun = (options?: ExecuteOptions, params: unknown = { path: 'a' }) => tools.dryRun('write', params, options);
  return { tools, dryRun, asked, done: () => done };
}

describe('a dry run', () => {
  it('passes through guards that ask for it, and through no other middleware', async () => {
    const { tools, dryRun, asked } = plannedTool();
    const seen: string[] = [];
    tools.registerAlias('put', 'write');
    for (const phase of ['observe', 'guard', 'hook', 'approve', 'around'] as const) {
      tools.use({
        name: phase,
        phase,
        guardsDryRuns: true,
        async execute(params, context, next) {
          seen.push(`${phase} ${context.tool.aliases?.join()}`);
          return next(params);
        },
      });
    }
    tools.use({ name: 'other', phase: 'guard', execute: async () => fail(coreErrors.APPROVAL_DENIED()) });
    expect((await dryRun()).ok).toBe(true);
    expect(seen).toEqual(['guard put']);
    tools.use({
      name: 'deny',
      phase: 'guard',
      guardsDryRuns: true,
      execute: async () => fail(coreErrors.APPROVAL_DENIED()),
    });
    expect(await dryRun()).toMatchObject({ ok: false, error: { code: 'APPROVAL_DENIED' } });
    expect(asked).toHaveLength(1);
  });

  it('is validated again with the arguments that a guard passes on', async () => {
    const { tools, dryRun, asked } = plannedTool();
    tools.use({ name: 'change', phase: 'guard', guardsDryRuns: true, execute: (_params, _context, next) => next({}) });
    expect(await dryRun()).toMatchObject({ ok: false, error: { code: 'VALIDATION_ERROR' } });
    expect(asked).toEqual([]);
  });

  it('calls dryRun of the tool and does not execute it', async () => {
    const { tools, dryRun, asked, done } = plannedTool();
    const options = { timeoutMs: 1000, signal: new AbortController().signal };
    expect(await dryRun(options)).toMatchObject({ ok: true, value: PLAN });
    expect([asked.length, done()]).toEqual([1, 0]);
    expect(tools.getStats()).toMatchObject({ inFlight: 0, totalExecutions: 0 });
  });

  it.each([0, -1, Number.NaN])('with a time limit of %d is refused before the tool is called', async (timeoutMs) => {
    const { dryRun, asked } = plannedTool();
    expect(await dryRun({ timeoutMs })).toMatchObject({
      ok: false,
      error: { code: 'VALIDATION_ERROR', message: `timeoutMs must be a positive number, got ${timeoutMs}.` },
      metadata: { toolName: 'write' },
    });
    expect(asked).toEqual([]);
  });

  it('after the shutdown is refused before the tool is called', async () => {
    const { tools, dryRun, asked } = plannedTool();
    await tools.shutdownAll();
    expect(await dryRun()).toMatchObject({ ok: false, error: { code: 'SHUT_DOWN' } });
    expect(asked).toEqual([]);
  });

  it('with an aborted signal is refused before the tool is called', async () => {
    const { dryRun, asked } = plannedTool();
    expect(await dryRun({ signal: AbortSignal.abort('enough') })).toMatchObject({
      ok: false,
      error: { code: 'CANCELLED', message: 'The call was cancelled: enough' },
    });
    expect(asked).toEqual([]);
  });

  it('is cancelled when its signal fires', async () => {
    const controller = new AbortController();
    const { dryRun, asked } = plannedTool(() => controller.abort('enough'));
    expect(await dryRun({ signal: controller.signal })).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
    expect(asked[0]?.signal.aborted).toBe(true);
  });

  it('with invalid arguments is refused before the tool is called', async () => {
    const { dryRun, asked } = plannedTool();
    expect(await dryRun({}, { path: { deep: 1 } })).toMatchObject({ ok: false, error: { code: 'VALIDATION_ERROR' } });
    expect(asked).toEqual([]);
  });

  it('of an unknown tool fails with the nearest names', async () => {
    const { tools } = plannedTool();
    const result = await tools.dryRun('wrote', {});
    expect(result).toMatchObject({ ok: false, error: { code: 'TOOL_NOT_FOUND' }, metadata: { toolName: 'wrote' } });
    expect(JSON.stringify(result)).toContain('write');
  });

  it('publishes nothing', async () => {
    const { tools, dryRun } = plannedTool();
    const before = tools.activity.recent().length;
    await dryRun();
    await dryRun({ timeoutMs: 0 });
    expect(tools.activity.recent()).toHaveLength(before);
  });

  it.each<[what: string, capabilities: Partial<ToolCapabilities>, isHarmless: boolean]>([
    ['changes nothing', { readsFiles: true }, true],
    ['writes files', { writesFiles: true }, false],
    ['uses the network', { accessesNetwork: true }, false],
  ])('of a tool without dryRun that %s', async (_, capabilities, isHarmless) => {
    const tool = defineTool({ name: 'x', parameters: Type.Object({}), capabilities, execute: async () => ok('done') });
    const result = await new ToolCoordinator().register(tool).dryRun('x', {});
    expect(result).toMatchObject(
      isHarmless
        ? { ok: true, value: { summary: 'x changes nothing.', changes: [] } }
        : {
            ok: false,
            error: { code: 'DRY_RUN_UNSUPPORTED', message: 'x cannot say beforehand what it would change.' },
          },
    );
  });
});
