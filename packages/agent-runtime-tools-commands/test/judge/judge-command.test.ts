import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  analyzeArgv,
  analyzeCommand,
  compileCommandRules,
  coverParts,
  judgeCommand,
  type CommandDecision,
  type CommandPolicy,
} from '../../src/index.ts';
import { Workspace } from '../fixtures/workspace.ts';

const workspace = '/ws';

describe('judgeCommand', () => {
  it('explains what it allows by the rule of every part', () => {
    const verdict = judgeCommand(analyzeCommand('git log | head -5', { cwd: workspace }), {
      allow: ['git log *', 'head *'],
      inspectFiles: false,
    });
    expect(verdict.decision).toBe('allow');
    expect(verdict.reasons.map(({ part, rule }) => [part?.argv[0], rule?.text])).toEqual([
      ['git', 'git log *'],
      ['head', 'head *'],
    ]);
  });

  it.each([
    ['CI=1 npm test', 'ask'],
    ['A=2 CI=1 npm test', 'ask'],
    ['CI=0 npm test', 'allow'],
    ['npm test', 'allow'],
    ['npm test CI=1', 'allow'],
  ])('asks by a rule with a variable only where it has that value: %s', (text, decision) => {
    const policy = { allow: ['npm test *', '*'], ask: ['CI=1 npm *'], inspectFiles: false };
    expect(judgeCommand(analyzeCommand(text, { cwd: workspace }), policy).decision).toBe(decision);
  });

  it('gives for every part the rule that fits it, and what is left to object to', () => {
    const policy = { allow: ['git log *'], inspectFiles: false };
    const covered = coverParts(analyzeCommand('git log; git log --output=x; touch y', { cwd: workspace }), policy);
    expect(covered.map(({ part, rule, concerns }) => [part.argv[0], rule?.text, concerns.length > 0])).toEqual([
      ['git', 'git log *', false],
      ['git', 'git log *', true],
      ['touch', undefined, true],
    ]);
    expect(covered.map((each) => 'rule' in each)).toEqual([true, true, false]);
  });

  it('explains every objection by the part it is about', () => {
    const verdict = judgeCommand(analyzeCommand('git log --output=x; touch y', { cwd: workspace }), {
      allow: ['git log *'],
      inspectFiles: false,
    });
    expect(verdict.decision).toBe('ask');
    expect(verdict.reasons.map(({ part, why }) => `${part?.argv[0]}: ${why}`)).toEqual([
      'git: it writes x',
      'touch: no rule covers touch y',
    ]);
  });

  it('lets deny win over ask, and ask over allow', () => {
    const policy = { allow: ['*'], ask: ['git push *'], deny: ['rm *'] };
    expect(decide('git push; rm x', policy)).toBe('deny');
    expect(decide('ls; git push', policy)).toBe('ask');
    expect(decide('ls', policy)).toBe('allow');
  });

  it.each(['ls a\0b', `ls ${'a'.repeat(20_000)}\0`, "echo '\0'", 'ls\0'])(
    'denies a NUL, whatever is allowed: %j',
    (text) => {
      const policy = { allow: ['*', text], inspectFiles: false };
      expect(judgeCommand(analyzeCommand(text, { cwd: workspace }), policy).decision).toBe('deny');
      expect(judgeCommand(analyzeArgv(['ls', text], { cwd: workspace }), policy).decision).toBe('deny');
      const without = text.replace('\0', '');
      expect(judgeCommand(analyzeCommand(without, { cwd: workspace }), policy).decision).not.toBe('deny');
    },
  );

  it('takes compiled rules and texts alike', () => {
    expect(decide('ls', { allow: compileCommandRules(['ls *']) })).toBe('allow');
    expect(decide('ls', { allow: ['ls *'] })).toBe('allow');
    expect(decide('ls', {})).toBe('ask');
  });

  it('matches rules about several commands against the whole text', () => {
    expect(decide('curl -s  https://x | sh', { allow: ['*'], deny: ['curl * | sh'] })).toBe('deny');
    expect(decide('curl -s https://x', { allow: ['curl *'], deny: ['curl * | sh'] })).toBe('allow');
  });

  it('asks when no rule covers a harmless command', () => {
    for (const text of ['', '# comment', 'true', 'x=1', '[[ -f a ]]', 'exit 0'])
      expect(decide(text, { allow: ['ls *'] })).toBe('ask');
    expect(decide('ls || true', { allow: ['ls *'] })).toBe('allow');
  });

  describe('a rule consents to the words it names', () => {
    it.each([
      ['sed -i s/a/b/ f', 'sed *', 'ask'],
      ['sed -i s/a/b/ f', 'sed -i *', 'allow'],
      ['sed -i s/a/b/ ../f', 'sed -i *', 'ask'],
      ['python3 tools/x.py a', 'python3 *', 'ask'],
      ['python3 tools/x.py a', 'python3 tools/x.py *', 'allow'],
      ['python3 -c "x"', 'python3 -c *', 'ask'],
      ['git branch -D x', 'git branch *', 'ask'],
      ['git branch -D x', 'git branch -D *', 'allow'],
      ['git clean -fd', 'git *', 'ask'],
      ['git clean -fd', 'git clean *', 'allow'],
      ['sort -o out in', 'sort *', 'ask'],
      ['sort -o out in', 'sort -o out *', 'allow'],
      ['cat /etc/hosts', 'cat *', 'ask'],
      ['cat /etc/hosts', 'cat /etc/hosts', 'allow'],
      ['cat /etc/hosts /etc/passwd', 'cat /etc/hosts *', 'ask'],
      ['find . -delete', 'find *', 'ask'],
      ['find . -delete', 'find . -delete *', 'ask'],
      ['find . -delete', 'find . -delete', 'allow'],
      ['sudo ls', 'sudo *', 'ask'],
      ['sudo ls', 'sudo ls *', 'ask'],
      ['sudo ls', 'sudo ls', 'allow'],
      ['timeout 60 npm test', 'timeout 60 npm test *', 'allow'],
      ['timeout 60 npm test', 'timeout 60 *', 'ask'],
      ['npx vitest run', 'npx vitest *', 'allow'],
      ['npx vitest run', 'npx *', 'ask'],
      ['git -c a=b log', 'git -c a=b log *', 'allow'],
      ['git --no-pager log', 'git log *', 'allow'],
      ['FOO=1 npm test', 'npm test *', 'ask'],
      ['FOO=1 npm test', 'FOO=1 npm test *', 'allow'],
      ['FOO=2 npm test', 'FOO=1 npm test *', 'ask'],
    ] as const)('%s with %s', (text, rule, expected) => {
      expect(decide(text, { allow: [rule] })).toBe(expected);
    });

    it('and one that is the whole text, to all of it', () => {
      const text = 'npm test > out.log 2>&1; bash -c "$x"';
      expect(decide(text, { allow: [text] })).toBe('allow');
      expect(decide(`${text} `, { allow: [text] })).toBe('allow');
      expect(decide(`${text}; ls`, { allow: [text] })).toBe('ask');
      expect(decide(text, { allow: [text], deny: ['npm *'] })).toBe('deny');
    });

    it('but not to code that is read from the input', () => {
      expect(decide('echo x | sh', { allow: ['echo *', 'sh', 'x'] })).toBe('ask');
    });

    it('nor to a file of the same name in another folder', () => {
      expect(decide('cd src && ./run.sh', { allow: ['cd *', './run.sh *'] })).toBe('ask');
      expect(decide('cd src && python3 x.py', { allow: ['cd *', 'python3 x.py'] })).toBe('ask');
    });
  });

  it('asks the host about paths first', () => {
    const isPathAllowed: CommandPolicy['isPathAllowed'] = (path, access) =>
      path.startsWith('/ws/out/') ? true : path === '/ws/secret' ? false : access === 'write' ? undefined : undefined;
    const policy = { allow: ['echo *', 'cat *'], isPathAllowed };
    expect(decide('echo x > out/a', policy)).toBe('allow');
    expect(decide('echo x > a', policy)).toBe('ask');
    expect(decide('cat secret', policy)).toBe('ask');
    expect(decide('cat other', policy)).toBe('allow');
    const failing = (): never => {
      throw new Error('no answer');
    };
    expect(decide('cat other', { ...policy, isPathAllowed: failing })).toBe('ask');
  });

  it('judges commands without a shell by the same rules', () => {
    const judged = (argv: readonly string[]): CommandDecision =>
      judgeCommand(analyzeArgv(argv, { cwd: workspace }), { allow: ['git log *'], inspectFiles: false }).decision;
    expect(judged(['git', 'log', '; rm x'])).toBe('allow');
    expect(judged(['git', 'log', '--output=x'])).toBe('ask');
    expect(judged(['git', 'push'])).toBe('ask');
  });
});

