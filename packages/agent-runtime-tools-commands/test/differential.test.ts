import { afterAll, describe, expect, it } from 'vitest';
import { analyzeCommand, compileCommandRules, judgeCommand } from '../src/index.ts';
import { generateScript } from './fuzz/generate-script.ts';
import { Random } from './fuzz/random.ts';
import { BashRecorder } from './fuzz/run-in-bash.ts';

const COUNT = Number(process.env['COMMANDS_FUZZ_COUNT'] ?? 2000);
const SEED = Number(process.env['COMMANDS_FUZZ_SEED'] ?? 20_261_116);
const BATCH = 500;

/** Started by their name, and covered by a rule. */
const RECORDED = ['cat', 'ls', 'git', 'grep', 'head', 'MARK', 'y'];
const REAL = ['bash', 'sh', 'env', 'timeout', 'nice', 'nohup', 'xargs', 'find', 'sed', 'awk', 'sort', 'tee', 'time'];
const rules = compileCommandRules(
  [
    'echo',
    'cat',
    'ls',
    'git log',
    'git status',
    'grep',
    'printf',
    'head',
    'cd',
    'test',
    '[',
    'read',
    'sed',
    'awk',
    'sort',
    'find',
    'tee',
    'bash',
    'sh',
    'eval',
    'env',
    'export',
    'declare',
    'readonly',
    'xargs',
    'timeout',
    'set',
    'unset',
    'mapfile',
    'let',
    'trap',
    'hash',
    'alias',
    'compgen',
    'exec',
    'source',
    '.',
    'jobs',
    'complete',
    'command',
    'builtin',
    'enable',
    'shopt',
    'wait',
    'getopts',
    'typeset',
    'local',
    'readarray',
    'time',
    'nice',
    'nohup',
    'type',
    'help',
    'kill',
    'ulimit',
    'umask',
    'shift',
    'pushd',
    'popd',
    'dirs',
    'history',
    'fc',
    'bind',
    'return',
  ].map((prefix) => `${prefix} *`),
);
const COVERED = new Set(['cat', 'ls', 'grep', 'head']);

describe('the verdict against a real bash', () => {
  const recorder = new BashRecorder(RECORDED, REAL);
  afterAll(() => recorder.close(), 300_000);

  it(`never allows a script that starts an uncovered program (${COUNT} scripts)`, { timeout: 1_200_000 }, async () => {
    const random = new Random(SEED);
    const counts = { allowed: 0, marked: 0, allowedAndStarted: 0 };
    const bypasses: string[] = [];
    for (let done = 0; done < COUNT; done += BATCH) {
      const scripts = Array.from({ length: Math.min(BATCH, COUNT - done) }, () =>
        generateScript(random).replaceAll('\0', ''),
      );
      const executions = await recorder.run(scripts);
      for (const [index, script] of scripts.entries()) {
        const workspace = recorder.workspace(index);
        const verdict = judgeCommand(analyzeCommand(script, { cwd: workspace, home: `${recorder.folder}/home` }), {
          allow: rules,
          roots: [workspace],
        });
        const { started = [], created = [] } = executions[index] ?? {};
        const uncovered = started.filter((argv) => !isCovered(argv, recorder.bin));
        if (uncovered.length > 0) counts.marked++;
        if (verdict.decision !== 'allow') continue;
        counts.allowed++;
        if (started.length > 0) counts.allowedAndStarted++;
        if (uncovered.length > 0 || created.length > 0) {
          bypasses.push(`${JSON.stringify(script)} started ${JSON.stringify(uncovered)}, created ${created.join()}`);
        }
      }
    }
    console.log(
      `differential fuzz: ${COUNT} scripts, ${counts.marked} started an uncovered program, ` +
        `${counts.allowed} were allowed (${counts.allowedAndStarted} of them started programs), ` +
        `${bypasses.length} bypasses`,
    );
    expect(bypasses).toEqual([]);
    expect(counts.marked).toBeGreaterThan(COUNT / 10);
    expect(counts.allowedAndStarted).toBeGreaterThan(COUNT / 50);
  });
});

function isCovered([file = '', first = '']: readonly string[], bin: string): boolean {
  if (!file.startsWith(`${bin}/`)) return false;
  const name = file.slice(bin.length + 1);
  return name === 'git' ? first === 'log' || first === 'status' : COVERED.has(name);
}
