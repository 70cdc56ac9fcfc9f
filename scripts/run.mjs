#!/usr/bin/env node
// The one entry behind every npm script: prepares what is missing, then does what the verb says.
// Runs on the machine's own Node (20 or newer) and needs nothing installed.
import { join, resolve } from 'node:path';
import { checkPackages } from './check-packages.mjs';
import { checkShipped } from './check-shipped.mjs';
import { lint } from './lint.mjs';
import { packPackages, publishedFolders } from './pack-packages.mjs';
import { say } from './say.mjs';
import { setUp } from './set-up.mjs';
import { soak } from './soak.mjs';
import { startApp } from './start-app.mjs';
import { runBenchmarks } from './run-benchmarks.mjs';
import { runChild } from './run-child.mjs';
import { runTests } from './run-tests.mjs';
import { root } from './workspace.mjs';

/** @type {Record<string, (args: string[]) => Promise<number>>} */
const verbs = {
  build: async (args) => setUp({ rebuild: true, args }),
  test: runTests,
  lint: async (args) => (await setUp()) || lint(args),
  start: async (args) => (await setUp()) || startApp(['start', ...args]),
  toolbox: async (args) => (await setUp()) || startApp(args),
  bench: async (args) => (await setUp()) || runBenchmarks(args),
  pack: async ([folder = 'packed']) => (await setUp()) || packPackages(publishedFolders(), resolve(folder)),
  'check-packages': async (args) => (await setUp()) || checkPackages(args),
  'check-shipped': async () => (await setUp()) || checkShipped(),
  soak: async (args) => (await setUp()) || soak(args),
  'soak-server': async (args) => (await setUp()) || runSoak('main.ts', args),
  'soak-fairness': async (args) => (await setUp()) || runSoak('fairness.ts', args),
  mutate: async (args) => (await setUp()) || runChild('node', [join(root, 'scripts', 'mutate', 'main.mjs'), ...args]),
};

/**
 * @param {string} file Of the server soak.
 * @param {readonly string[]} args
 */
function runSoak(file, args) {
  return runChild('node', [join(root, 'benchmarks', 'src', 'server-soak', file), ...args]);
}

const [name = '', ...args] = process.argv.slice(2);
const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
if (verb) {
  process.exitCode = await verb(args);
} else {
  say(`there is no verb "${name}"; one of: ${Object.keys(verbs).join(', ')}`);
  process.exitCode = 2;
}
