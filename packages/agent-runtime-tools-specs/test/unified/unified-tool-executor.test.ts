import { defineTool, ok, ToolCoordinator, Type, type ToolIdentity } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import {
  ApprovalMode,
  approvalExtension,
  customExecutor,
  Extension,
  ExtensionManager,
  ExtensionPriority,
  requirePermissions,
  ToolContext,
  ToolSpecRegistry,
  UnifiedToolExecutor,
  type ExtensionCall,
} from '../../src/index.ts';

const spec = (name: string, more = {}) => ({
  name,
  description: `does ${name}`,
  tool_type: 'custom',
  input_schema: { type: 'object', properties: { n: { type: 'number' } } },
  implementation_config: { handler: 'echo' },
  ...more,
});
const echo = customExecutor({ echo: (args, context) => ({ args, task: context.taskId }) });
const executorWith = (registry: ToolSpecRegistry, extensionManager = new ExtensionManager()) =>
  new UnifiedToolExecutor({ specRegistry: registry, extensionManager, executors: [echo] });

describe('the unified executor', () => {
  it('takes calls in both forms, and a session is a task', async () => {
    const executor = executorWith(new ToolSpecRegistry().add(spec('any_tool')));
    const context = new ToolContext({ session_id: '123' });
    const expected = { ok: true, value: { args: { n: 1 }, task: '123' } };
    expect(await executor.execute('any_tool', { n: 1 }, context)).toMatchObject(expected);
    expect(await executor.execute({ toolName: 'any_tool', args: { n: 1 }, context })).toMatchObject(expected);
    expect(await executor.execute('unknown')).toMatchObject({ error: { code: 'TOOL_NOT_FOUND' } });
    expect(await executor.execute('any_tool', { n: 'one' })).toMatchObject({ error: { code: 'VALIDATION_ERROR' } });
  });

  it('follows the registry', async () => {
    const registry = new ToolSpecRegistry().add(spec('a'));
    const executor = executorWith(registry);
    registry.add(spec('b'));
    expect(await executor.execute('b')).toMatchObject({ ok: true });
    registry.remove('a');
    expect(await executor.execute('a')).toMatchObject({ error: { code: 'TOOL_NOT_FOUND' } });
    await executor.shutdown();
    registry.add(spec('c'));
    expect(executor.coordinator.has('c')).toBe(false);
  });

  it('checks the output of a tool against its schema', async () => {
    const executor = executorWith(new ToolSpecRegistry().add(spec('a', { output_schema: { type: 'string' } })));
    expect(await executor.execute('a')).toMatchObject({ error: { code: 'OUTPUT_INVALID' } });
  });

  it('uses the coordinator of the host beside its tools, and leaves it when it is shut down', async () => {
    const own = defineTool({ name: 'taken', parameters: Type.Object({}), execute: async () => ok('own') });
    const coordinator: ToolCoordinator = new ToolCoordinator().register(own);
    const specRegistry = new ToolSpecRegistry().add(spec('taken')).add(spec('free'));
    const executor = new UnifiedToolExecutor({ specRegistry, coordinator, executors: [echo] });
    expect(await coordinator.execute('taken', {})).toMatchObject({ value: 'own' });
    expect(await coordinator.execute('free', {})).toMatchObject({ ok: true });
    expect(await executor.check()).toMatchObject([{ tool: 'taken', message: 'another tool has this name' }]);
    await executor.shutdown();
    expect(coordinator.getNames()).toEqual(['taken']);
  });

  it('ends what its tools have started when the coordinator of the host is shut down', async () => {
    const ended: string[] = [];
    const counting = { ...echo, shutdown: async () => void ended.push('echo') };
    const coordinator: ToolCoordinator = new ToolCoordinator();
    const specRegistry = new ToolSpecRegistry().add(spec('a')).add(spec('b'));
    const executor = new UnifiedToolExecutor({ specRegistry, coordinator, executors: [counting] });
    await Promise.all([executor.execute('a'), executor.execute('b')]);
    specRegistry.remove('a');
    expect(ended).toEqual([]);
    await coordinator.shutdownAll();
    expect(ended).toEqual(['echo']);
  });

  it('leaves out only the spec that the coordinator refuses', async () => {
    const coordinator: ToolCoordinator = new ToolCoordinator();
    const refusing = coordinator.changePack.bind(coordinator);
    coordinator.changePack = (name, changes) => {
      if (changes.set?.some((tool) => tool.name === 'bad') === true) throw new Error('not this one');
      return refusing(name, changes);
    };
    const specRegistry = new ToolSpecRegistry().add(spec('good')).add(spec('bad')).add(spec('last'));
    const executor = new UnifiedToolExecutor({ specRegistry, coordinator, executors: [echo] });
    expect(coordinator.getNames()).toEqual(['good', 'last']);
    expect(await executor.check()).toMatchObject([{ tool: 'bad', message: 'not this one' }]);
  });

  it('tells policies the category, the tags, the permissions and the danger of a tool', async () => {
    const seen: ToolIdentity[] = [];
    const manager = new ExtensionManager().register({
      name: 'look',
      phase: 'guard',
      execute: (params, context, next) => {
        seen.push(context.tool);
        return next(params);
      },
    });
    const metadata = { category: 'c', tags: ['t'], permissions: ['p:write'], is_dangerous: true, version: '2.0.0' };
    const executor = executorWith(new ToolSpecRegistry().add(spec('a', { metadata })), manager);
    expect(await executor.execute('a')).toMatchObject({ error: { code: 'APPROVAL_REQUIRED' } });
    expect(seen).toMatchObject([
      {
        name: 'a',
        version: '2.0.0',
        pack: 'specs',
        category: 'c',
        tags: ['t'],
        requiresApproval: true,
        capabilities: { destructive: true },
        annotations: { permissions: ['p:write'], toolType: 'custom' },
      },
    ]);
  });

  it('gives every tool its own limits', async () => {
    let running = 0;
    let most = 0;
    const slow = customExecutor({
      slow: async () => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, 20));
        running--;
      },
    });
    const limits = { concurrency: 2, timeout_ms: 5000 };
    const specRegistry = new ToolSpecRegistry().add(spec('a', { limits, implementation_config: { handler: 'slow' } }));
    const executor = new UnifiedToolExecutor({ specRegistry, executors: [slow] });
    await Promise.all(Array.from({ length: 6 }, () => executor.execute('a')));
    expect(most).toBe(2);
  });
});

