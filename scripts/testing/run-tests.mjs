import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closingLines } from './closing-lines.mjs';
import { runChild } from '../run-child.mjs';
import { setUp } from '../set-up/set-up.mjs';
import { SYSTEM_PACKAGES, ensureSystemPackages } from '../system-packages.mjs';
import { root } from '../workspace.mjs';

/** @typedef {import('./closing-lines.mjs').TestCounts} TestCounts */

/**
 * Runs the tests. The last line always has the counts; a run that ends early counts as one failure.
 * @param {readonly string[]} args For vitest: paths, `-t`, `--reporter`.
 * @returns {Promise<number>} An exit code.
 */
export async function runTests(args) {
  let code = await setUp();
  /** @type {TestCounts | undefined} */
  let counts;
  /** @type {string[]} */
  let leftovers = [];
  if (code === 0) {
    await ensureSystemPackages(SYSTEM_PACKAGES);
    ({ code, counts, leftovers } = await runVitest(args));
  }
  const { failed, lines } = closingLines(counts, leftovers);
  writeSync(1, `${lines.join('\n')}\n`);
  return code === 0 && failed > 0 ? 1 : code;
}

/** @param {readonly string[]} args */
async function runVitest(args) {
  const folder = mkdtempSync(join(tmpdir(), 'test-counts-'));
  const file = join(folder, 'counts.json');
  const shown = args.some((arg) => arg.startsWith('--reporter')) ? [] : ['--reporter=default'];
  const reporters = [...shown, `--reporter=${join(root, 'scripts', 'testing', 'count-reporter.mjs')}`];
  const colour = process.stdout.isTTY || 'FORCE_COLOR' in process.env ? [] : ['--no-color'];
  try {
    // With a temporary folder of their own, files that tests leave behind can be found and removed.
    const temporary = join(folder, 'tmp');
    mkdirSync(temporary);
    // Some tests start programs as another user.
    chmodSync(folder, 0o755);
    chmodSync(temporary, 0o1777);
    const options = { cwd: root, env: { TEST_COUNTS_FILE: file, TMPDIR: temporary } };
    const code = await runChild('vitest', ['run', ...colour, ...reporters, ...args], options);
    return { code, counts: readCounts(file), leftovers: readdirSync(temporary) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} file
 * @returns {TestCounts | undefined} Undefined if the run ended before the counts were written.
 */
function readCounts(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
