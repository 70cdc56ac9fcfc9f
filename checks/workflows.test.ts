import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../scripts/workspace.mjs';
import { checkWorkflows } from './src/check-workflows.ts';
import { temporaryTree } from './src/temporary-tree.ts';

const good = {
  on: 'push',
  permissions: { contents: 'read' },
  jobs: {
    test: { 'runs-on': 'ubuntu-latest', 'timeout-minutes': 5, steps: [{ uses: 'a/b@v1' }, { run: 'npm run lint' }] },
  },
};
const job = (change: object): object => ({ ...good, jobs: { test: { ...good.jobs.test, ...change } } });
const problemsOf = (workflow: object): string[] =>
  checkWorkflows(
    temporaryTree({
      'package.json': { scripts: { lint: 'exec node scripts/run.mjs lint' } },
      '.github/workflows/a.yml': JSON.stringify(workflow),
    }),
  );

describe('workflows', () => {
  it('have no problems in this repository', () => {
    expect(checkWorkflows(root)).toEqual([]);
  });

  it('test on three platforms, and publish with provenance', () => {
    const read = (name: string): string => readFileSync(join(root, '.github', 'workflows', name), 'utf8');
    for (const text of ['ubuntu-latest', 'macos-latest', 'windows-latest', 'bash .ci/run'])
      expect(read('ci.yml')).toContain(text);
    expect(read('release.yml')).toMatch(/id-token: write[^]*npm run release -- --provenance/);
  });

  it('pass with what they need', () => {
    expect(problemsOf(good)).toEqual([]);
    const matrix = { os: ['macos-latest', 'windows-latest'] };
    expect(problemsOf(job({ 'runs-on': '${{ matrix.os }}', strategy: { matrix } }))).toEqual([]);
  });

  it.each([
    [{ ...good, permissions: { contents: 'write' } }, 'read-only'],
    [{ ...good, permissions: undefined }, 'read-only'],
    [{ ...good, on: undefined }, 'nothing starts it'],
    [job({ 'runs-on': 'ubuntu' }), 'test runs on "ubuntu"'],
    [job({ 'timeout-minutes': undefined }), 'test has no "timeout-minutes"'],
    [job({ steps: [] }), 'test has no "steps"'],
    [job({ steps: [{ uses: 'a/b@main' }] }), 'test uses a/b@main without a version'],
    [job({ steps: [{ run: 'npm run gone' }] }), 'test runs gone, which does not exist'],
    [job({ steps: [{ run: 'node scripts/run.mjs gone' }] }), 'test runs gone, which does not exist'],
    [job({ steps: [{ run: 'bash .ci/gone' }] }), 'test runs .ci/gone, which does not exist'],
    [job({ steps: [{ run: 'echo "${{ github.event.issue.title }}"' }] }), 'text of strangers'],
  ])('fail with %o', (workflow, problem) => {
    expect(problemsOf(workflow)).toEqual([expect.stringContaining(problem)]);
  });

  it('fail when they cannot be read, or are missing', () => {
    expect(checkWorkflows(temporaryTree({ '.github/workflows/a.yml': 'a: [' }))).toHaveLength(1);
    expect(checkWorkflows(temporaryTree({}))).toEqual(['.github/workflows: missing']);
  });
});
