#!/usr/bin/env node
// The entry point of every npm script: installs and builds what is missing, then runs a task.
// Runs on Node 20 or newer, without installed dependencies.
import { join } from 'node:path';
import { checkPackages } from './check-packages.mjs';
import { checkRegistry } from './registry/check-registry.mjs';
import { checkShipped } from './check-shipped.mjs';
import { installDependencies } from './set-up/install-dependencies.mjs';
import { lint } from './lint.mjs';
import { pack } from './pack-packages.mjs';
import { say } from './say.mjs';
import { setUp } from './set-up/set-up.mjs';
import { release } from './release/release.mjs';
import { soak } from './soak.mjs';
import { startApp } from './start-app.mjs';
import { runBenchmarks } from './run-benchmarks.mjs';
import { runChild } from './run-child.mjs';
import { runTests } from './testing/run-tests.mjs';
import { root } from './workspace.mjs';

/** @type {Record<string, (args: string[]) => Promise<number>>} */
const tasks = {
  build: async (args) => setUp({ rebuild: true, args }),
  test: runTests,
  lint: async (args) => (await setUp()) || lint(args),
  start: async (args) => (await setUp()) || startApp('toolbox', ['start', ...args]),
  toolbox: async (args) => (await setUp()) || startApp('toolbox', args),
  agent: async (args) => (await setUp()) || startApp('agent', args),
  bench: async (args) => (await setUp()) || runBenchmarks(args),
  'bench-remote': async (args) =>
    (await setUp()) || runChild('node', [join(root, 'benchmarks', 'src', 'remote', 'main.ts'), ...args]),
  'bench-mcp': async (args) =>
    (await setUp()) || runChild('node', [join(root, 'benchmarks', 'src', 'mcp-load', 'main.ts'), ...args]),
  pack: async (args) => (await setUp()) || pack(args),
  'check-packages': async (args) => (await setUp()) || checkPackages(args),
  // It builds what it has given a new version.
  release: async (args) => (await installDependencies()) || release(args),
  'check-shipped': async () => (await setUp()) || checkShipped(),
  'check-registry': async (args) => (await setUp()) || checkRegistry(args),
  soak: async (args) => (await setUp()) || soak(args),
  'soak-remote': async (args) => (await setUp()) || runRemoteFailures(args),
  'soak-server': async (args) => (await setUp()) || runSoak('main.ts', args),
  'soak-fairness': async (args) => (await setUp()) || runSoak('fairness.ts', args),
  conformance: async (args) => (await setUp()) || runConformance(args),
  mutate: async (args) => (await setUp()) || runChild('node', [join(root, 'scripts', 'mutate', 'main.mjs'), ...args]),
};

/**
 * @param {string} file Of the server soak.
 * @param {readonly string[]} args
 */
function runSoak(file, args) {
  return runChild('node', [join(root, 'benchmarks', 'src', 'server-soak', file), ...args]);
}

/** @param {readonly string[]} args `--rounds 100`, `--at-once 6`, `--seed N`, and parts of the names of failures. */
function runRemoteFailures(args) {
  const folder = join(root, 'packages', 'agent-runtime-tools-remote', 'test', 'failures');
  return runChild('node', [join(folder, 'main.ts'), ...args]);
}

/** @param {readonly string[]} args Roles (server, client) and revisions of the Model Context Protocol. */
function runConformance(args) {
  const folder = join(root, 'packages', 'agent-runtime-tools-mcp', 'test', 'conformance');
  return runChild('node', [join(folder, 'run.ts'), ...args]);
}

const [name = '', ...args] = process.argv.slice(2);
const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined;
if (task) {
  process.exitCode = await task(args);
} else {
  say(`there is no task "${name}"; the tasks are: ${Object.keys(tasks).join(', ')}`);
  process.exitCode = 2;
}
