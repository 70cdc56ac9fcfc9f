import { fork, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';
import type { HostMessage, HostOrder, Vitals } from './messages.ts';
import { Random } from './random.ts';

// The server soak: several processes on one state folder, many principals, killed at random. Exits with 1 when any promise
// was broken, and says which.

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
    processes: { type: 'string', default: '4' },
    principals: { type: 'string', default: '200' },
  },
});
const random = new Random(Number(values.seed));
const base = mkdtempSync(join(tmpdir(), 'server-soak-'));
const [root, state] = [join(base, 'root'), join(base, 'state')];
mkdirSync(root);
const violations: string[] = [];
const hosts = new Map<string, { child: ChildProcess; vitals: Vitals[]; isDone: boolean }>();
const ended: Vitals[] = [];
let [generation, kills, largestState] = [0, 0, 0];

function start(slot: number): void {
  const name = `h${slot}g${generation++}`;
  const args = [root, state, name, String(random.below(2 ** 31)), values.principals];
  const child = fork(new URL('./host.ts', import.meta.url), args, { execArgv: ['--expose-gc'] });
  const host = { child, vitals: [] as Vitals[], isDone: false };
  hosts.set(name, host);
  child.on('message', (message: HostMessage) => {
    if (message.kind === 'violation') violations.push(message.what);
    else if (message.kind === 'vitals') host.vitals.push(message.vitals);
    else if (message.kind === 'done') host.isDone = true;
    else for (const other of hosts.values()) order(other.child, { kind: 'bait', bait: message.bait });
  });
  child.on('exit', (code, signal) => {
    hosts.delete(name);
    const last = host.vitals.at(-1);
    if (last !== undefined) ended.push(last);
    if (signal !== 'SIGKILL' && !host.isDone) violations.push(`${name} ended with ${signal ?? code}`);
    if (performance.now() < end) start(slot);
  });
}

function order(child: ChildProcess, message: HostOrder): void {
  if (child.connected) child.send(message, () => undefined);
}

const end = performance.now() + Number(values.minutes) * 60_000;
console.log(
  `seed ${values.seed}, ${values.minutes} minutes, ${values.processes} processes, ${values.principals} principals`,
);
for (let slot = 0; slot < Number(values.processes); slot++) start(slot);
while (performance.now() < end) {
  await sleep(Math.min(5000 + random.below(8000), Math.max(0, end - performance.now())));
  if (performance.now() >= end) break;
  const victim = random.pick([...hosts.values()]);
  victim?.child.kill('SIGKILL');
  kills++;
  largestState = Math.max(largestState, sizeOf(state));
}
const last = [...hosts.values()];
for (const { child } of last) order(child, { kind: 'finish' });
for (let waited = 0; hosts.size > 0 && waited < 120; waited++) await sleep(500);
for (const [name, { child }] of hosts) {
  violations.push(`${name} did not end`);
  child.kill('SIGKILL');
}

await checkFiles();
checkBounds(last.map(({ vitals }) => vitals));
const calls = [...ended].reduce((sum, vitals) => sum + vitals.calls, 0);
console.log(
  `${calls} calls counted, ${kills} processes killed, state ${Math.round(largestState / 1048576)} MB at most`,
);
for (const violation of violations.slice(0, 20)) console.log(`BROKEN: ${violation}`);
console.log(violations.length === 0 ? 'all promises kept' : `${violations.length} promises broken`);
rmSync(base, { recursive: true, force: true });
process.exitCode = violations.length === 0 ? 0 : 1;

/** After recovery: every file whole and its owner's, pairs equal, no lock left. */
async function checkFiles(): Promise<void> {
  const workspace = createWorkspace({ roots: [root], state });
  await workspace.recovery();
  // Locks of dead processes are released when the next process needs them.
  for (const file of filesBelow(root)) {
    if (file.includes('.tmp') || file.includes('.toolbox-')) violations.push(`left behind: ${file}`);
    const text = readFileSync(file, 'utf8');
    if (!text.endsWith(' end\n')) violations.push(`half-written: ${file}`);
    const [, owner = 'thread'] = /\/(u\d+)\/[^/]+\/\d\.txt$/.exec(file) ?? [];
    if (owner !== 'thread' && !text.startsWith(`mark:${owner} `)) violations.push(`not its owner's: ${file}`);
  }
  const pairs = filesBelow(join(root, 'thread')).filter((file) => file.endsWith('-a.txt'));
  for (const a of pairs)
    if (readFileSync(a, 'utf8') !== readFileSync(a.replace('-a.txt', '-b.txt'), 'utf8'))
      violations.push(`half of a pair: ${a}`);
  for (const path of filesBelow(root).slice(0, 200)) {
    const lock = await workspace.lock(path, { timeoutMs: 15_000 }).catch(() => undefined);
    if (lock === undefined) violations.push(`still locked: ${path}`);
    await lock?.release();
  }
  await workspace.shutdown();
}

function checkBounds(runs: readonly (readonly Vitals[])[]): void {
  if (largestState > 400 * 1048576)
    violations.push(`the state folder grew to ${Math.round(largestState / 1048576)} MB`);
  for (const run of runs) {
    for (const { heapMb, descriptors } of run) {
      if (heapMb > 400) violations.push(`a heap of ${heapMb} MB`);
      if (descriptors > 400) violations.push(`${descriptors} open descriptors`);
    }
  }
  console.log(
    `heap at most ${Math.max(0, ...runs.flat().map(({ heapMb }) => heapMb))} MB, descriptors at most ${Math.max(0, ...runs.flat().map(({ descriptors }) => descriptors))}`,
  );
}

function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch {
    return [];
  }
}

function sizeOf(folder: string): number {
  return filesBelow(folder).reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
}
