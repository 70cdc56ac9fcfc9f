import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { AutoApprover } from '../src/index.ts';
import { Folder } from './fixtures/folder.ts';

const COVERED = ['echo a', 'ls', 'ls -a', "echo 'touch MARK'", 'echo "a;b"', 'wc -l x', 'echo a\\;touch MARK'];
const UNCOVERED = [
  'touch MARK',
  '/usr/bin/touch MARK',
  't""ouch MARK',
  "$'\\x74ouch' MARK",
  'T=touch; $T MARK',
  '>MARK',
];
const AROUND = [
  '%',
  '(%)',
  '{ %; }',
  'env A=1 %',
  'timeout 5 %',
  'command %',
  'sh -c "%"',
  "eval '%'",
  'if true; then %; fi',
  'for i in 1; do %; done',
  'echo $(%)',
  'echo `%`',
  'cat <(%)',
  'xargs % <x',
  'true && %',
  'false || %',
  'nice %',
  'find . -maxdepth 0 -exec % \\;',
  'f() { %; }; f',
  'echo "$(%)"',
  'cat <<E\n$(%)\nE',
  'trap "%" EXIT',
  'ls | %',
  '% &',
];
const BETWEEN = ['; ', ' && ', ' || ', ' | ', '\n', ' & ', ' # \n'];

/** The same scripts in every run. */
function* numbers(start: number): Generator<number> {
  let state = start;
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

it(
  'AutoApprover approves no script that runs a program it has no rule for, as real bash shows',
  { timeout: 120_000 },
  async () => {
    using folder = new Folder({ x: 'a\n' });
    const approver = new AutoApprover({
      permissions: { allow: ['Bash(echo *)', 'Bash(ls *)', 'Bash(wc *)', 'Bash(cat *)'] },
      workspace: folder.workspace,
    });
    const random = numbers(7);
    const pick = <T>(items: readonly T[]): T => items[Math.floor((random.next().value ?? 0) * items.length)] as T;
    const part = (): string =>
      pick(AROUND).replace('%', () => pick((random.next().value ?? 0) < 0.45 ? UNCOVERED : COVERED));
    let approved = 0;
    for (let count = 0; count < 1500; count++) {
      const script = Array.from({ length: 1 + Math.floor((random.next().value ?? 0) * 3) }, part).join(pick(BETWEEN));
      const decision = await approver.shouldAutoApprove('bash', { command: script }, { cwd: folder.path });
      if (!decision.approved) continue;
      approved++;
      if (approved > 150) continue;
      try {
        execFileSync('bash', ['-c', script], {
          cwd: folder.path,
          stdio: 'ignore',
          timeout: 5000,
          env: { PATH: '/usr/bin:/bin' },
        });
      } catch {
        // How it ends does not matter, only what it leaves behind.
      }
      expect({ script, made: existsSync(join(folder.path, 'MARK')) }).toEqual({ script, made: false });
    }
    expect(readdirSync(folder.path)).toEqual(['x']);
    expect(approved).toBeGreaterThan(100);
  },
);
