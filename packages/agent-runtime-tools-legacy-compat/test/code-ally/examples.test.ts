import { mkdirSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  ActivityStream,
  type ActivityEvent,
  type BaseTool,
  type ToolManager,
  type ToolResult,
} from '../../src/code-ally/index.ts';
import * as examples from '../fixtures/code-ally/usage.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const usage = examples as unknown as {
  createManager(): { activityStream: ActivityStream; toolManager: ToolManager };
  subscribe(console: { log(...texts: unknown[]): void }, use: (stream: ActivityStream) => void): ActivityStream;
  runTests(toolManager: ToolManager): Promise<ToolResult>;
  readFiles(toolManager: ToolManager): Promise<ToolResult>;
  Streams: new (stream: ActivityStream) => BaseTool;
  Responds: new (stream: ActivityStream) => BaseTool;
};
const home = process.cwd();

beforeEach(() => {
  process.chdir(temporaryFolder());
  mkdirSync('src');
  writeFileSync('src/main.ts', 'const a = 1;\nconst b = 2;\n');
  writeFileSync('package.json', '{ "scripts": { "test": "echo tested; echo noted >&2" } }\n');
});
afterEach(() => {
  process.chdir(home);
});

describe('the examples of the older system', () => {
  it('register tools and define them for the model', async () => {
    const { toolManager } = usage.createManager();
    expect(toolManager.getFunctionDefinitions().map((each) => each.function.name)).toEqual(['bash', 'read', 'my_tool']);
    await expect(toolManager.executeTool('my_tool', { param1: 'test' })).resolves.toEqual({
      success: true,
      error: '',
      result: 'success',
    });
    const tool = toolManager.getTool('my_tool');
    expect(tool?.getResultPreview({ success: true, error: '', result: 'success' })).toEqual(['Result: success']);
    expect(tool?.getResultPreview({ success: false, error: 'broken' })).toEqual(['Error: broken']);
  });

  it('subscribe to events', () => {
    const logged: unknown[][] = [];
    const event: ActivityEvent = { id: '1', type: 'tool_call_start', timestamp: 0, data: { toolName: 'bash' } };
    const stream = usage.subscribe({ log: (...texts) => void logged.push(texts) }, (given) => given.emit(event));
    expect(logged).toEqual([['Tool bash started'], ['Event: tool_call_start', { toolName: 'bash' }]]);
    stream.emit(event);
    expect(logged.slice(2)).toEqual([['Event: tool_call_start', { toolName: 'bash' }]]);
  });

  it('run a command', async () => {
    // npm leaves a cache there.
    vi.stubEnv('TMPDIR', temporaryFolder());
    onTestFinished(() => void vi.unstubAllEnvs());
    const result = await usage.runTests(usage.createManager().toolManager);
    expect(result).toMatchObject({ success: true, return_code: 0 });
    expect(result['output']).toContain('tested');
    expect(result.error).toContain('noted');
  });

  it('read files', async () => {
    const result = await usage.readFiles(usage.createManager().toolManager);
    expect(result).toMatchObject({ success: true, error: '', files_read: 2 });
    expect(result['content']).toBe(
      '=== src/main.ts ===\n     1\tconst a = 1;\n     2\tconst b = 2;\n\n' +
        '=== package.json ===\n     1\t{ "scripts": { "test": "echo tested; echo noted >&2" } }',
    );
  });

  it('stream output', async () => {
    const stream = new ActivityStream();
    const chunks: unknown[] = [];
    stream.subscribe('tool_output_chunk', ({ id, data }) => void chunks.push([id, data.toolName, data.chunk]));
    await expect(new usage.Streams(stream).execute({})).resolves.toMatchObject({ success: true });
    expect(chunks).toEqual([
      ['call-1', 'streams', 'Processing...\n'],
      ['call-1', 'streams', 'Done!\n'],
    ]);
  });

  it('respond in the documented form', async () => {
    const tool = new usage.Responds(new ActivityStream());
    const success = await tool.execute({});
    expect(success).toEqual({ success: true, error: '', result: 'operation completed', data: [1], count: 42 });
    expect(tool.getResultPreview(success)).toEqual(['Found 42 matches']);
    await expect(tool.execute({ param1: 'value' })).resolves.toEqual({
      success: false,
      error: 'my_tool(param1="value"): File not found',
      error_type: 'user_error',
      suggestion: 'Check the file path and try again',
    });
  });
});
