import { defineTool, ok, Type, type ToolCapabilities } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import { claudeCalls } from '../../src/claude/claude-calls.ts';
import { claudeName, claudeNames } from '../../src/claude/claude-names.ts';

const tool = (name: string, capabilities: Partial<ToolCapabilities> = {}) => {
  const defined = defineTool({ name, parameters: Type.Object({}), capabilities, execute: async () => ok(1) });
  return { name, version: '', capabilities: { ...NONE, ...defined.capabilities } };
};
const NONE: ToolCapabilities = {
  readsFiles: false,
  writesFiles: false,
  executesCommands: false,
  accessesNetwork: false,
  destructive: false,
  idempotent: false,
  retryable: false,
};
const EDITORS = ['Edit', 'Write', 'MultiEdit', 'NotebookEdit'];

describe('the names of a tool in hooks of Claude Code', () => {
  it.each([
    ['read_file', ['Read']],
    ['read', ['Read']],
    ['write_file', ['Write']],
    ['edit_file', ['Edit', 'MultiEdit']],
    ['apply_diff', ['Edit', 'MultiEdit']],
    ['multi_apply_diff', ['MultiEdit', 'Edit']],
    ['search_and_replace', ['Edit', 'MultiEdit']],
    ['insert_content', ['Edit', 'MultiEdit']],
    ['bash', ['Bash']],
    ['run_command', ['Bash']],
    ['write_command_input', ['Bash']],
    ['glob', ['Glob']],
    ['grep', ['Grep']],
    ['list_directory', ['LS']],
    ['web_fetch', ['WebFetch']],
    ['web_search', ['WebSearch']],
    ['todo_write', ['TodoWrite']],
    ['agent', ['Task', 'Agent']],
    ['constructor', []],
  ])('%s are its own and %j, whatever it does', (name, names) => {
    expect(claudeNames(tool(name))).toEqual([name, ...names]);
    expect(claudeName(tool(name), {})).toBe(names[0] ?? name);
  });

  it('are those of what it does where it is not in the table', () => {
    expect(claudeNames(tool('save', { writesFiles: true }))).toEqual(['save', ...EDITORS]);
    expect(claudeNames(tool('go', { executesCommands: true }))).toEqual(['go', 'Bash']);
    expect(claudeNames(tool('look', { readsFiles: true }))).toEqual(['look']);
    expect(claudeName(tool('save', { writesFiles: true }), { content: 'x' })).toBe('Write');
    expect(claudeName(tool('save', { writesFiles: true }), {})).toBe('Edit');
    expect(claudeName(tool('go', { executesCommands: true }), { command: 'ls' })).toBe('Bash');
    expect(claudeName(tool('go', { executesCommands: true }), {})).toBe('go');
  });

  it('are mcp__server__tool for a tool of a server, and those of editors where it writes', () => {
    expect(claudeNames(tool('files__save', { writesFiles: true }))).toEqual([
      'files__save',
      ...EDITORS,
      'mcp__files__save',
    ]);
    expect(claudeNames(tool('files__look'))).toEqual(['files__look', 'mcp__files__look']);
    expect(claudeNames(tool('mcp__files__look'))).toEqual(['mcp__files__look']);
    expect(claudeName(tool('files__save', { writesFiles: true }), {})).toBe('mcp__files__save');
    for (const name of ['__save', 'save__', '__']) expect(claudeNames(tool(name))).toEqual([name]);
  });
});

describe('the parameters of a tool in hooks of Claude Code', () => {
  it.each([
    [
      'grep',
      { pattern: 'x', include: '*.ts', outputMode: 'count', ignoreCase: true, limit: 3 },
      { pattern: 'x', glob: '*.ts', output_mode: 'count', '-i': true, head_limit: 3 },
    ],
    ['web_search', { query: 'x', numResults: 3 }, { query: 'x', num_results: 3 }],
    ['write_command_input', { input: 'ls' }, { command: 'ls' }],
    ['read_file', { path: 'a' }, { file_path: '/ws/a' }],
    ['write_file', { path: '/b/a', content: '' }, { file_path: '/b/a', content: '' }],
    ['edit_file', { path: 'a' }, { file_path: '/ws/a' }],
    ['multi_apply_diff', { path: 'a' }, { file_path: '/ws/a' }],
    ['glob', { path: 'a' }, { path: 'a' }],
  ])('%s have the names that hooks know, and come back as they were', (name, parameters, input) => {
    const [call, ...others] = claudeCalls({ tool: tool(name), event: { type: 'PreToolUse', parameters }, cwd: '/ws' });
    expect(others).toEqual([]);
    expect(call?.input).toEqual(input);
    expect(call?.parametersOf(input)).toEqual(parameters);
  });
});
