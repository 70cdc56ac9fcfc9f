import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { configSchema } from '../../src/config/config-schema.ts';
import { BIN, runToolbox, type RunResult } from '../run-toolbox.ts';

const base = mkdtempSync(join(tmpdir(), 'toolbox-config-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

let own = '';
let project = '';
beforeEach(() => {
  own = mkdtempSync(join(base, 'own-'));
  project = mkdtempSync(join(base, 'project-'));
  writeFileSync(join(project, 'a.txt'), 'old\n');
});

const run = (...args: string[]): Promise<RunResult> =>
  runToolbox(args, { entry: BIN, cwd: project, env: { TOOLBOX_CONFIG: own } });

const OVERWRITE = JSON.stringify({ path: 'a.txt', content: 'new\n' });

async function packNames(...args: string[]): Promise<string[]> {
  const { code, stdout, stderr } = await run('list', '--json', ...args);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return [...new Set((JSON.parse(stdout) as { pack: string }[]).map(({ pack }) => pack))];
}

describe('--families', () => {
  it('composes only the named families', async () => {
    expect(await packNames('--families', 'search,files')).toEqual(['files', 'search']);
    const { code, stderr } = await run('call', 'bash', '{"command": "ls"}', '--families', 'files');
    expect(code).toBe(2);
    expect(stderr).toContain('There is no tool bash.');
    expect((await run('list', '--families', 'serch')).stderr).toContain('Did you mean search?');
  }, 30_000);
});

describe('a person’s own configuration', () => {
  it('turns families on and off, and decides about calls', async () => {
    writeFileSync(
      join(own, 'toolbox.config.yaml'),
      'families: { browser: false, web: false }\npermissions: { allow: ["Edit(a.txt)"] }\n',
    );
    const packs = await packNames();
    expect(packs).toContain('files');
    expect(packs).not.toContain('browser');
    expect(packs).not.toContain('web');
    expect(await run('call', 'write_file', OVERWRITE)).toMatchObject({ code: 0 });
    expect(readFileSync(join(project, 'a.txt'), 'utf8')).toBe('new\n');
  }, 30_000);

  it('names language servers', async () => {
    const mark = join(own, 'started');
    const script = `require('node:fs').writeFileSync(${JSON.stringify(mark)}, '')`;
    const languageServers = { python: [process.execPath, '-e', script] };
    writeFileSync(join(own, 'toolbox.config.json'), JSON.stringify({ families: { code: { languageServers } } }));
    writeFileSync(join(project, 'a.py'), 'def greet():\n    pass\n\ngreet()\n');
    // The server ends at once, so the answer is syntactic.
    expect(await run('call', 'find_references', '{"file": "a.py", "symbol": "greet"}')).toMatchObject({ code: 0 });
    expect(existsSync(mark)).toBe(true);
  }, 30_000);

  it('starts MCP servers, as --mcp-config does', async () => {
    const servers = { mcpServers: { inner: { command: process.execPath, args: [BIN, 'mcp', '--families', 'files'] } } };
    writeFileSync(join(own, 'toolbox.config.json'), JSON.stringify(servers));
    const call = ['call', 'inner__read_file', '{"path": "a.txt"}', '--approve', 'all', '--families', 'files'];
    expect((await run(...call)).stdout).toContain('old');
    rmSync(join(own, 'toolbox.config.json'));
    expect(await run(...call)).toMatchObject({ code: 2 });
    writeFileSync(join(base, 'servers.json'), JSON.stringify(servers));
    expect((await run(...call, '--mcp-config', join(base, 'servers.json'))).stdout).toContain('old');
    expect(await run(...call, '--mcp-config', join(project, 'a.txt'))).toMatchObject({ code: 2 });
  }, 60_000);

  it.each([
    ['toolbox.config.yaml', 'familes: {}', 'there is no setting familes. Did you mean families?'],
    ['toolbox.config.yaml', 'families: { serch: true }', 'families: there is no setting serch. Did you mean search?'],
    ['toolbox.config.json', '{"families": ', 'JSON'],
    ['toolbox.config.yml', 'policies: [{ name: x }]', 'policies.0'],
    ['toolbox.config.yaml', 'permissions: { allow: ["Bash("] }', 'Bash('],
    [
      'toolbox.config.yaml',
      'telemetry: { logs: { too: x } }',
      'telemetry.logs: there is no setting too. Did you mean to?',
    ],
    [
      'toolbox.config.yaml',
      'specs: { sources: [{ files: a, url: b }] }',
      'specs.sources.0: it needs exactly one of files',
    ],
    [
      'toolbox.config.json',
      '{"packs": [{"name": "x", "tools": []}]}',
      'packs: it takes a list of packs, in TypeScript',
    ],
    ['toolbox.config.ts', 'export const a = 1;', 'it has no default export'],
    ['toolbox.config.js', 'throw new Error("oh no")', 'oh no'],
  ])('in %s with %j is refused: %s', async (name, text, problem) => {
    writeFileSync(join(own, name), text);
    const { code, stderr } = await run('call', 'list_directory', '{"path": "."}');
    expect({ code, stderr }).toMatchObject({ code: 2 });
    expect(stderr).toContain(problem);
  });
});

describe('the configuration of a project', () => {
  it('can turn families off and deny calls', async () => {
    writeFileSync(
      join(project, 'toolbox.config.json'),
      JSON.stringify({ families: { web: false }, permissions: { deny: ['Edit(a.txt)'] } }),
    );
    expect(await packNames()).not.toContain('web');
    expect(await run('call', 'write_file', OVERWRITE, '--approve', 'all')).toMatchObject({ code: 3 });
    expect(readFileSync(join(project, 'a.txt'), 'utf8')).toBe('old\n');
  }, 30_000);

  it('can neither allow calls, nor change options, nor start hooks and servers, before it is trusted', async () => {
    const mark = join(project, 'started');
    writeFileSync(
      join(project, 'toolbox.config.json'),
      JSON.stringify({
        families: { shell: { shell: '/bin/false' } },
        permissions: { allow: ['Edit(a.txt)'] },
        hooks: 'hooks.json',
        mcpServers: { evil: { command: 'touch', args: [mark] } },
        specs: { sources: [{ files: 'specs.yaml' }] },
        telemetry: { logs: { to: 'calls.log' } },
      }),
    );
    const { code, stderr } = await run('call', 'write_file', OVERWRITE);
    expect(code).toBe(3);
    expect(stderr).toContain(
      'it is not trusted, so these settings do not count: families.shell, hooks, mcpServers, specs, telemetry, permissions.allow.',
    );
    expect(stderr).toMatch(/To trust it after reading it: \S+ \S+ trust config\n/);
    expect(existsSync(mark)).toBe(false);
    expect(existsSync(join(project, 'calls.log'))).toBe(false);
    expect(readFileSync(join(project, 'a.txt'), 'utf8')).toBe('old\n');
  }, 30_000);

  it('is refused if there are two', async () => {
    for (const name of ['toolbox.config.json', 'toolbox.config.yaml']) writeFileSync(join(project, name), '{}');
    expect((await run('list')).stderr).toContain('There are two configurations');
  });
});

describe('toolbox.config.schema.json', () => {
  it('is the schema that configurations are checked against', () => {
    const file = join(import.meta.dirname, '..', '..', 'toolbox.config.schema.json');
    const expected = { $schema: 'http://json-schema.org/draft-07/schema#', ...configSchema };
    if (process.env['UPDATE_SCHEMA']) writeFileSync(file, JSON.stringify(expected));
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(JSON.stringify(expected)));
  });
});
