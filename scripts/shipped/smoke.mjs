/* oxlint-disable typescript/no-unsafe-call -- the packages are installed later, and no compiler sees them here */
// Runs in a folder with the packed packages installed: imports every package and calls every tool.
// Prints one line per problem.
import { createServer } from 'node:http';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { callOlderTools } from './older-calls.mjs';
import { MORE_PACKS, PACK_OPTIONS, SMOKE_CALLS, SMOKE_FILES, SMOKE_SERVER } from './smoke-calls.mjs';
import { callRemoteTools } from './remote-calls.mjs';
import { callSpecTools } from './spec-calls.mjs';

/** @type {{ dependencies: Record<string, string> }} */
const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
/** Functions that are called like the packs of families, and are something else. */
const NOT_A_FAMILY = new Set(['definePack', 'createPack', 'remotePack']);
/** @type {string[]} */
const problems = [];
/** @type {Record<string, any>} */
const exported = {};
for (const name of Object.keys(dependencies)) {
  // The contract suite is loaded by vitest alone, which is a peer.
  if (name.endsWith('-testkit')) continue;
  for (const entry of entriesOf(name)) {
    try {
      const module = await import(entry);
      // A sub-path may have the names of another system for other things.
      if (entry === name) Object.assign(exported, module);
    } catch (error) {
      problems.push(`${entry} cannot be imported: ${messageOf(error)}`);
    }
  }
}

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'smoke-')));
try {
  for (const [file, content] of Object.entries(SMOKE_FILES)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  }
  if (problems.length === 0) await callEveryTool();
  if (problems.length === 0) await callCreatedTools();
  if (problems.length === 0) problems.push(...(await callSpecTools(exported, folder)));
  if (problems.length === 0) problems.push(...(await callRemoteTools(exported)));
  if (problems.length === 0) problems.push(...(await callOlderTools(exported, folder)));
} catch (error) {
  problems.push(error instanceof Error ? String(error.stack) : String(error));
} finally {
  for (const path of [folder, `${folder}-state`]) rmSync(path, { recursive: true, force: true });
}
for (const problem of problems) console.log(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

/**
 * What a user can import of a package, from its `exports`.
 * @param {string} name
 * @returns {string[]}
 */
function entriesOf(name) {
  const manifest = JSON.parse(readFileSync(join('node_modules', name, 'package.json'), 'utf8'));
  return Object.keys(manifest.exports)
    .filter((key) => key !== './package.json' && !key.includes('*'))
    .map((key) => name + key.slice(1));
}

async function callEveryTool() {
  const { ToolCoordinator, createWorkspace, createProcesses, createSandbox, createCodeEngine, hooks, approval } =
    exported;
  const workspace = createWorkspace({ roots: [folder] });
  const processes = createProcesses();
  const sandbox = createSandbox({ workspace, processes });
  const code = createCodeEngine({ workspace });
  const services = { workspace, artifacts: workspace.artifacts, processes, sandbox, confinement: sandbox, code };
  // A glob in a hook, a program as a hook, a rule that names a command: each needs a file that is loaded on demand.
  const hook = {
    name: 'touch',
    type: 'PostToolUse',
    toolPatterns: ['{write,move}_*'],
    command: 'echo ran >> hook.log',
  };
  const permissions = { allow: ['Bash(echo *)', 'Bash(seq *)'] };
  /** @type {string[]} */
  const asked = [];
  const ask = (/** @type {{ tool: string }} */ { tool }) => {
    asked.push(tool);
    return { approved: true };
  };
  const server = { command: process.execPath, args: ['--input-type=module', '-e', SMOKE_SERVER] };
  const stateFolder = `${folder}-state`;
  const servers = await exported['connectServers']({ mcpServers: { smoke: server } }, { stateFolder, waitMs: 30_000 });
  const packs = new Map();
  for (const [name, value] of Object.entries(exported)) {
    if (/^[a-z]\w*Pack$/.test(name) && !NOT_A_FAMILY.has(name)) {
      packs.set(name, [value(name === 'mcpPack' ? servers : PACK_OPTIONS[name])]);
    }
  }
  for (const [name, { factory, options }] of Object.entries(MORE_PACKS)) packs.set(name, [exported[factory](options)]);
  const trail = join(stateFolder, 'trail');
  const recorded = exported['audit']({ sink: new exported['FileAuditSink']({ folder: trail }) });
  const observed = await exported['telemetry']({ prometheus: true });
  const coordinator = (/** @type {unknown[]} */ chosen) => {
    const tools = new ToolCoordinator({ cwd: folder, services, callbacks: { ask: async () => 'blue' } });
    tools.use(hooks([hook], { cwd: folder })).use(approval({ permissions, workspace, ask }));
    tools.use(exported['auth']({ anonymous: { allow: ['*'] } }));
    tools.use(exported['rateLimit']({ limits: [{ rate: { calls: 1000, per: 'second' }, concurrency: 100 }] }));
    tools.use(recorded).use(observed.middlewares);
    for (const pack of chosen) tools.registerPack(pack);
    return tools;
  };
  const usual = coordinator([...packs].filter(([name]) => !(name in MORE_PACKS)).flatMap(([, pack]) => pack));
  const names = [...packs.values()].flat().flatMap((pack) => pack.tools.map(nameOf));
  for (const name of names) {
    if (!SMOKE_CALLS.some(({ tool }) => tool === name)) problems.push(`${name} has no call in smoke-calls.mjs`);
  }
  const page = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end('<h1>A page</h1>');
  });
  await new Promise((resolve) => {
    page.listen(0, '127.0.0.1', () => resolve(undefined));
  });
  const address = page.address();
  const memory = new Map([['page', `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`]]);
  const started = [usual];
  for (const { tool, params, expected, remember, pack } of SMOKE_CALLS) {
    const tools = pack === undefined ? usual : coordinator(packs.get(pack));
    if (tools !== usual) started.push(tools);
    const given = typeof params === 'function' ? params(memory) : params;
    const result = await tools.execute(tool, given, { taskId: 'smoke' });
    const shown = JSON.stringify(result.ok ? result.value : result.error);
    if (!result.ok) problems.push(`${tool} ${JSON.stringify(given)}: ${shown}`);
    else if (!shown.includes(String(expected)))
      problems.push(`${tool} ${JSON.stringify(given)}: no ${expected} in ${shown}`);
    else if (remember !== undefined) memory.set(remember, result.value[remember]);
  }
  if (!readFileSync(join(folder, 'hook.log'), 'utf8').includes('ran')) problems.push('the hook did not run');
  problems.push(...(await tryOnDemand()));
  if (asked.includes('bash')) problems.push('a rule allowed the command, and somebody was asked');
  for (const tools of started) await tools.shutdownAll();
  const report = await exported['verifyAuditFolder'](trail);
  if (!report.ok || report.records < SMOKE_CALLS.length) problems.push(`the trail: ${JSON.stringify(report)}`);
  if (!(await observed.scrape()).text.includes('agent_tool_calls_total{')) problems.push('no call was counted');
  await servers.close();
  await code.shutdown();
  await sandbox.shutdown();
  await processes.shutdown();
  await workspace.shutdown();
  page.closeAllConnections();
  page.close();
}

