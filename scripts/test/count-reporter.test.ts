import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runProgram } from '../../checks/src/run-program.ts';
import { temporaryTree } from '../../checks/src/temporary-tree.ts';
import { root } from '../workspace.mjs';

/** What the reporter leaves behind after vitest has run these test files. */
async function countsOf(sources: Readonly<Record<string, string>>): Promise<unknown> {
  const vitest = JSON.stringify(join(root, 'node_modules', 'vitest', 'dist', 'index.js'));
  const tree = temporaryTree({});
  for (const [name, source] of Object.entries(sources)) {
    const imports = `import { afterAll, beforeAll, describe, expect, it } from ${vitest};`;
    writeFileSync(join(tree, `${name}.test.mjs`), `${imports}\n${source}`);
  }
  const file = join(tree, 'counts.json');
  const args = ['run', '--root', tree, `--reporter=${join(root, 'scripts', 'testing', 'count-reporter.mjs')}`];
  await runProgram('vitest', args, { cwd: tree, env: { PATH: process.env['PATH'], TEST_COUNTS_FILE: file } });
  return JSON.parse(readFileSync(file, 'utf8'));
}

describe('the counts', () => {
  it('are those of passed, failed and skipped tests, the skipped ones by name', async () => {
    const source = `
      it('passes', () => {});
      it('fails', () => expect(1).toBe(2));
      it.skip('waits', () => {});
      describe('a suite', () => it('skips itself', ({ skip }) => skip('no bwrap here')));`;
    expect(await countsOf({ a: source })).toEqual({
      passed: 1,
      failed: 1,
      skipped: [
        { file: 'a.test.mjs', name: 'waits' },
        { file: 'a.test.mjs', name: 'a suite > skips itself', reason: 'no bwrap here' },
      ],
    });
  });

  it('have one failure for whatever fails without a test of its own', async () => {
    const failures = {
      'an import': "import './missing.mjs';",
      'a file without tests': '',
      'a preparation': "describe('s', () => { beforeAll(() => { throw new Error('x'); }); it('waits', () => {}); });",
      'a clean-up': "describe('s', () => { afterAll(() => { throw new Error('x'); }); it('passes', () => {}); });",
      'a stray error': `it('passes', async () => {
        setTimeout(() => { throw new Error('x'); });
        await new Promise(resolve => setTimeout(resolve, 50));
      });`,
      'an ended process': "it('is lost', () => process.kill(process.pid, 'SIGKILL'));",
    };
    expect(await countsOf(failures)).toMatchObject({ passed: 2, failed: Object.keys(failures).length });
  });
});
