// npm run mutate: makes small changes in the sources, one at a time, and reports the changes that no test notices.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { filesBelow } from '../fingerprint.mjs';
import { say, since } from '../say.mjs';
import { root as repository, workspacePackages } from '../workspace.mjs';
import { baseline } from './baseline.mjs';
import { chooseMutations } from './choose-mutations.mjs';
import { applyMutation, findMutations } from './find-mutations.mjs';
import { TestClient } from './test-client.mjs';

/** @typedef {import('./find-mutations.mjs').Mutation & { file: string }} PlacedMutation */
/** @typedef {PlacedMutation & { noticed?: string, reached: boolean }} TriedMutation */

const USAGE = `npm run mutate -- --package NAME [--count 30] [--seed 1] [--path TEXT] [--workers 1] [--at-least PERCENT]

  --package   core, commands, ...: mutations are made in its sources, and its own tests are run
  --count     how many mutations, drawn at random
  --seed      the same seed draws the same mutations
  --path      only in files whose path contains this; with :LINE at its end, only in that line
  --workers   how many test files run at a time
  --loop-timeout  seconds to wait beyond five times what the tests took without a mutation; default 30
  --at-least  fail unless this percentage is noticed`;

const options = readOptions();
// Without this call, the test process would keep this one alive.
process.exit(options ? await mutate(options) : 2);

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        package: { type: 'string' },
        count: { type: 'string', default: '30' },
        seed: { type: 'string', default: '1' },
        path: { type: 'string', default: '' },
        root: { type: 'string', default: repository },
        'loop-timeout': { type: 'string', default: '30' },
        workers: { type: 'string', default: '1' },
        'at-least': { type: 'string', default: '0' },
      },
    });
    const numbers = [values.count, values.seed, values.workers, values['at-least'], values['loop-timeout']].map(Number);
    const folder = workspacePackages(values.root).find((each) => each.folder.endsWith(`-${values.package}`))?.folder;
    if (!folder) throw new Error(`there is no package "${values.package ?? ''}"`);
    if (!numbers.every((value) => Number.isSafeInteger(value) && value >= 0)) {
      throw new Error('--count, --seed, --workers, --at-least and --loop-timeout take whole numbers');
    }
    const [count = 0, seed = 0, workers = 1, atLeast = 0, loopTimeout = 30] = numbers;
    return { root: values.root, folder, count, seed, workers, atLeast, loopTimeout, path: values.path };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    return undefined;
  }
}

/**
 * @param {NonNullable<ReturnType<typeof readOptions>>} options
 * @returns {Promise<number>} An exit code.
 */
async function mutate({ root, folder, count, seed, workers, atLeast, loopTimeout, path }) {
  const started = performance.now();
  const all = placedMutations(root, folder, path);
  const chosen = chooseMutations(all, { count, seed });
  say(`${chosen.length} of ${all.length} mutations in ${folder}, seed ${seed}`);
  const client = new TestClient({ root, folder, workers });
  process.on('exit', () => client.close());
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => process.exit(130));
  const tests = await baseline(root, folder, client);
  const failing = tests.filter(({ passed }) => !passed);
  for (const file of failing) say(`${file.path.slice(root.length + 1)} fails without any mutation and is left out`);
  if (failing.length === tests.length) return 1;
  say(`${tests.length} test files looked at in ${since(started)}`);
  /** @type {TriedMutation[]} */
  const tried = [];
  for (const mutation of chosen) {
    const outcome = await tryMutation(mutation, tests, { client, loopTimeout });
    tried.push(outcome);
    say(`${tried.length}/${chosen.length} ${place(outcome)} ${outcome.kind}: ${outcomeOf(outcome)}`);
  }
  return report(root, tried, { atLeast, started });
}

/**
 * @param {string} root
 * @param {string} folder
 * @param {string} path
 * @returns {PlacedMutation[]}
 */
function placedMutations(root, folder, path) {
  const [, part = path, line] = /^(.*?)(?::(\d+))?$/.exec(path) ?? [];
  return filesBelow(root, `${folder}/src`, (name) => name.endsWith('.d.ts'))
    .filter((file) => /\.m?ts$/.test(file) && file.includes(part))
    .flatMap((file) => findMutations(file, readFileSync(join(root, file), 'utf8')).map((each) => ({ ...each, file })))
    .filter((mutation) => line === undefined || mutation.line === Number(line));
}

/**
 * @param {PlacedMutation} mutation
 * @param {readonly import('./baseline.mjs').TestedFile[]} tests
 * @param {{ client: TestClient, loopTimeout: number }} options
 * @returns {Promise<TriedMutation>}
 */
async function tryMutation(mutation, tests, { client, loopTimeout }) {
  const around = `${mutation.file}:${mutation.functionStart}`;
  const reaching = tests
    .filter(({ passed, reached }) => passed && reached.includes(around))
    .toSorted((a, b) => a.durationMs - b.durationMs);
  if (reaching.length === 0) return { ...mutation, reached: false };
  const usualMs = reaching.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const request = { file: mutation.file, mutation, tests: reaching.map(({ path }) => path) };
  const noticed = await client.whatNotices(request, 1000 * loopTimeout + 5 * usualMs);
  return { ...mutation, reached: true, ...(noticed !== undefined && { noticed }) };
}

/**
 * @param {string} root
 * @param {readonly TriedMutation[]} tried
 * @param {{ atLeast: number, started: number }} options
 */
function report(root, tried, { atLeast, started }) {
  const survivors = tried.filter(({ noticed }) => noticed === undefined);
  for (const survivor of survivors) console.log(`\n${describeSurvivor(root, survivor)}`);
  const noticed = tried.length - survivors.length;
  const percentage = tried.length === 0 ? 100 : (noticed / tried.length) * 100;
  const unreached = survivors.filter(({ reached }) => !reached).length;
  console.log(
    `\n${noticed} of ${tried.length} mutations noticed (${percentage.toFixed(0)} %), ` +
      `${survivors.length} survived, ${unreached} of them in code that no test reaches; ${since(started)}`,
  );
  return percentage < atLeast ? 1 : 0;
}

/**
 * @param {string} root
 * @param {TriedMutation} survivor
 */
function describeSurvivor(root, survivor) {
  const text = readFileSync(join(root, survivor.file), 'utf8');
  const from = text.lastIndexOf('\n', survivor.start - 1) + 1;
  const until = text.indexOf('\n', survivor.end);
  const before = text.slice(from, until);
  const after = applyMutation(before, { ...survivor, start: survivor.start - from, end: survivor.end - from });
  const unreached = survivor.reached ? '' : ' (no test reaches it)';
  return `${place(survivor)} ${survivor.kind}${unreached}\n${marked('-', before)}\n${marked('+', after)}`;
}

/**
 * @param {string} mark
 * @param {string} lines
 */
function marked(mark, lines) {
  return lines.replaceAll(/^/gm, `${mark} `);
}

/** @param {TriedMutation} mutation */
function place({ file, line }) {
  return `${file}:${line}`;
}

/** @param {TriedMutation} mutation */
function outcomeOf({ noticed, reached }) {
  if (noticed !== undefined) return `noticed by ${noticed}`;
  return reached ? 'SURVIVED' : 'SURVIVED, no test reaches it';
}
