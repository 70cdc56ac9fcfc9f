import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runChild } from './run-child.mjs';
import { say } from './say.mjs';
import { readManifest, root } from './workspace.mjs';

/**
 * Runs the `bench` script of benchmarks/package.json.
 * @param {readonly string[]} args For the script.
 * @returns {Promise<number>} An exit code.
 */
export async function runBenchmarks(args) {
  const folder = join(root, 'benchmarks');
  const script = existsSync(join(folder, 'package.json')) ? readManifest(folder).scripts?.['bench'] : undefined;
  if (script) return runChild('sh', ['-c', `${script} "$@"`, 'bench', ...args], { cwd: folder });
  say('benchmarks/package.json has no script "bench"');
  return 1;
}
