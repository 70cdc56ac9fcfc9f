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
 * @property {number} [patienceMs] Kill the program if it still runs this long after a signal. Its run then never counts as
 *   a success. Default: wait for it.
 */

/**
 * Runs a program to its end, with the repository's own Node and tools first on PATH. Termination signals of this process
 * are forwarded, so that the program does not outlive it.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {ChildOptions} [options]
 * @returns {Promise<number>} The exit code; 128 + n after signal n; 127 if it cannot be started.
 */
export function runChild(command, args, { cwd = process.cwd(), env = {}, stdio = 'inherit', patienceMs } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, stdio, env: { ...process.env, ...toolsFirst(cwd), ...env } });
    /** @type {NodeJS.Signals | undefined} */
    let asked;
    const passOn = (/** @type {NodeJS.Signals} */ signal) => {
      asked ??= signal;
      // A compiler may ignore the signal.
      if (patienceMs !== undefined) setTimeout(() => child.kill('SIGKILL'), patienceMs).unref();
      // A terminal sends SIGINT to the child as well; a second one would interrupt its clean-up.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    };
    for (const signal of TERMINATION_SIGNALS) process.on(signal, passOn);
    const settle = (/** @type {number} */ code) => {
      for (const signal of TERMINATION_SIGNALS) process.off(signal, passOn);
      resolve(code);
    };
    child.on('error', (error) => {
      console.error(`${command}: ${error.message}`);
      settle(127);
    });
    child.on('close', (code, signal) => {
      // If a compiler ignored the signal and finished, the next step must still not start.
      const ignoredSignal = code === 0 && patienceMs !== undefined && asked !== undefined;
      if (code !== null && !ignoredSignal) settle(code);
      else settle(128 + constants.signals[asked ?? signal ?? 'SIGTERM']);
    });
  });
}

/**
 * Runs a program and shows its output only if it fails.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Omit<ChildOptions, 'stdio'>} options
 */
export async function runQuietly(command, args, options) {
  const { code, output } = await runCaptured(command, args, options);
  if (code !== 0) process.stderr.write(output);
  return code;
}

/**
 * Runs a program and returns what it has printed, on both streams.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Omit<ChildOptions, 'stdio'>} options
 */
export async function runCaptured(command, args, options) {
  const folder = mkdtempSync(join(tmpdir(), 'output-'));
  const file = join(folder, 'output');
  const descriptor = openSync(file, 'w');
  try {
    const code = await runChild(command, args, { ...options, stdio: ['ignore', descriptor, descriptor] });
    return { code, output: readFileSync(file, 'utf8') };
  } finally {
    closeSync(descriptor);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @type {readonly NodeJS.Signals[]} */
const TERMINATION_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** @param {string} cwd */
function toolsFirst(cwd) {
  const folders = [join(cwd, 'node_modules', '.bin'), join(root, 'node_modules', '.bin')];
  return { PATH: [...new Set(folders), process.env['PATH'] ?? ''].join(delimiter) };
}