describe('extensions', () => {
  class Recording extends Extension {
    readonly heard: string[];

    constructor(heard: string[], priority: number) {
      super({ priority });
      this.heard = heard;
    }

    override beforeExecute({ toolName, sessionId }: ExtensionCall): void {
      this.heard.push(`${this.settings.priority} before ${toolName} in ${sessionId}`);
    }

    override afterExecute(): void {
      this.heard.push(`${this.settings.priority} after`);
    }
  }

  it('wrap calls in the order of their priority, also those registered later', async () => {
    const heard: string[] = [];
    const manager = new ExtensionManager().register(new Recording(heard, ExtensionPriority.LOW));
    const executor = executorWith(new ToolSpecRegistry().add(spec('a')), manager);
    manager.register(new Recording(heard, ExtensionPriority.HIGHEST));
    await executor.execute('a', {}, new ToolContext({ sessionId: 's' }));
    expect(heard).toEqual(['1000 before a in s', '-500 before a in s', '-500 after', '1000 after']);
  });

  it('can refuse a call, change its arguments and its result', async () => {
    class Refusing extends Extension {
      override beforeExecute({ args }: ExtensionCall) {
        if (Object(args)['n'] === 0) throw new Error('not zero');
        return { params: { n: 7 } };
      }

      override afterExecute() {
        return ok('replaced');
      }
    }
    const calls: unknown[] = [];
    const counting = customExecutor({ echo: (args) => calls.push(args) });
    const specRegistry = new ToolSpecRegistry().add(spec('a'));
    const extensionManager = new ExtensionManager().register(new Refusing());
    const executor = new UnifiedToolExecutor({ specRegistry, extensionManager, executors: [counting] });
    expect(await executor.execute('a', { n: 0 })).toMatchObject({ error: { code: 'MIDDLEWARE_FAILED' } });
    expect(await executor.execute('a', { n: 1 })).toMatchObject({ value: 'replaced' });
    expect(calls).toEqual([{ n: 7 }]);
  });
});

describe('approval', () => {
  const registry = () =>
    new ToolSpecRegistry().add(spec('safe')).add(spec('unsafe', { metadata: { requires_approval: true } }));
  const asked = async (approvalMode: ApprovalMode) => {
    const questions: string[] = [];
    const manager = new ExtensionManager().register(
      approvalExtension({
        approvalMode,
        priority: ExtensionPriority.HIGH,
        ask: async (request) => {
          questions.push(request.tool);
          return { approved: true };
        },
      }),
    );
    const executor = executorWith(registry(), manager);
    const results = [await executor.execute('safe'), await executor.execute('unsafe')];
    await executor.shutdown();
    return { questions, ok: results.map((result) => result.ok) };
  };

  it('asks about every call, about unsafe ones only, or about none', async () => {
    expect(await asked(ApprovalMode.ALWAYS)).toEqual({ questions: ['safe', 'unsafe'], ok: [true, true] });
    expect(await asked(ApprovalMode.UNSAFE_ONLY)).toEqual({ questions: ['unsafe'], ok: [true, true] });
    expect(await asked(ApprovalMode.NEVER_ASK)).toEqual({ questions: [], ok: [true, false] });
  });
});

describe('permissions of a spec', () => {
  const held: Readonly<Record<string, readonly string[]>> = { alice: ['read', 'write'], bob: ['read'] };
  const executorWithPermissions = (permissions: readonly string[]) =>
    executorWith(
      new ToolSpecRegistry().add(spec('a', { metadata: { permissions } })),
      new ExtensionManager().register(requirePermissions((principal) => held[principal?.id ?? ''] ?? [])),
    );

  it('are all needed, and come from the host', async () => {
    const executor = executorWithPermissions(['read', 'write']);
    expect(await executor.execute('a', {}, { principal: { id: 'alice' } })).toMatchObject({ ok: true });
    expect(await executor.execute('a', {}, { principal: { id: 'bob' } })).toMatchObject({
      error: { code: 'PERMISSION_MISSING', details: { missing: ['write'] } },
    });
    expect(await executor.execute('a')).toMatchObject({ error: { code: 'PERMISSION_MISSING' } });
  });

  it('do not concern tools that need none', async () => {
    expect(await executorWithPermissions([]).execute('a')).toMatchObject({ ok: true });
  });

  it('let nobody through if they cannot be looked up', async () => {
    const failing = new ExtensionManager().register(requirePermissions(() => Promise.reject(new Error('down'))));
    const executor = executorWith(new ToolSpecRegistry().add(spec('a', { metadata: { permissions: ['p'] } })), failing);
    expect(await executor.execute('a', {}, { principal: { id: 'alice' } })).toMatchObject({ ok: false });
  });
});
