import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { analyzeCommand, judgeCommand } from '../src/index.ts';
import { BashRecorder } from './fuzz/run-in-bash.ts';

interface Case {
  readonly allow: readonly string[];
  readonly deny?: readonly string[];
  readonly files?: unknown;
  readonly symlinks?: unknown;
  readonly command: string;
}

/** What the fixtures want to run although no rule covers it. They are recorders here, and do nothing. */
const PAYLOADS = ['touch', 'rm', 'MARK'];
const RECORDED = [
  ...PAYLOADS,
  'cat',
  'ls',
  'git',
  'grep',
  'head',
  'wc',
  'npm',
  'node',
  'python3',
  'curl',
  'ssh',
  'make',
];
const REAL = ['bash', 'sh', 'env', 'timeout', 'nice', 'nohup', 'xargs', 'find', 'sed', 'awk', 'sort', 'tee', 'time'];

/** An absolute path, the home folder, or upwards. */
const OUTSIDE = /(?<![\w.}*?\]])\/(?!dev\/null)|~|\.\.|\{ws\}/;

const cases = ['decisions', 'commands'].flatMap(readCases);

describe('the hostile fixtures in a real bash', () => {
  const recorder = new BashRecorder(RECORDED, REAL);
  afterAll(() => recorder.close(), 300_000);

  it(`never run what no rule covers and are allowed (${cases.length} commands)`, { timeout: 600_000 }, async () => {
    const executions = await recorder.run(cases.map(({ command }) => command));
    let ran = 0;
    const bypasses: string[] = [];
    for (const [index, { command, allow, deny = [] }] of cases.entries()) {
      const names = (executions[index]?.started ?? []).map(([file = '']) => file.slice(file.lastIndexOf('/') + 1));
      const runsPayload = names.some((name) => PAYLOADS.includes(name) && !allow.some((rule) => rule.startsWith(name)));
      const writes = (executions[index]?.created.length ?? 0) > 0;
      if (!runsPayload && !writes) continue;
      ran++;
      const cwd = recorder.workspace(index);
      const verdict = judgeCommand(analyzeCommand(command, { cwd, home: `${recorder.folder}/home` }), {
        allow: allow.map((prefix) => `${prefix} *`),
        deny: deny.map((prefix) => `${prefix} *`),
        roots: [cwd],
      });
      if (verdict.decision === 'allow') bypasses.push(command);
    }
    expect(bypasses).toEqual([]);
    // Otherwise nothing was shown: many need programs that are not there.
    expect(ran).toBeGreaterThan(cases.length / 4);
    console.log(`fixtures in bash: ${cases.length} commands, ${ran} ran or wrote something that no rule covers`);
  });
});

/** Those that name no place outside the folder they run in, and need no files of their own. */
function readCases(name: string): Case[] {
  const all: Case[] = JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8'));
  return all.filter(
    ({ command, files, symlinks }) =>
      command.includes('MARK') && !OUTSIDE.test(command) && files === undefined && symlinks === undefined,
  );
}