/** The package with all families: asks, edits and undoes. */
async function callCreatedTools() {
  /** @type {string[]} */
  const asked = [];
  const ask = (/** @type {{ tool: string }} */ { tool }) => ({ approved: asked.push(tool) > 0 });
  const { tools, close } = await exported['createTools']({ root: folder, ask });
  writeFileSync(join(folder, 'created.txt'), 'before');
  const written = await tools.execute('write_file', { path: 'created.txt', content: 'after' }, { taskId: 'smoke' });
  const undone = await tools.execute('undo_change', {}, { taskId: 'smoke' });
  for (const { ok, error } of [written, undone]) if (!ok) problems.push(`createTools: ${JSON.stringify(error)}`);
  if (!asked.includes('write_file')) problems.push('createTools: nobody was asked');
  if (readFileSync(join(folder, 'created.txt'), 'utf8') !== 'before') problems.push('createTools: not undone');
  await close();
}

/** @param {{ name: string }} tool */
function nameOf({ name }) {
  return name;
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Libraries that no tool needs: those that verify tokens and talk to Redis, of which there is none here.
 * @returns {Promise<string[]>}
 */
async function tryOnDemand() {
  const keys = { secret: new Uint8Array(32) };
  const tokens = exported['createTokenVerifier']({ issuer: 'i', audience: 'a', algorithms: ['HS256'], keys });
  const verified = await tokens.verify('e30.e30.e30');
  const store = exported['redisStore']({ url: 'redis://127.0.0.1:1' });
  const counted = await store.take([{ limit: 'l', key: 'k', intervalMs: 1, burst: 1 }]).catch(String);
  await store.close();
  return [
    ...(verified.error?.code === 'TOKEN_INVALID' ? [] : [`the token gave ${JSON.stringify(verified)}`]),
    ...(/stream|connection/i.test(counted) ? [] : [`Redis, which is not there, gave ${counted}`]),
  ];
}
