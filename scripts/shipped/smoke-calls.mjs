/**
 * @typedef {object} SmokeCall
 * @property {string} tool
 * @property {Record<string, unknown> | ((memory: Map<string, string>) => Record<string, unknown>)} params
 * @property {string | RegExp} expected What is in the value, as JSON.
 * @property {string} [remember] The key of the value that later calls need.
 * @property {string} [pack] The pack to call it in, where there are several with this tool; default the first.
 */

const searchReplace = '<<<<<<< SEARCH\nthree\n=======\n3\n>>>>>>> REPLACE\n';

/**
 * A real call of every tool, in this order, in a folder with the files of `SMOKE_FILES`.
 * @type {readonly SmokeCall[]}
 */
export const SMOKE_CALLS = [
  { tool: 'list_directory', params: { path: '.' }, expected: 'a.txt' },
  { tool: 'read_file', params: { path: 'a.txt' }, expected: 'one\\ntwo' },
  // Needs the library that guesses character sets, which is loaded by the first text that is not UTF-8.
  { tool: 'read_file', params: { path: 'japanese.txt' }, expected: '日本語のテキスト' },
  { tool: 'read', params: { file_paths: ['a.txt'] }, expected: 'two' },
  { tool: 'write_file', params: { path: 'new/b.txt', content: 'two\nthree\n' }, expected: '"created":true' },
  { tool: 'move_file', params: { from: 'new/b.txt', to: 'c.txt' }, expected: 'c.txt' },
  { tool: 'edit_file', params: { path: 'c.txt', old_string: 'two', new_string: '2' }, expected: '"modified"' },
  { tool: 'apply_diff', params: { path: 'c.txt', diff: searchReplace }, expected: '"modified"' },
  { tool: 'multi_apply_diff', params: { files: [{ path: 'a.txt', diff: searchReplace }] }, expected: '"modified"' },
  {
    tool: 'apply_patch',
    params: { patch: '*** Begin Patch\n*** Update File: a.txt\n@@\n-two\n+zwei\n*** End Patch' },
    expected: '"modified"',
  },
  { tool: 'search_and_replace', params: { path: 'a.txt', search: 'one', replace: 'uno' }, expected: '"modified"' },
  // Needs the thread that regular expressions run in.
  {
    tool: 'search_and_replace',
    params: { glob: '**/*.txt', search: 'z(w)ei', replace: 'd$1o', regex: true },
    expected: '"replacements":1',
  },
  { tool: 'insert_content', params: { path: 'a.txt', line: 0, content: 'four' }, expected: '"added":1' },
  { tool: 'list_changes', params: {}, expected: 'insert_content' },
  { tool: 'undo_change', params: {}, expected: 'a.txt' },
  { tool: 'delete_file', params: { path: 'c.txt' }, expected: 'c.txt' },
  { tool: 'glob', params: { pattern: '**/*.txt' }, expected: 'a.txt' },
  { tool: 'grep', params: { pattern: 'd.o' }, expected: 'a.txt' },
  { tool: 'grep', params: { pattern: 'd.o' }, expected: 'a.txt', pack: 'ripgrep' },
  { tool: 'glob', params: { pattern: '*.txt' }, expected: 'a.txt', pack: 'javascript' },
  { tool: 'grep', params: { pattern: 'd.o' }, expected: 'a.txt', pack: 'javascript' },
  // Need the process that source files are parsed in, and its native libraries.
  { tool: 'search_code', params: { query: 'shopKeeper' }, expected: '"kind":"function"' },
  { tool: 'search_code', params: { pattern: 'shopKeeper($A)' }, expected: '"A":"1"' },
  { tool: 'get_codebase_map', params: {}, expected: 'function shopKeeper' },
  { tool: 'get_symbol_info', params: { symbol: 'shopKeeper', file: 'shop.ts' }, expected: 'Keeps it.' },
  { tool: 'get_imports_exports', params: { file: 'shop.ts' }, expected: 'node:fs' },
  { tool: 'build_dependency_graph', params: {}, expected: '"to":"node:fs"' },
  { tool: 'resolve_symbol', params: { symbol: 'shopKeeper', file: 'shop.ts' }, expected: '"line":3' },
  { tool: 'find_references', params: { symbol: 'shopKeeper' }, expected: '"isDefinition":true' },
  { tool: 'list_code_definitions', params: { path: 'shop.ts' }, expected: 'shopKeeper' },
  // Each needs a parser that is loaded by the first manifest of its format.
  { tool: 'detect_project_type', params: { path: 'project' }, expected: '"members":[{"path":"project/a"' },
  { tool: 'extract_conventions', params: { path: 'project' }, expected: '"line length"' },
  { tool: 'get_project_overview', params: { path: 'project/a' }, expected: '"name":"member"' },
  { tool: 'run_tests', params: { path: 'app' }, expected: '"status":"passed"' },
  // A formatter of the project: any program of that name.
  {
    tool: 'run_command',
    params: {
      command:
        'mkdir -p app/node_modules/.bin && mv app/formatter.sh app/node_modules/.bin/prettier && chmod +x app/node_modules/.bin/prettier',
    },
    expected: '"exitCode":0',
  },
  { tool: 'format_code', params: { paths: ['app/dep/index.js'] }, expected: '"changed":["app/dep/index.js"]' },
  // A folder needs no registry.
  { tool: 'install_package', params: { packages: ['./dep'], path: 'app' }, expected: '"manager":"npm"' },
  { tool: 'bash', params: { command: 'echo $((6 * 7))' }, expected: '42' },
  { tool: 'bash', params: { command: 'seq 1 30000' }, expected: '"artifact"', remember: 'artifact' },
  { tool: 'read_artifact', params: (memory) => ({ id: memory.get('artifact') }), expected: '1\\n2\\n3' },
  { tool: 'run_command', params: { command: 'cat', background: true }, expected: 'commandId', remember: 'commandId' },
  {
    tool: 'write_command_input',
    params: (memory) => ({ commandId: memory.get('commandId'), input: 'hello\n' }),
    expected: '"written":6',
  },
  {
    tool: 'read_command_output',
    params: (memory) => ({ commandId: memory.get('commandId'), wait: 10 }),
    expected: 'hello',
  },
  { tool: 'list_commands', params: {}, expected: 'cat' },
  { tool: 'stop_command', params: (memory) => ({ commandId: memory.get('commandId') }), expected: '"stopped":true' },
  { tool: 'run_code', params: { language: 'bash', code: 'echo $((6 * 7))' }, expected: '42' },
  {
    tool: 'run_command',
    params: {
      command:
        'git init -q && git config user.name Ada && git config user.email ada@example.com && git add a.txt && git commit -qm First && git init -q --bare .git/remote.git && git remote add origin ./.git/remote.git && echo more >> a.txt',
    },
    expected: '"exitCode":0',
  },
  { tool: 'git_status', params: {}, expected: '"unstaged":"modified"' },
  { tool: 'git_diff', params: {}, expected: '+more' },
  { tool: 'git_log', params: {}, expected: '"subject":"First"' },
  { tool: 'git_show', params: { file: 'a.txt' }, expected: '"totalLines"' },
  { tool: 'git_blame', params: { path: 'a.txt' }, expected: 'ada@example.com' },
  { tool: 'git_add', params: { paths: ['a.txt'] }, expected: '"staged":"modified"' },
  { tool: 'git_commit', params: { message: 'Second' }, expected: '"subject":"Second"' },
  { tool: 'git_branch', params: { action: 'create', name: 'smoke' }, expected: '"name":"smoke"' },
  { tool: 'git_checkout', params: { branch: 'smoke' }, expected: '"branch":"smoke"' },
  { tool: 'git_stash', params: {}, expected: '"stashes":[]' },
  { tool: 'git_push', params: {}, expected: '"result":"created"' },
  // Needs the thread that pages are converted in, and the library that does it.
  { tool: 'web_fetch', params: (memory) => ({ url: memory.get('page') }), expected: '# A page' },
  // Needs the library that drives the browser, and the browser.
  {
    tool: 'browser_action',
    params: (memory) => ({ action: 'goto', url: memory.get('page') }),
    expected: 'heading \\"A page\\"',
  },
  { tool: 'web_search', params: { query: 'anything' }, expected: 'https://example.com/' },
  {
    tool: 'use_mcp_tool',
    params: { server_name: 'smoke', tool_name: 'add', arguments: { a: 1, b: 2 } },
    expected: '"sum":3',
  },
  { tool: 'access_mcp_resource', params: { server_name: 'smoke', uri: 'smoke://a' }, expected: 'a resource' },
  { tool: 'todo_write', params: { todos: '[x] Read\n[-] Try' }, expected: '"inProgress":1' },
  { tool: 'ask_followup_question', params: { question: 'Which colour?' }, expected: 'blue' },
  { tool: 'agent', params: { prompt: 'Count your tools.', tools: ['read_file'] }, expected: '"result":"1 tool"' },
  { tool: 'switch_mode', params: { mode: 'plan', reason: 'Nothing is left to do.' }, expected: '"previous":"act"' },
  { tool: 'attempt_completion', params: { result: 'Every tool was called.' }, expected: '"openTodos":1' },
];

