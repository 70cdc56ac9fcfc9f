import { runChild } from './run-child.mjs';
import { say, since } from './say.mjs';
import { root } from './workspace.mjs';

/**
 * Checks the format and lints everything, or only the given paths. `--fix` fixes what can be fixed. Warnings fail like
 * errors.
 * @param {readonly string[]} args For oxlint: `--fix`, paths.
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
