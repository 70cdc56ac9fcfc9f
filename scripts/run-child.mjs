import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { root } from './workspace.mjs';

/**
 * @typedef {object} ChildOptions
 * @property {string} [cwd]
 * @property {Record<string, string>} [env] Added to this process's own.
 * @property {import('node:child_process').StdioOptions} [stdio] Default: all three inherited.
 * @property {number} [patienceMs] How long a program may go on after it was asked to end, which then is no success. Default: for ever.
 */

/**
 * Runs a program of the repository to its end, with the repository's own Node and tools first on PATH.
 * Signals that ask this process to end are passed on, so that nothing outlives it.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {ChildOptions} [options]
 * @returns {Promise<number>} The exit code; 128 + n for the end by signal n; 127 when it cannot be started.
 */
export function runChild(command, args, { cwd = process.cwd(), env = {}, stdio = 'inherit', patienceMs } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, stdio, env: { ...process.env, ...toolsFirst(cwd), ...env } });
    /** @type {NodeJS.Signals | undefined} */
    let asked;
    const passOn = (/** @type {NodeJS.Signals} */ signal) => {
      asked ??= signal;
      // A compiler may go on as if it had heard nothing.
      if (patienceMs !== undefined) setTimeout(() => child.kill('SIGKILL'), patienceMs).unref();
      // A terminal has already sent its interrupt to the child too; a second one would cut its clean-up short.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    };
    for (const signal of ENDING) process.on(signal, passOn);
    const settle = (/** @type {number} */ code) => {
      for (const signal of ENDING) process.off(signal, passOn);
      resolve(code);
    };
    child.on('error', (error) => {
      console.error(`${command}: ${error.message}`);
      settle(127);
    });
    child.on('close', (code, signal) => {
      // A compiler that was to end and did its work instead: what comes after it is not to begin.
      const hasGoneOn = code === 0 && patienceMs !== undefined && asked !== undefined;
      if (code !== null && !hasGoneOn) settle(code);
      else settle(128 + constants.signals[asked ?? signal ?? 'SIGTERM']);
    });
  });
}

/**
 * The same for a program whose words matter only when it fails: then they are shown.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Omit<ChildOptions, 'stdio'>} options
 */
export async function runQuietly(command, args, options) {
  const folder = mkdtempSync(join(tmpdir(), 'output-'));
  const file = join(folder, 'output');
  const output = openSync(file, 'w');
  try {
    const code = await runChild(command, args, { ...options, stdio: ['ignore', output, output] });
    if (code !== 0) process.stderr.write(readFileSync(file));
    return code;
  } finally {
    closeSync(output);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @type {readonly NodeJS.Signals[]} */
const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** @param {string} cwd */
function toolsFirst(cwd) {
  const folders = [join(cwd, 'node_modules', '.bin'), join(root, 'node_modules', '.bin')];
  return { PATH: [...new Set(folders), process.env['PATH'] ?? ''].join(delimiter) };
}
