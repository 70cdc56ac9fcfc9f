import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { filesBelow } from './fingerprint.mjs';
import { runChild } from './run-child.mjs';
import { say } from './say.mjs';
import { root, workspacePackages } from './workspace.mjs';

/**
 * Runs the property tests for some rounds with random seeds, and stops at the first failure.
 * @param {readonly string[]} args `--rounds 5`, `--seed N` to repeat a round, and parts of paths.
 * @returns {Promise<number>} An exit code.
 */
export async function soak(args) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { rounds: { type: 'string', default: '5' }, seed: { type: 'string' } },
  });
  const files = propertyTests().filter((file) => positionals.every((part) => file.includes(part)));
  const rounds = values.seed === undefined ? Number(values.rounds) : 1;
  for (let round = 1; round <= rounds; round += 1) {
    const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31));
    say(`round ${round} of ${rounds}, ${files.length} files; to repeat: npm run soak -- --seed ${seed}`);
    const code = await runChild('vitest', ['run', '--reporter=dot', ...files], {
      cwd: root,
      env: { PROPERTY_SEED: seed },
    });
    if (code !== 0) {
      say(`failed with seed ${seed}`);
      return code;
    }
  }
  return 0;
}

/** The test files with property tests, relative to the root. */
function propertyTests() {
  return workspacePackages()
    .flatMap(({ folder }) => filesBelow(root, folder, (name) => ['node_modules', 'dist', 'src'].includes(name)))
    .filter(
      (file) => file.endsWith('.test.ts') && readFileSync(`${root}/${file}`, 'utf8').includes("from 'fast-check'"),
    );
}
