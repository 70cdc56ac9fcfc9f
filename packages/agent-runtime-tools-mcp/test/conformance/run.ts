// Runs the official conformance suite against this package: `npm run conformance`. Arguments: roles and revisions, default all.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveConformance } from './conformance-server.ts';
import { readReport, type SuiteReport } from './read-report.ts';
import { startTurns } from './turns.ts';

const REVISIONS = ['2025-11-25', '2026-07-28'];
const suite = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/dist/index.js');

/** Runs the scenarios of a revision and returns what the suite prints. Its exit code adds nothing to that. */
async function runSuite(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'));
  try {
    return await new Promise((resolve) => {
      const options = {
        cwd: folder,
        env: { ...process.env, ...env },
        maxBuffer: 64 * 1024 * 1024,
        timeout: 10 * 60_000,
      };
      execFile(process.execPath, [suite, ...args], options, (_, stdout, stderr) => resolve(`${stdout}\n${stderr}`));
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function testServer(revision: string): Promise<string> {
  const service = await serveConformance();
  try {
    return await runSuite(['server', '--url', service.url ?? '', '--requirements', revision]);
  } finally {
    await service.close();
  }
}

/** The suite starts the client once for each scenario, all at the same time, so each may have to wait for its turn. */
async function testClient(revision: string): Promise<string> {
  const command = `${process.execPath} ${join(import.meta.dirname, 'conformance-client.ts')}`;
  const turns = await startTurns(availableParallelism() + 1);
  try {
    return await runSuite(['client', '--command', command, '--requirements', revision, '--timeout', '180000'], {
      CONFORMANCE_TURNS: String(turns.port),
    });
  } finally {
    turns.close();
  }
}

/** What is tested, in this order. */
const ROLES: Readonly<Record<string, (revision: string) => Promise<string>>> = {
  server: testServer,
  client: testClient,
};

function lineOf(role: string, revision: string, { required, optional }: SuiteReport): string {
  const passed = required.filter((scenario) => scenario.passed).length;
  const failing = optional.filter((scenario) => !scenario.passed);
  const others = `${optional.length - failing.length} of ${optional.length} optional ones`;
  const names = failing.length === 0 ? '' : ` (not: ${failing.map(({ name }) => name).join(', ')})`;
  return `${role} ${revision}: ${passed} of ${required.length} required scenarios pass, and ${others}${names}`;
}

const chosen = process.argv.slice(2);
/** Those that are named on the command line; all if none is. */
const wanted = (names: readonly string[]): readonly string[] =>
  names.some((name) => chosen.includes(name)) ? names.filter((name) => chosen.includes(name)) : names;

for (const [role, test] of Object.entries(ROLES).filter(([name]) => wanted(Object.keys(ROLES)).includes(name)))
  for (const revision of wanted(REVISIONS)) {
    const output = await test(revision);
    const report = readReport(output);
    console.log(lineOf(role, revision, report));
    const isComplete = report.required.length > 0 && report.required.every(({ passed }) => passed);
    if (isComplete) continue;
    process.exitCode = 1;
    console.error(output);
  }