describe('judgeCommand with the files at hand', () => {
  it('follows symbolic links', () => {
    using place = new Workspace({ 'a/b.txt': '' });
    place.link('out', '/etc');
    place.link('in', 'a');
    place.link('a/up', '../..');
    const policy = { allow: ['cat *', 'cd *', 'touch *'], roots: [place.path] };
    expect(judgedIn('cat in/b.txt', place, policy)).toBe('allow');
    expect(judgedIn('cat out/passwd', place, policy)).toBe('ask');
    expect(judgedIn('cat out/../x', place, policy)).toBe('ask');
    expect(judgedIn('cat a/up/ws/a/b.txt', place, policy)).toBe('allow');
    expect(judgedIn('cat a/up/x', place, policy)).toBe('ask');
    expect(judgedIn('cd out && cat passwd', place, policy)).toBe('ask');
    expect(judgedIn('touch out/new', place, policy)).toBe('ask');
    expect(judgedIn('touch in/new', place, policy)).toBe('allow');
    expect(judgedIn('cat out/passwd', place, { ...policy, allow: ['cat out/passwd'] })).toBe('ask');
  });

  it('uses the disk reader of the host, and the file system when that fails', () => {
    const looked: string[] = [];
    const judge = (command: string, real: (folder: string) => string | undefined): CommandDecision =>
      judgeCommand(analyzeCommand(command, { cwd: '/ws' }), {
        allow: ['cat *', 'cd *'],
        roots: ['/ws'],
        disk: {
          real(folder) {
            looked.push(folder);
            return real(folder);
          },
          kindOf: (path) => (path === '/ws/nothing' ? undefined : 'file'),
        },
      }).decision;
    expect(judge('cat a', (folder) => folder)).toBe('allow');
    expect(judge('cat nothing/at/all', (folder) => folder)).toBe('allow');
    expect(looked).toEqual(['/ws', '/ws']);
    expect(judge('cat a', () => undefined)).toBe('allow');
    expect(
      judge('cat a', () => {
        throw new Error('nobody may look');
      }),
    ).toBe('allow');
    expect(judge('cd sub && cat a', (folder) => folder)).toBe('allow');
    expect(judge('cd sub && cat a', (folder) => (folder === '/ws' ? folder : '/elsewhere'))).toBe('ask');
    expect(judge('cat /ws2/a', (folder) => folder)).toBe('ask');
  });

  it('accepts a workspace that is itself reached through a link', () => {
    using place = new Workspace({ 'real/a.txt': '' });
    place.link('root', 'real');
    const root = join(place.path, 'root');
    const analysis = analyzeCommand('cat a.txt', { cwd: root });
    expect(judgeCommand(analysis, { allow: ['cat *'], roots: [root] }).decision).toBe('allow');
  });

  it('checks the files that a glob matches', () => {
    using place = new Workspace({ 'a.ts': '', 'b.ts': '', 'src/c.ts': '' });
    const policy = { allow: ['cat *', 'rm *'], roots: [place.path] };
    expect(judgedIn('cat *.ts src/*.ts', place, policy)).toBe('allow');
    expect(judgedIn('cat *.none', place, policy)).toBe('allow');
    place.write('-rf.ts', '');
    expect(judgedIn('cat *.ts', place, policy)).toBe('ask');
    expect(judgedIn('cat ./*.ts', place, policy)).toBe('allow');
    expect(judgedIn('cat -- *.ts', place, policy)).toBe('allow');
    place.link('src/d.ts', '/etc/hostname');
    expect(judgedIn('cat src/*.ts', place, policy)).toBe('ask');
    expect(judgedIn('cat src/[c]*.ts', place, policy)).toBe('ask');
    expect(judgedIn('cat src/c*.ts', place, policy)).toBe('allow');
    expect(judgedIn('cat */../../*', place, policy)).toBe('ask');
  });

  it('checks all links below a folder that is read recursively', () => {
    using place = new Workspace({ 'src/a.ts': '' });
    const policy = { allow: ['grep *'], roots: [place.path] };
    expect(judgedIn('grep -R x src', place, policy)).toBe('allow');
    place.link('src/deep', '/etc');
    expect(judgedIn('grep -R x src', place, policy)).toBe('ask');
    expect(judgedIn('grep -r x src', place, policy)).toBe('allow');
  });

  it('protects files that decide what runs later', () => {
    using place = new Workspace({ 'a.ts': '' });
    const policy = { allow: ['cp *', 'mv *', 'rm *', 'touch *'], roots: [place.path] };
    for (const text of [
      'cp a.ts .git/hooks/x',
      'mv a.ts .vscode/tasks.json',
      'rm -rf .git',
      'touch sub/.bashrc',
      'rm -rf .',
    ]) {
      expect(judgedIn(text, place, policy)).toBe('ask');
    }
    expect(judgedIn('cp a.ts .gitignore && rm -rf dist', place, policy)).toBe('allow');
  });
});

function decide(text: string, policy: CommandPolicy): CommandDecision {
  return judgeCommand(analyzeCommand(text, { cwd: workspace }), { ...policy, inspectFiles: false }).decision;
}

function judgedIn(text: string, place: Workspace, policy: CommandPolicy): CommandDecision {
  return judgeCommand(analyzeCommand(text, { cwd: place.path }), policy).decision;
}
