import { describe, expect, it, vi } from 'vitest';
import type * as Core from '../../../src/index.ts';
import { PARENT, foreignParent } from '../../../src/pipeline/call/parent-call.ts';

const LINK = { depth: 1, finished: false, cause: undefined, pauseAll: () => {}, resumeAll: () => {} };

describe('the parent call of a context of another copy of core', () => {
  it('is what the context links to', () => {
    expect(foreignParent({ [PARENT]: LINK })).toBe(LINK);
  });

  it.each<[what: string, link: unknown]>([
    ['no object', 'call'],
    ['null', null],
    ['without a depth', { ...LINK, depth: undefined }],
    ['with a depth that is no number', { ...LINK, depth: '1' }],
    ['that cannot pause', { ...LINK, pauseAll: undefined }],
    ['that cannot resume', { ...LINK, resumeAll: true }],
  ])('is undefined when the link is one %s', (_, link) => {
    expect(foreignParent({ [PARENT]: link })).toBeUndefined();
  });

  it('is undefined when there is no link, no context, or an unreadable one', () => {
    expect(foreignParent({ depth: 1 })).toBeUndefined();
    expect(foreignParent(undefined)).toBeUndefined();
    const hostile = {
      get [PARENT](): never {
        throw new Error('no');
      },
    };
    expect(foreignParent(hostile)).toBeUndefined();
  });
});

describe('a call made from a call that another copy of core runs', () => {
  async function copies(): Promise<[typeof Core, typeof Core]> {
    const one = await import('../../../src/index.ts');
    vi.resetModules();
    const two = await import('../../../src/index.ts');
    expect(one.ToolCoordinator).not.toBe(two.ToolCoordinator);
    return [one, two];
  }

  /** An `outer` tool of one copy, that calls `inner` of the other as this says. */
  async function nestedCall(
    work: (inner: (options?: Core.ExecuteOptions) => Promise<Core.ToolResult>) => Promise<unknown>,
    options: Core.ToolCoordinatorOptions = {},
  ) {
    const [one, two] = await copies();
    const contexts: Core.ToolContext[] = [];
    const inner = new two.ToolCoordinator(options).register(
      two.defineTool({
        name: 'inner',
        parameters: two.Type.Object({}),
        async execute(_, context) {
          contexts.push(context);
          return two.ok('inner');
        },
      }),
    );
    const outer = new one.ToolCoordinator().register(
      one.defineTool({
        name: 'outer',
        parameters: one.Type.Object({}),
        async execute(_, parent) {
          await work((given) => inner.execute('inner', {}, { parent, ...given }));
          return one.ok('outer');
        },
      }),
    );
    return { outer, contexts };
  }

  it('inherits its task, turn, folder, mode and principal', async () => {
    const { outer, contexts } = await nestedCall((inner) => inner());
    const about = { taskId: 'task', turnId: 'turn', cwd: '/folder', mode: 'plan' as const, principal: { id: 'alice' } };
    expect(await outer.execute('outer', {}, about)).toMatchObject({ ok: true });
    expect(contexts).toHaveLength(1);
    expect(contexts[0]).toMatchObject({ ...about, parentTasks: [] });
  });

  it('has the task it was started from as parent task when it has its own', async () => {
    const { outer, contexts } = await nestedCall((inner) => inner({ taskId: 'sub' }));
    await outer.execute('outer', {}, { taskId: 'task' });
    expect(contexts[0]).toMatchObject({ taskId: 'sub', parentTasks: ['task'] });
  });

  it('counts as nested in it', async () => {
    const results: Core.ToolResult[] = [];
    const work = async (inner: () => Promise<Core.ToolResult>): Promise<unknown> => results.push(await inner());
    for (const maxDepth of [0, 1]) {
      const { outer } = await nestedCall(work, { limits: { maxDepth } });
      await outer.execute('outer', {});
    }
    expect(results).toMatchObject([{ error: { code: 'RECURSION_LIMIT' } }, { value: 'inner' }]);
  });

  it('is stopped for the same reason as its parent', async () => {
    const results: Core.ToolResult[] = [];
    const controller = new AbortController();
    const { outer } = await nestedCall(async (inner) => {
      controller.abort('enough');
      results.push(await inner());
    });
    await outer.execute('outer', {}, { signal: controller.signal });
    expect(results).toMatchObject([{ error: { code: 'CANCELLED', message: 'The call was cancelled: enough' } }]);
  });
});
