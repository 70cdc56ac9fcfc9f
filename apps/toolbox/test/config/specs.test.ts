import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sqliteSpecDatabase } from '@ku0/agent-runtime-tools-specs';
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { BIN, runToolbox, type RunResult } from '../run-toolbox.ts';

const base = mkdtempSync(join(tmpdir(), 'toolbox-spec-sources-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

let own = '';
let project = '';
beforeEach(() => {
  own = mkdtempSync(join(base, 'own-'));
  project = mkdtempSync(join(base, 'project-'));
});

const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<RunResult> =>
  runToolbox(args, { entry: BIN, cwd: project, env: { TOOLBOX_CONFIG: own, ...env } });
const configure = (config: object): void => writeFileSync(join(own, 'toolbox.config.json'), JSON.stringify(config));

const echo = (name: string): object => ({
  name,
  description: `The tool ${name}`,
  tool_type: 'shell',
  input_schema: { type: 'object', properties: {} },
  implementation_config: { command: `echo ${name}`, output: 'text' },
});

/** A server that answers with documents by path, until the test ends. */
async function serve(
  answers: Readonly<Record<string, (authorization: string | undefined) => string>>,
): Promise<string> {
  const server = createServer(({ url = '', headers }, response) => {
    const answer = answers[url];
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(answer?.(headers.authorization));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('the spec sources of a configuration', () => {
  it('are files, databases and functions in folders, beside the families', async () => {
    writeFileSync(join(own, 'tools.json'), JSON.stringify({ tools: [echo('from_file')] }));
    const database = sqliteSpecDatabase({ file: join(own, 'tools.db') });
    await database.put({ ...echo('from_database'), name: 'from_database', description: 'x' });
    await database.close();
    mkdirSync(join(own, 'code'));
    writeFileSync(join(own, 'code', 'double.ts'), 'export default ({ n }: { n: number }) => ({ doubled: 2 * n });\n');
    const module = {
      name: 'double',
      description: 'Doubles a number',
      tool_type: 'module',
      input_schema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
      implementation_config: { module: 'double.ts' },
    };
    writeFileSync(join(own, 'double.json'), JSON.stringify({ tools: [module] }));
    configure({
      specs: { sources: [{ files: ['tools.json', 'double.json'] }, { sqlite: 'tools.db' }], modules: ['code'] },
    });
    const { stdout } = await run(['list', '--json']);
    const names = (JSON.parse(stdout) as { name: string }[]).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['read_file', 'from_file', 'from_database', 'double']));
    expect((await run(['call', 'from_database', '--approve', 'all'])).stdout).toBe('from_database\n');
    const doubled = await run(['call', 'double', '{"n": 21}', '--approve', 'all', '--json']);
    expect(JSON.parse(doubled.stdout)).toMatchObject({ ok: true, value: { doubled: 42 } });
  }, 30_000);

  it('are documents at addresses, with a proof, and OpenAPI documents with secrets that are named', async () => {
    const api = {
      openapi: '3.1.0',
      info: { title: 'Weather', version: '1.0.0' },
      security: [{ key: [] }],
      components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
      paths: { '/now': { get: { operationId: 'now', responses: { 200: { description: 'The weather' } } } } },
    };
    const url = await serve({
      '/tools.json': () => JSON.stringify({ tools: [echo('from_address')] }),
      '/now': (authorization) => JSON.stringify({ asked: authorization === 'Bearer secret-of-weather' }),
    });
    writeFileSync(join(own, 'weather.json'), JSON.stringify(api));
    const weather = {
      openApi: 'weather.json',
      serverUrl: url,
      prefix: 'weather_',
      auth: { key: { secret: 'WEATHER_KEY' } },
    };
    configure({ specs: { sources: [{ url: `${url}/tools.json`, trustServer: true }, weather] } });
    const listed = (await run(['list', '--json'])).stdout;
    expect(listed).toContain('from_address');
    const now = ['call', 'weather_now', '{}', '--json', '--approve', 'all'];
    const asked = await run(now, { WEATHER_KEY: 'secret-of-weather' });
    expect(JSON.parse(asked.stdout)).toMatchObject({ ok: true, value: { asked: true } });
    expect(JSON.parse((await run(now)).stdout)).toMatchObject({ ok: false, error: { code: 'SECRET_MISSING' } });

    // Without a proof, what a server says is not run.
    configure({ specs: { sources: [{ url: `${url}/tools.json` }] } });
    const refused = await run(['list']);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('trustServer: true') });
  }, 30_000);

  it('are named with what is wrong with them, and the other tools stay', async () => {
    writeFileSync(join(own, 'tools.json'), JSON.stringify({ tools: [{ name: 'broken' }, echo('read_file')] }));
    configure({ specs: { sources: [{ files: 'tools.json' }] } });
    writeFileSync(join(project, 'a.txt'), 'hello\n');
    const { code, stdout, stderr } = await run(['call', 'read_file', '{"path": "a.txt"}']);
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('hello') });
    expect(stderr).toContain('tool broken');
    expect(stderr).toContain('another tool has this name');
  }, 30_000);
});
