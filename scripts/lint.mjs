import { runChild } from './run-child.mjs';
import { say, since } from './say.mjs';
import { root } from './workspace.mjs';

/**
 * Lints everything, or what is named, and checks that it is formatted; `--fix` mends what can be mended. A warning
 * fails like an error: nothing is left to get used to.
 * @param {readonly string[]} args Go to oxlint: `--fix`, paths.
 * @returns {Promise<number>} An exit code.
 */
export async function lint(args) {
  const started = performance.now();
  const paths = args.filter((arg) => !arg.startsWith('-'));
  const formatting = await runChild('oxfmt', [args.includes('--fix') ? '--write' : '--check', ...paths], { cwd: root });
  const linting = await runChild('oxlint', args, { cwd: root });
  const code = formatting || linting;
  say(`lint ${code === 0 ? 'passed' : 'failed'} in ${since(started)}`);
  return code;
}
