/** A project for each runner: a suite with one test of each outcome, one that crashes and one that hangs. */
export interface TestProject {
  readonly runner: string;
  readonly packages: readonly string[];
  readonly mixed: string;
  readonly crash: string;
  readonly hang: string;
  readonly files: Readonly<Record<string, string>>;
}

const manifest = (devDependencies: Record<string, string>, more: Record<string, unknown> = {}): string =>
  JSON.stringify({ name: 'sample', private: true, devDependencies, ...more });

const IGNORE = { '.gitignore': 'node_modules\n' };

export const PROJECTS: readonly TestProject[] = [
  {
    runner: 'vitest',
    packages: ['vitest'],
    mixed: 'test/mixed.test.js',
    crash: 'test/crash.test.js',
    hang: 'test/hang.test.js',
    files: {
      ...IGNORE,
      'package.json': manifest({ vitest: '*' }, { type: 'module' }),
      'vitest.config.js': "export default { test: { pool: 'forks' } };\n",
      'test/mixed.test.js': `import { expect, it } from 'vitest';
it('adds', () => expect(1 + 1).toBe(2));
it('fails', () => expect(1 + 1).toBe(3));
it.skip('waits', () => {});
`,
      'test/crash.test.js': "import { it } from 'vitest';\nit('dies', () => process.kill(process.pid, 'SIGKILL'));\n",
      'test/hang.test.js':
        "import { it } from 'vitest';\nit('hangs', () => new Promise(() => setInterval(() => {}, 1000)), 1e8);\n",
    },
  },
  {
    runner: 'jest',
    packages: ['jest'],
    mixed: 'test/mixed.test.js',
    crash: 'test/crash.test.js',
    hang: 'test/hang.test.js',
    files: {
      ...IGNORE,
      'package.json': manifest({ jest: '*' }, { jest: { cacheDirectory: 'node_modules/.cache' } }),
      'test/mixed.test.js': `test('adds', () => expect(1 + 1).toBe(2));
test('fails', () => expect(1 + 1).toBe(3));
test.skip('waits', () => {});
`,
      'test/crash.test.js': "test('dies', () => process.kill(process.pid, 'SIGKILL'));\n",
      'test/hang.test.js': "test('hangs', () => new Promise(() => setInterval(() => {}, 1000)), 1e8);\n",
    },
  },
  {
    runner: 'mocha',
    packages: ['mocha'],
    mixed: 'test/mixed.js',
    crash: 'test/crash.js',
    hang: 'test/hang.js',
    files: {
      ...IGNORE,
      'package.json': manifest({ mocha: '*' }),
      'test/mixed.js': `const assert = require('node:assert');
it('adds', () => assert.equal(1 + 1, 2));
it('fails', () => assert.equal(1 + 1, 3));
it.skip('waits', () => {});
`,
      'test/crash.js': "it('dies', () => process.kill(process.pid, 'SIGKILL'));\n",
      'test/hang.js':
        "it('hangs', function () { this.timeout(0); return new Promise(() => setInterval(() => {}, 1000)); });\n",
    },
  },
  {
    runner: 'node:test',
    packages: [],
    mixed: 'test/mixed.test.js',
    crash: 'test/crash.test.js',
    hang: 'test/hang.test.js',
    files: {
      ...IGNORE,
      'package.json': manifest({}, { scripts: { test: 'node --test' } }),
      'test/mixed.test.js': `const assert = require('node:assert');
const { it } = require('node:test');
it('adds', () => assert.equal(1 + 1, 2));
it('fails', () => assert.equal(1 + 1, 3));
it.skip('waits', () => {});
`,
      'test/crash.test.js':
        "const { it } = require('node:test');\nit('dies', () => process.kill(process.pid, 'SIGKILL'));\n",
      'test/hang.test.js':
        "const { it } = require('node:test');\nit('hangs', () => new Promise(() => setInterval(() => {}, 1000)));\n",
    },
  },
  {
    runner: 'pytest',
    packages: [],
    mixed: 'tests/test_mixed.py',
    crash: 'tests/test_crash.py',
    hang: 'tests/test_hang.py',
    files: {
      ...IGNORE,
      'pyproject.toml': '[project]\nname = "sample"\nversion = "1"\n[tool.pytest.ini_options]\ntestpaths = ["tests"]\n',
      'tests/test_mixed.py': `import pytest


def test_adds():
    assert 1 + 1 == 2


def test_fails():
    assert 1 + 1 == 3


@pytest.mark.skip
def test_waits():
    pass
`,
      'tests/test_crash.py': 'import os\n\n\ndef test_dies():\n    os.kill(os.getpid(), 9)\n',
      'tests/test_hang.py': 'import time\n\n\ndef test_hangs():\n    time.sleep(10_000)\n',
    },
  },
];
