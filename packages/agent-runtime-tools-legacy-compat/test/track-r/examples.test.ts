import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AutoApprover, setHooks, ToolRegistry, type HookConfig, type Tool } from '../../src/track-r/index.ts';
import { fileTools } from '../file-tools.ts';
import { cancelled, ToolExecutor as Example } from '../fixtures/track-r/cline-tool-executor.ts';
import { ToolRegistry as ListedToolRegistry } from '../fixtures/track-r/listed-tool-registry.ts';
import { readFileTool, writeFileTool } from '../fixtures/track-r/registry-tools.ts';

/** The members of the example that the tests use. */
interface ExampleExecutor {
  cwd: string;
  services: object;
  planMode: boolean;
  result: unknown;
  readonly said: string[][];
  readonly taskState: { didRejectTool: boolean };
  execute(block: object): Promise<boolean>;
  shouldAutoApproveTool(name: string): unknown;
}

const executorOf = (approver = new AutoApprover()): ExampleExecutor =>
  new Example(approver) as unknown as ExampleExecutor;
const hook = (command: string): HookConfig => ({
  name: 'after',
  type: 'PostToolUse',
  toolPatterns: ['*'],
  command,
  timeoutMs: 30_000,
  isCancellable: true,
});

describe('the example of a tool executor', () => {
  it('reads a file with the current tool and adds the context of a hook', async () => {
    const { root, tools } = fileTools();
    writeFileSync(join(root, 'a.txt'), 'hello\n');
    const executor = executorOf();
    Object.assign(executor, { cwd: root, services: { tools } });
    setHooks([hook('echo checked')]);
    await expect(executor.execute({ name: 'read_file', params: { path: 'a.txt' }, partial: false })).resolves.toBe(
      true,
    );
    expect(executor.result).toMatchObject({ content: 'hello\n' });
    expect(executor.said).toEqual([['PostToolUse', 'checked\n']]);
  });

  it('ends the task if a hook cancels', async () => {
    const { root, tools } = fileTools();
    const executor = executorOf();
    Object.assign(executor, { cwd: root, services: { tools } });
    setHooks([hook(`echo '{"cancel":true,"errorMessage":"stop"}'`)]);
    await executor.execute({ name: 'list_files', params: { path: '.' }, partial: false });
    expect(cancelled).toEqual(['task']);
    expect(executor.said).toEqual([['error', 'stop']]);
  });

  it('knows its handlers, partial blocks, plan mode and rejections', async () => {
    const executor = executorOf();
    await expect(executor.execute({ name: 'unknown' })).resolves.toBe(false);
    for (const name of ['list_files', 'read_file', 'browser_action', 'execute_command', 'use_mcp_tool'])
      await executor.execute({ name, params: {}, partial: true });
    expect(executor.said.map(([, name]) => name)).toEqual([
      'list_files',
      'read_file',
      'browser_action',
      'execute_command',
      'use_mcp_tool',
    ]);
    executor.planMode = true;
    await executor.execute({ name: 'execute_command' });
    expect(executor.said.at(-1)).toEqual(['error', "Tool 'execute_command' not available in PLAN MODE"]);
    executor.taskState.didRejectTool = true;
    await executor.execute({ name: 'read_file' });
    expect(executor.said.at(-1)).toEqual(['rejected', 'User rejected previous tool']);
  });

  it('refuses missing parameters, ignored paths, and calls without the current tools', async () => {
    const executor = executorOf();
    Object.assign(executor, { cwd: '/', services: {} });
    const call = (params: object): Promise<boolean> => executor.execute({ name: 'read_file', params, partial: false });
    await expect(call({})).rejects.toThrow("Validation failed: Missing required parameter 'path'");
    await expect(call({ path: 'a.secret' })).rejects.toThrow('blocked');
    await expect(call({ path: 'a.txt' })).rejects.toThrow('services.tools');
  });

  it('asks the approver about a tool', () => {
    expect(executorOf(new AutoApprover({ tools: ['read_file'] })).shouldAutoApproveTool('read_file')).toEqual([
      true,
      false,
    ]);
  });
});

describe('the examples of a registry', () => {
  const example = readFileTool as unknown as Tool;

  it.each([
    ['here', ToolRegistry],
    ['as the older system lists it', ListedToolRegistry as unknown as typeof ToolRegistry],
  ])('register, list and replace tools %s', (_, Registry) => {
    const registry = new Registry();
    const plain: Tool = { ...example, name: 'plain', inputSchema: { type: 'object' } };
    registry.register(plain);
    registry.register({ ...plain, name: 'other' });
    const replaced = { ...plain, description: 'Again' };
    registry.register(replaced);
    expect([registry.get('plain'), registry.get('none')]).toEqual([replaced, undefined]);
    expect(registry.list().map(({ name }) => name)).toEqual(['plain', 'other']);
    expect(registry.toOpenAIFunctions()).toEqual([
      { name: 'plain', description: 'Again', parameters: { type: 'object' } },
      { name: 'other', description: example.description, parameters: { type: 'object' } },
    ]);
  });

  it('read a file', async () => {
    const { root } = fileTools();
    writeFileSync(join(root, 'a.txt'), 'hi');
    await expect(example.execute({ path: join(root, 'a.txt') })).resolves.toMatchObject({
      ok: true,
      value: { content: 'hi', size: 2 },
    });
  });

  it('are defined for OpenAI by the JSON Schema of their Zod schema', () => {
    const registry = new ToolRegistry();
    registry.register(example);
    expect(registry.toOpenAIFunctions()).toMatchObject([
      {
        name: 'read_file',
        parameters: {
          type: 'object',
          required: ['path'],
          properties: {
            path: { type: 'string', description: 'Path relative to workspace root' },
            encoding: { enum: ['utf-8', 'base64'] },
          },
        },
      },
    ]);
  });

  it('ask only if a file would be overwritten', () => {
    const { root } = fileTools();
    writeFileSync(join(root, 'a.txt'), '');
    const { requiresApproval } = writeFileTool as unknown as { requiresApproval: (args: unknown) => boolean };
    expect([requiresApproval({ path: join(root, 'a.txt') }), requiresApproval({ path: join(root, 'b.txt') })]).toEqual([
      true,
      false,
    ]);
  });
});