/** An MCP server with one tool and one resource, as a program. */
export const SMOKE_SERVER = `
  import { ToolCoordinator, Type, defineTool, ok } from '@ku0/agent-runtime-tools-core';
  import { serveMcp } from '@ku0/agent-runtime-tools-mcp';
  const add = defineTool({
    name: 'add',
    parameters: Type.Object({ a: Type.Number(), b: Type.Number() }),
    output: Type.Object({ sum: Type.Number() }),
    execute: async ({ a, b }) => ok({ sum: a + b }),
  });
  await serveMcp(new ToolCoordinator().register(add), {
    transport: 'stdio',
    extend({ server }) {
      server.registerCapabilities({ resources: {} });
      server.setRequestHandler('resources/read', ({ params: { uri } }) => ({ contents: [{ uri, text: 'a resource' }] }));
    },
  });
`;

/** @type {Readonly<Record<string, string | Buffer>>} */
export const SMOKE_FILES = {
  'a.txt': 'one\ntwo\nthree\n',
  'shop.ts': "import 'node:fs';\n/** Keeps it. */\nexport function shopKeeper(a: number) {}\nshopKeeper(1);\n",
  'project/package.json': '{ "name": "root" }',
  'project/pnpm-workspace.yaml': 'packages: [a]\n',
  'project/pyproject.toml': '[tool.black]\nline-length = 90\n',
  'project/a/package.json': '{ "name": "member" }',
  'app/package.json': '{ "name": "app", "scripts": { "test": "node --test" }, "packageManager": "npm@11" }',
  'app/.prettierrc': '{}',
  'app/app.test.js': "require('node:test').it('passes', () => {});\n",
  'app/formatter.sh': '#!/bin/sh\nfor last; do :; done\necho "module.exports = 1;" > "$last"\n',
  'app/dep/package.json': '{ "name": "dep", "version": "1.0.0" }',
  'app/dep/index.js': 'module.exports  =  1\n',
  // Shift_JIS.
  'japanese.txt': Buffer.from(
    '93fa967b8cea82cc8365834c8358836782c582b7814282b182ea82cd93fa967b8cea82c582b78142',
    'hex',
  ),
};

/**
 * What a package's `xPack` is called with, where it needs something.
 * @type {Readonly<Record<string, Record<string, unknown>>>}
 */
export const PACK_OPTIONS = {
  browserPack: { allowHosts: ['127.0.0.1'], allowPrivate: ['127.0.0.1'] },
  gitPack: { pushProtocols: ['file'] },
  projectPack: { allowPackageSources: true },
  taskPack: {
    runner: {
      run: async (/** @type {{ tools: { getNames(): string[] } }} */ { tools }) => ({
        result: `${tools.getNames().length} tool`,
      }),
    },
  },
  webPack: {
    allowHosts: ['127.0.0.1'],
    allowPrivate: ['127.0.0.1'],
    search: async () => [{ title: 'A result', url: 'https://example.com/', snippet: '' }],
  },
};

/**
 * Packs that are called besides the ones that every package's `xPack()` makes: other engines, other options.
 * @type {Readonly<Record<string, { factory: string, options: Record<string, unknown> }>>}
 */
export const MORE_PACKS = {
  ripgrep: { factory: 'searchPack', options: { engine: 'ripgrep' } },
  javascript: { factory: 'searchPack', options: { engine: 'javascript' } },
};
