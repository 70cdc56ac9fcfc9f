/* oxlint-disable typescript/no-unsafe-call -- the packages are installed later, and no compiler sees them here */
// Runs in a project that has installed one pack with its peers: registers the pack and makes one call.
// Usage: node pack-call.mjs FAMILY
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PACK_OPTIONS, SMOKE_CALLS, SMOKE_FILES } from './smoke-calls.mjs';

const [family = ''] = process.argv.slice(2);
const { ToolCoordinator, Type, defineTool, ok } = await importPackage('core');
const exported = await importPackage(family);
const factory = `${family}Pack`;

/**
 * The calls of packs whose first smoke call needs what another pack has done.
 * @type {Record<string, { tool: string, params: Record<string, unknown>, expected: string }>}
 */
const CALLS = {
  edit: {
    tool: 'search_and_replace',
    params: { path: 'a.txt', search: 'one', replace: 'uno' },
    expected: '"modified"',
  },
  git: { tool: 'git_status', params: {}, expected: 'a.txt' },
  remote: { tool: 'add', params: { a: 2, b: 40 }, expected: '{"sum":42}' },
};

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pack-call-')));
const page = createServer((_, response) => {
  response.setHeader('content-type', 'text/html').end('<h1>A page</h1>');
});
await new Promise((resolve) => {
  page.listen(0, '127.0.0.1', () => resolve(undefined));
});
try {
  for (const [file, content] of Object.entries(SMOKE_FILES)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  }
  if (family === 'git') execFileSync('git', ['init', '--quiet'], { cwd: folder });
  const server = family === 'mcp' ? await startServer() : family === 'remote' ? await startWorker() : undefined;
  const pack = server?.pack ?? exported[factory](PACK_OPTIONS[factory]);
  /** @type {string[]} */
  const names = pack.tools.map((/** @type {{ name: string }} */ { name }) => name);
  const call = CALLS[family] ?? SMOKE_CALLS.find(({ tool }) => names.includes(tool));
  if (call === undefined) throw new Error(`no call of ${family} in smoke-calls.mjs`);
  const services = await makeServices();
  const tools = new ToolCoordinator({ cwd: folder, services }).registerPack(pack);
  tools.use({ name: 'approve', phase: 'approve', execute: approve });
  const address = page.address();
  const memory = new Map([['page', `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`]]);
  const params = typeof call.params === 'function' ? call.params(memory) : call.params;
  const result = await tools.execute(call.tool, params, { taskId: 'one' });
  const shown = JSON.stringify(result.ok ? result.value : result.error);
  if (!result.ok || !shown.includes(String(call.expected))) throw new Error(`${call.tool}: ${shown}`);
  console.log(`${call.tool} ${pack.version}`);
  await tools.shutdownAll();
  await server?.close();
  for (const service of Object.values(services)) await service.shutdown?.();
} finally {
  page.closeAllConnections();
  page.close();
  rmSync(folder, { recursive: true, force: true });
}

/**
 * @param {string} name
 * @returns {Promise<Record<string, any>>}
 */
function importPackage(name) {
  return import(`@ku0/agent-runtime-tools-${name}`);
}

/**
 * @param {unknown} params
 * @param {unknown} _context
 * @param {(params: unknown, grant: { by: string }) => unknown} next
 */
function approve(params, _context, next) {
  return next(params, { by: 'this script' });
}

/** The tools of the servers that packs connect to. */
function addingTools() {
  const add = defineTool({
    name: 'add',
    parameters: Type.Object({ a: Type.Number(), b: Type.Number() }),
    output: Type.Object({ sum: Type.Number() }),
    execute: async (/** @type {{ a: number, b: number }} */ { a, b }) => ok({ sum: a + b }),
  });
  return new ToolCoordinator().register(add);
}

/** An MCP server in this process, and the pack of a client that is connected to it. */
async function startServer() {
  const { url, token, close } = await exported['serveMcp'](addingTools(), { transport: { type: 'http' } });
  const smoke = { url, headers: { authorization: `Bearer ${token}` } };
  const servers = await exported['connectServers'](
    { mcpServers: { smoke } },
    { stateFolder: `${folder}-state`, waitMs: 30_000 },
  );
  return {
    pack: exported[factory](servers),
    async close() {
      await servers.close();
      await close();
      rmSync(`${folder}-state`, { recursive: true, force: true });
    },
  };
}

/** A worker in this process, and the pack of a caller. */
async function startWorker() {
  const options = { driver: exported['localCalls'](), place: 'smoke', secret: 'a secret for this script' };
  const worker = await exported['serveCalls'](addingTools(), options);
  return { pack: await exported[factory](options), close: () => worker.close() };
}

/** What the packages of the project offer. */
async function makeServices() {
  /** @type {Record<string, any>} */
  const services = {};
  const installed = await importPackage('workspace').catch(() => undefined);
  if (installed) services['workspace'] = installed.createWorkspace({ roots: [folder] });
  const { workspace } = services;
  if (exported.createSandbox) services['sandbox'] = exported.createSandbox({ workspace });
  if (exported.createCodeEngine) services['code'] = exported.createCodeEngine({ workspace });
  return services;
}
