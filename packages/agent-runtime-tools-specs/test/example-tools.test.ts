import { existsSync, readdirSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createTestFolder } from '@ku0/agent-runtime-tools-testkit';
import { describe, expect, it } from 'vitest';
import {
  ApprovalMode,
  approvalExtension,
  defineToolSpec,
  ExtensionManager,
  ExtensionPriority,
  fileLoader,
  mcpExecutor,
  pythonExecutor,
  ToolContext,
  ToolSpecRegistry,
  ToolType,
  UnifiedToolExecutor,
} from '../src/index.ts';
import { EXAMPLE_TOOLS } from './example-tools.ts';

const python = join(import.meta.dirname, 'fixtures', 'python');
const hasPython = spawnSync('python3', ['--version']).status === 0;

describe.skipIf(!hasPython)(
  'tools that are written as data, as the first users of specs wrote them (needs python3)',
  () => {
    it('run as they are written', async () => {
      await using folder = await createTestFolder({ 'tools.yaml': EXAMPLE_TOOLS, 'a.txt': 'content', 'x.txt': '' });
      const toolSpec = defineToolSpec({
        name: 'calculate_sum',
        description: 'Add two numbers together',
        tool_type: ToolType.PYTHON,
        input_schema: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } } },
        implementation_config: { module: 'math_tools', function_name: 'add' },
      });
      const specRegistry = new ToolSpecRegistry({ loaders: [fileLoader('tools.yaml', { cwd: folder.path })] });
      await specRegistry.loadAll();
      specRegistry.add(toolSpec);
      expect(specRegistry.toOpenAITools()).toHaveLength(3);
      expect(specRegistry.toMcpTools()).toHaveLength(3);
      expect(specRegistry.listSpecs({ toolType: 'python' }).map(({ name }) => name)).toEqual([
        'file_reader',
        'calculate_sum',
      ]);

      const asked: unknown[] = [];
      const extensionManager = new ExtensionManager();
      extensionManager.register(
        approvalExtension({
          approvalMode: ApprovalMode.UNSAFE_ONLY,
          priority: ExtensionPriority.HIGH,
          ask: async ({ tool, args }) => {
            asked.push({ tool, args });
            return { approved: true };
          },
        }),
      );
      const executor = new UnifiedToolExecutor({
        specRegistry,
        extensionManager,
        executors: [pythonExecutor({ folders: [python] })],
      });
      const context = new ToolContext({ session_id: '123', cwd: folder.path });
      expect(await executor.execute('calculate_sum', { a: 1, b: 2 }, context)).toMatchObject({ ok: true, value: 3 });
      expect(await executor.execute('file_reader', { path: 'a.txt' }, context)).toMatchObject({ value: 'content' });
      expect(asked).toEqual([]);
      expect(await executor.execute('dangerous_delete', { path: 'x.txt' }, context)).toMatchObject({ ok: true });
      expect(asked).toEqual([{ tool: 'dangerous_delete', args: { path: 'x.txt' } }]);
      expect(existsSync(join(folder.path, 'x.txt'))).toBe(false);
      await executor.shutdown();
    });

    it('run no other command than their own, whatever the path is', async () => {
      const path = 'x; touch MARK';
      await using folder = await createTestFolder({ 'tools.yaml': EXAMPLE_TOOLS, x: '', [path]: '' });
      const specRegistry = new ToolSpecRegistry({ loaders: [fileLoader('tools.yaml', { cwd: folder.path })] });
      await specRegistry.loadAll();
      const extensionManager = new ExtensionManager().register(
        approvalExtension({ ask: async () => ({ approved: true }) }),
      );
      const executor = new UnifiedToolExecutor({ specRegistry, extensionManager });
      const context = { cwd: folder.path };
      expect(await executor.execute('dangerous_delete', { path }, context)).toMatchObject({ ok: true });
      expect(readdirSync(folder.path).toSorted()).toEqual(['tools.yaml', 'x']);
      expect(await executor.execute('dangerous_delete', { path }, context)).toMatchObject({
        error: { code: 'COMMAND_FAILED' },
      });
      expect(await executor.execute('dangerous_delete', { path: '-rf' }, context)).toMatchObject({
        error: { code: 'ARGUMENT_REFUSED' },
      });
      expect(readdirSync(folder.path).toSorted()).toEqual(['tools.yaml', 'x']);
      await executor.shutdown();
    });

    it('are called in the same way, whether Python, MCP or a command runs them', { timeout: 60_000 }, async () => {
      await using folder = await createTestFolder();
      const schema = { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } } };
      const tool = (name: string, tool_type: string, implementation_config: object) => ({
        name,
        description: name,
        tool_type,
        input_schema: schema,
        implementation_config,
        metadata: { requires_approval: false },
      });
      const specRegistry = new ToolSpecRegistry()
        .add(tool('python_function', 'python', { module: 'math_tools', function_name: 'add' }))
        .add(tool('mcp_tool', 'mcp', { server: 'everything', tool: 'get-sum' }))
        .add(tool('shell_command', 'shell', { command: 'expr {a} + {b}', output: 'json' }));
      const everything = join(
        import.meta.dirname,
        '../node_modules/@modelcontextprotocol/server-everything/dist/index.js',
      );
      const executor = new UnifiedToolExecutor({
        specRegistry,
        executors: [
          pythonExecutor({ folders: [python] }),
          mcpExecutor({
            config: { mcpServers: { everything: { command: process.execPath, args: [everything] } } },
            connect: { stateFolder: folder.path },
          }),
        ],
      });
      const args = { a: 2, b: 3 };
      expect(await executor.execute('python_function', args)).toMatchObject({ ok: true, value: 5 });
      expect(await executor.execute('shell_command', args)).toMatchObject({ ok: true, value: 5 });
      expect(await executor.execute('mcp_tool', args)).toMatchObject({ ok: true, value: expect.stringContaining('5') });
      expect(executor.coordinator.get('mcp_tool')?.remote).toEqual({ server: 'everything', tool: 'get-sum' });
      await executor.shutdown();
    });
  },
);
