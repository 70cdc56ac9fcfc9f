import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { ActivityStream, ReadTool, ToolManager, ToolValidator, type ToolResult } from '../../src/code-ally/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { SampleTool } from './sample-tool.ts';

const stream = new ActivityStream();
const good = async (): Promise<ToolResult> => ({ success: true, error: '' });
const path = { type: 'object' as const, properties: { path: { type: 'string' } }, required: ['path'] };

describe('a tool manager', () => {
  it('knows its tools', async () => {
    const [one, two] = [new SampleTool(stream, good, { name: 'one' }), new SampleTool(stream, good, { name: 'two' })];
    const manager = new ToolManager([one, two], stream);
    expect([manager.getTool('one'), manager.getTool('three')]).toEqual([one, undefined]);
    await expect(manager.executeTool('three', {})).resolves.toEqual({
      success: false,
      error: 'Unknown tool: three',
      error_type: 'validation_error',
      suggestion: 'Available tools: one, two',
    });
  });

  it('refuses wrong arguments before the tool runs', async () => {
    const run = vi.fn(good);
    const manager = new ToolManager([new SampleTool(stream, run, { name: 'open', parameters: path })], stream);
    await expect(manager.executeTool('open', {})).resolves.toEqual({
      success: false,
      error: "Missing required parameter 'path' for open",
      error_type: 'validation_error',
      suggestion: 'Example: open(path="value")',
    });
    expect(run).not.toHaveBeenCalled();
  });

  it('refuses the same call twice in a turn, whatever the order of its arguments', async () => {
    const run = vi.fn(good);
    const manager = new ToolManager([new SampleTool(stream, run)], stream);
    await manager.executeTool('sample', { a: 1, b: 2 });
    const repeated = await manager.executeTool('sample', { b: 2, a: 1 });
    expect(repeated).toMatchObject({ success: false, error_type: 'validation_error' });
    expect(repeated.error).toMatch(/^Redundant tool call detected: sample\(b=2, a=1\)/);
    await expect(manager.executeTool('sample', { a: 2 })).resolves.toMatchObject({ success: true });
    manager.clearCurrentTurn();
    await expect(manager.executeTool('sample', { a: 1, b: 2 })).resolves.toMatchObject({ success: true });
    expect(run).toHaveBeenCalledTimes(3);
  });

  it('refuses the same call while it is running, and allows it after a failure', async () => {
    const run = vi.fn(good);
    const manager = new ToolManager([new SampleTool(stream, run)], stream);
    const [first, second] = await Promise.all([manager.executeTool('sample', {}), manager.executeTool('sample', {})]);
    expect([first.success, second.success]).toEqual([true, false]);
    manager.clearState();
    run.mockResolvedValueOnce({ success: false, error: 'busy' });
    await manager.executeTool('sample', {});
    await expect(manager.executeTool('sample', {})).resolves.toMatchObject({ success: true });
  });

  it('knows which files were read and written, and allows a file to be read again after it was written', async () => {
    const file = join(temporaryFolder(), 'a.txt');
    writeFileSync(file, 'one\n');
    const manager = new ToolManager(
      [new ReadTool(stream), new SampleTool(stream, good, { name: 'write', parameters: path })],
      stream,
    );
    await manager.executeTool('read', { file_paths: [file] });
    expect([manager.hasReadFile(file), manager.hasWrittenFile(file)]).toEqual([true, false]);
    await expect(manager.executeTool('read', { file_paths: [file] })).resolves.toMatchObject({ success: false });
    await manager.executeTool('write', { path: file });
    expect(manager.hasWrittenFile(file)).toBe(true);
    await expect(manager.executeTool('read', { file_paths: [file] })).resolves.toMatchObject({ success: true });
    manager.clearState();
    expect([manager.hasReadFile(file), manager.hasWrittenFile(file)]).toEqual([false, false]);
  });

  it('refuses to edit a file that exists and was not read', async () => {
    const file = join(temporaryFolder(), 'a.txt');
    writeFileSync(file, 'one\n');
    const manager = new ToolManager(
      [new ReadTool(stream), new SampleTool(stream, good, { name: 'edit', parameters: path })],
      stream,
    );
    await expect(manager.executeTool('edit', { path: file })).resolves.toMatchObject({
      success: false,
      error: `File has not been read: ${file}`,
    });
    await manager.executeTool('read', { file_paths: [file] });
    await expect(manager.executeTool('edit', { path: file })).resolves.toMatchObject({ success: true });
    await expect(manager.executeTool('edit', { path: join(file, 'none') })).resolves.toMatchObject({ success: true });
  });
});

describe('a tool validator', () => {
  const validate = (properties: object, args: Record<string, unknown>, required: string[] = []): string[] => {
    const parameters = { type: 'object' as const, properties: { ...properties }, required };
    const definition = { type: 'function' as const, function: { name: 'tool', description: '', parameters } };
    return new ToolValidator().validateArguments({ name: 'tool' }, definition, args).errors;
  };

  it.each([
    ['string', 5, 'number'],
    ['number', '5', 'string'],
    ['integer', 1.5, 'number'],
    ['boolean', 'true', 'string'],
    ['array', {}, 'object'],
    ['object', [], 'array'],
  ])('wants %s and refuses %j', (type, value, found) => {
    expect(validate({ a: { type } }, { a: value })).toEqual([
      `Invalid type for parameter 'a': expected ${type}, got ${found}`,
    ]);
  });

  it('accepts what fits, and what is not there', () => {
    const properties = {
      s: { type: 'string' },
      n: { type: 'number' },
      l: { type: 'array', items: { type: 'integer' } },
    };
    expect(validate(properties, { s: '', n: 0.5, l: [1, 2], unknown: true })).toEqual([]);
    expect(validate(properties, { s: undefined, n: null })).toEqual([]);
  });

  it('looks into arrays and objects', () => {
    const properties = {
      list: { type: 'array', items: { type: 'string' } },
      options: {
        type: 'object',
        properties: { depth: { type: 'number' }, mode: { enum: ['a', 'b'] } },
        required: ['name'],
      },
    };
    expect(validate(properties, { list: ['a', 5], options: { depth: 'x', mode: 'c' } })).toEqual([
      "Invalid type for parameter 'list[1]': expected string, got number",
      "Missing required parameter 'options.name'",
      "Invalid type for parameter 'options.depth': expected number, got string",
      "Invalid value for parameter 'options.mode': expected one of a, b",
    ]);
  });

  it('gives an example call with values of the right types', () => {
    const parameters = {
      type: 'object' as const,
      properties: {
        paths: { type: 'array', items: { type: 'string' } },
        count: { type: 'integer' },
        all: { type: 'boolean' },
      },
      required: ['paths', 'count', 'all'],
    };
    const tool = new SampleTool(stream, good, { parameters });
    expect(tool.validateArguments({})).toMatchObject({
      valid: false,
      suggestion: 'Example: sample(paths=["value"], count=1, all=true)',
    });
    expect(tool.validateArguments({ paths: [], count: 1, all: false })).toEqual({ valid: true, errors: [] });
  });
});
