import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import type { TestProjectConfiguration } from 'vitest/config';
import { seededProperties } from './scripts/testing/seeded-properties.mjs';
import { workspacePackages } from './scripts/workspace.mjs';

const root = import.meta.dirname;
const folders = [...workspacePackages().map(({ folder }) => folder), 'checks', 'scripts'];

export default defineConfig({
  test: {
    // Forked processes: native modules, signals and process.chdir behave as they do outside the tests.
    pool: 'forks',
    maxWorkers: '100%',
    testTimeout: 60_000,
    hookTimeout: 15_000,
    passWithNoTests: false,
    // What a test prints is of interest when it fails.
    silent: 'passed-only',
    projects: folders.map(projectOf),
  },
});

/** A folder with a configuration of its own (another environment, a plugin) brings it; the others share one server. */
function projectOf(folder: string): TestProjectConfiguration {
  if (existsSync(join(root, folder, 'vitest.config.ts'))) return join(folder, 'vitest.config.ts');
  return {
    plugins: [seededProperties()],
    test: {
      // Unlike a package, an example keeps the name of its parent folder: both may be called the same.
      name: folder.replace(/^(packages|apps)\//, '').replace('agent-runtime-tools-', ''),
      include: [`${folder}/*.test.ts`, `${folder}/test/**/*.test.ts`],
    },
  };
}
