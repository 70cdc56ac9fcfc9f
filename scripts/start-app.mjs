import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runChild } from './run-child.mjs';
import { say } from './say.mjs';
import { root } from './workspace.mjs';

/**
 * Runs the toolbox in the folder in which the person called npm.
 * @param {readonly string[]} args
 * @returns {Promise<number>} The toolbox's own exit code.
 */
export async function startApp(args) {
  const entry = join(root, 'apps', 'toolbox', 'bin', 'toolbox.js');
  if (existsSync(entry)) return runChild('node', [entry, ...args], { cwd: calledFrom() });
  say('apps/toolbox/bin/toolbox.js does not exist');
  return 1;
}

/** npm runs scripts in the folder of package.json, and passes the original folder in INIT_CWD. */
function calledFrom() {
  const folder = process.env['INIT_CWD'];
  return folder !== undefined && existsSync(folder) ? folder : process.cwd();
}
