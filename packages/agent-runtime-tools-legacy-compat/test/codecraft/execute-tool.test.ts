import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { executeTool, getTodos, TOOLS } from '../../src/codecraft/index.ts';
import * as listed from '../fixtures/codecraft/backward-compatible-tools.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const NAMES = [
  'read_file',
  'write_file',
  'edit_file',
  'delete_file',
  'glob',
  'grep',
  'list_directory',
  'run_command',
  'todo_write',
  'search_code',
  'get_codebase_map',
  'get_symbol_info',
  'get_imports_exports',
  'build_dependency_graph',
  'resolve_symbol',
  'find_references',
  'detect_project_type',
  'extract_conventions',
  'get_project_overview',
];
const no = (): Promise<boolean> => Promise.resolve(false);
const yes = (): Promise<boolean> => Promise.resolve(true);
const home = process.cwd();

beforeEach(() => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'a.txt'), 'one\ntwo\n');
  writeFileSync(join(folder, 'src/add.ts'), 'export const add = (a: number, b: number) => a + b;\n');
  vi.stubEnv('TOOLBOX_HOME', temporaryFolder());
  process.chdir(folder);
});
afterEach(() => {
  process.chdir(home);
  vi.unstubAllEnvs();
});

describe('TOOLS', () => {
  it('declares all tools, also in the example of the older system', () => {
    expect(TOOLS).toHaveLength(1);
    expect(TOOLS[0]?.functionDeclarations.map(({ name }) => name)).toEqual(NAMES);
    for (const { description, parameters } of TOOLS[0]?.functionDeclarations ?? []) {
      expect(description).not.toBe('');
      expect(parameters.type).toBe('object');
    }
    const [declared] = listed.TOOLS;
    expect(declared?.functionDeclarations.map(({ name }) => name).toSorted()).toEqual(NAMES.toSorted());
  });
});

describe.each([
  ['here', executeTool],
  ['in the example of the older system', listed.executeTool as typeof executeTool],
])('executeTool %s', (_, execute) => {
  it('gives a text as it is, and anything else as JSON', async () => {
    await expect(execute('read_file', { path: 'a.txt' })).resolves.toBe('one\ntwo\n');
    await expect(execute('list_directory', {})).resolves.toBe('[\n  "a.txt",\n  "src/"\n]');
  });

  it('says what went wrong', async () => {
    await expect(execute('read_file', { path: 'gone' })).resolves.toBe('Error: File not found: gone');
    await expect(execute('fly', {})).resolves.toBe('Error: Unknown tool: fly');
  });

  it('writes after consent', async () => {
    const confirm = vi.fn(yes);
    await expect(execute('write_file', { path: 'a.txt', content: 'new\n' }, confirm)).resolves.toContain('a.txt');
    expect(confirm).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('+new'));
    expect(readFileSync('a.txt', 'utf8')).toBe('new\n');
  });
});

describe('executeTool', () => {
  it.each([
    ['write_file', { path: 'a.txt', content: 'new' }],
    ['edit_file', { path: 'a.txt', old_string: 'one', new_string: 'x' }],
    ['delete_file', { path: 'a.txt' }],
    ['run_command', { command: 'rm a.txt' }],
  ])('changes nothing if %s is cancelled', async (name, args) => {
    await expect(executeTool(name, args, no)).resolves.toBe('User cancelled the operation.');
    expect(readFileSync('a.txt', 'utf8')).toBe('one\ntwo\n');
  });

  it('names every wrong parameter', async () => {
    await expect(executeTool('read_file', { offset: -1 })).resolves.toBe(
      'Error: Invalid parameters: path is required and must be a string, offset must be non-negative',
    );
    await expect(executeTool('read_file', undefined)).resolves.toMatch(/^Error: Invalid parameters: path/);
  });

  it('says so if asking fails', async () => {
    const broken = (): Promise<boolean> => Promise.reject(new Error('no terminal'));
    await expect(executeTool('delete_file', { path: 'a.txt' }, broken)).resolves.toBe('Error: no terminal');
    expect(existsSync('a.txt')).toBe(true);
  });

  it('runs commands in the current folder', async () => {
    await expect(executeTool('run_command', { command: 'cat a.txt; echo warned >&2' }, yes)).resolves.toBe(
      'one\ntwo\n\nwarned\n',
    );
    await expect(executeTool('run_command', { command: 'echo bad >&2; exit 4' }, yes)).resolves.toBe(
      'Error: Command failed with exit code 4: bad',
    );
  });

  it('keeps a list of things to do', async () => {
    const todos = [
      { content: 'Plan', status: 'completed' },
      { content: 'Build', status: 'in_progress', activeForm: 'Building' },
      { content: 'Ship', status: 'pending' },
    ];
    await expect(executeTool('todo_write', { todos })).resolves.toBe('[x] Plan\n[>] Build\n[ ] Ship');
    expect(getTodos()).toEqual(todos);
    await expect(executeTool('todo_write', {})).resolves.toBe(
      'Error: Invalid parameters: todos is required and must be an array',
    );
    await expect(executeTool('todo_write', { todos: [{ content: '', status: 'x' }] })).resolves.toMatch(
      /content.*status/,
    );
  });

  it('searches files and code', async () => {
    await expect(executeTool('glob', { pattern: '**/*.ts' })).resolves.toBe('[\n  "src/add.ts"\n]');
    await expect(executeTool('grep', { pattern: 'two' })).resolves.toContain('"file": "a.txt"');
    await expect(executeTool('search_code', { query: 'add' })).resolves.toContain('"file": "src/add.ts"');
    await expect(executeTool('detect_project_type', {})).resolves.toContain('"type"');
  });
});
