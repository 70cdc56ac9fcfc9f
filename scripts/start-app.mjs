import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runChild } from './run-child.mjs';
import { say } from './say.mjs';
import { root } from './workspace.mjs';

/**
 * Runs an app in the folder in which the person called npm.
 * @param {string} name
 * @param {readonly string[]} args
 * @returns {Promise<number>} The app's own exit code.
 */
export async function startApp(name, args) {
  const entry = join(root, 'apps', name, 'bin', `${name}.js`);
  if (existsSync(entry)) return runChild('node', [entry, ...args], { cwd: calledFrom() });
  say(`apps/${name}/bin/${name}.js does not exist`);
  return 1;
}

/** npm runs scripts in the folder of package.json, and passes the original folder in INIT_CWD. */
function calledFrom() {
  const folder = process.env['INIT_CWD'];
  return folder !== undefined && existsSync(folder) ? folder : process.cwd();
}
