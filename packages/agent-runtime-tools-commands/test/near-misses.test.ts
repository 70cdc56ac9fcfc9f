import { afterAll, describe, expect, it } from 'vitest';
import { analyzeCommand, dangerousCommand, judgeCommand, parseCommandRule, suggestRule } from '../src/index.ts';
import { Workspace } from './fixtures/workspace.ts';

/** Pairs that differ in one respect: the first is let through or recognised, the second is not. */
const workspace = new Workspace({ 'a.ts': 'x', 'src/x.ts': 'x', 'scripts/a.sh': 'x' });
workspace.link('out', '/etc/hostname');

afterAll(() => workspace[Symbol.dispose]());

function decide(text: string, ...allow: readonly string[]): string {
  return judgeCommand(analyzeCommand(text, { cwd: workspace.path }), { allow, roots: [workspace.path] }).decision;
}

describe('a rule with a word between two stars', () => {
  it.each([
    ['npm run *lint* x', 'npm run lint x', 'npm run deploy x'],
    ['npm run *lint* x', 'npm run prelint:all x', 'npm run lin x'],
    ['npm run *lint* x', 'npm run lint x', 'npm run lint y'],
    ['npm run a*b*c', 'npm run abc', 'npm run acb'],
    ['npm run a*bb*b', 'npm run abbb', 'npm run abb'],
    ['npm run a*b*', 'npm run ab', 'npm run ba'],
    ['npm run a*a', 'npm run aa', 'npm run a'],
    ['npm run *:ci *', 'npm run x:ci', 'npm run x:cd'],
  ])('%s is about %s, not about %s', (rule, yes, no) => {
    const { matches } = parseCommandRule(rule);
    expect(matches(yes.replaceAll(' ', '\0'))).toBe(true);
    expect(matches(no.replaceAll(' ', '\0'))).toBe(false);
    expect(decide(yes, rule)).toBe('allow');
    expect(decide(no, rule)).toBe('ask');
  });
});

describe('input that is piped into a shell', () => {
  it.each([
    ["sh <<'E'\nls\nE", 'find . -name x | sh'],
    ["sh <<'E'\nls\nE", 'echo ls | sh'],
    ["bash <<< 'ls'", 'printf ls | bash'],
    ["bash <<< 'ls'", 'bash <<< "$X"'],
    ["sh <<'E'\nls\nE", 'echo ls | cat | sh'],
    ["sh <<'E'\nls\nE", "sh <<'E' | sh\nls\nE"],
    ['cat a.ts | sort', 'cat a.ts | sh'],
  ])('is known in %j and not in %j', (known, unknown) => {
    const allow = ['ls *', 'sh *', 'bash *', 'find *', 'echo *', 'printf *', 'cat *', 'sort *'];
    expect(decide(known, ...allow)).toBe('allow');
    expect(decide(unknown, ...allow)).toBe('ask');
  });
});

describe('a deletion of everything that is listed', () => {
  it.each([
    ['cd / && ls -A | xargs rm -rf', 'cd /ws/x && ls -A | xargs rm -rf'],
    ['cd ~; ls -A | xargs rm -rf', 'cd ~/x/y; ls -A | xargs rm -rf'],
    ['cd / && ls | sort | xargs rm -rf', 'cd / && ls | grep x | xargs rm -rf'],
    ['ls -d /* | xargs rm -rf', 'ls -d /ws/* | xargs rm -rf'],
    ['find / | xargs rm -rf', 'find / -name x | xargs rm -rf'],
    ['find / -name "*" | xargs rm -rf', 'find / -name "*.o" | xargs rm -rf'],
    ['find / -delete', 'find / -print'],
    ['find / -delete', 'find / -size +9G -delete'],
    ['find / -exec rm {} +', 'find / -exec ls {} +'],
    ['find / -maxdepth 1 -exec rm -rf {} +', 'find / -maxdepth 1 -exec rm {} +'],
    ['find ~ | parallel rm', 'find ~ | parallel ls'],
    ['find / | tee x | xargs rm', 'find /ws/x | tee x | xargs rm'],
    ['xargs rm < <(find /)', 'xargs rm < <(find /ws/x)'],
    ['find / | { cat; } | xargs rm', 'cat / | { find x; } | xargs rm'],
    ['find / | sudo xargs rm', 'find / | sudo xargs ls'],
  ])('is dangerous in %j and not in %j', (danger, harmless) => {
    const dangerIn = (text: string) => dangerousCommand(analyzeCommand(text, { cwd: '/ws', home: '/home/me' }));
    expect(dangerIn(danger)).toBeDefined();
    expect(dangerIn(harmless)).toBeUndefined();
  });
});

describe('two commands that differ in one respect', () => {
  it.each([
    [
      'an option that is not known, with a path behind it',
      'grep x a.ts',
      'grep --xyz=/etc/hostname x a.ts',
      ['grep *', 'grep --xyz=/etc/hostname *'],
      true,
    ],
    ['a path outside', 'cat a.ts', 'cat ../a.ts', ['cat *'], false],
    ['a link out', 'cat a.ts', 'cat out', ['cat *'], false],
    ['a glob that reaches a link out', 'cat *.ts', 'cat *', ['cat *'], false],
    ['a redirect', 'ls 2>/dev/null', 'ls 2>x', ['ls *'], false],
    ['an option that writes', 'sort -u a.ts', 'sort -o a.ts a.ts', ['sort *'], false],
    ['a cluster that writes', 'sort -un a.ts', 'sort -uno a.ts', ['sort *'], false],
    ['an abbreviation', 'sort --uniq a.ts', 'sort --outp x a.ts', ['sort *'], false],
    ['a variable', 'LANG=C ls', 'LD_PRELOAD=C ls', ['ls *'], false],
    ['a deletion by an option', 'git branch -a', 'git branch -D x', ['git branch *'], false],
    ['a script in the folder', 'bash scripts/a.sh', 'bash scripts/../a.sh', ['bash scripts/*'], false],
    ['another folder', 'bash scripts/a.sh', 'cd src && bash scripts/a.sh', ['bash scripts/a.sh'], false],
    ['another part', 'ls; ls', 'ls; id', ['ls *'], false],
    ['another branch', 'if ls; then ls; fi', 'if ls; then id; fi', ['ls *'], false],
    ['a substitution', 'echo "$(ls)"', 'echo "$(id)"', ['ls *', 'echo *'], false],
    ['a wrapper', 'timeout 5 ls', 'sudo ls', ['ls *'], false],
    ['a value that is an option', 'head -n 5 a.ts', 'sort -k -o a.ts', ['head *', 'sort *'], false],
  ])('%s: %s is allowed, %s is not', (_, yes, no, allow) => {
    expect(decide(yes, ...allow)).toBe('allow');
    expect(decide(no, ...allow.slice(0, 2).filter((rule) => !rule.includes('--xyz')))).toBe('ask');
  });

  it('an unknown option does not hide the path after it, even when a rule names the option', () => {
    expect(decide('mytool --file=a.ts', 'mytool *')).toBe('allow');
    expect(decide('mytool --file=/etc/hostname', 'mytool *')).toBe('ask');
    expect(decide('mytool --file=../x', 'mytool *')).toBe('ask');
    expect(decide('npm test --file=a.ts', 'npm test *')).toBe('allow');
    expect(decide('npm test --file=$X', 'npm test *')).toBe('ask');
    expect(decide('npm test --file="$X"', 'npm test *')).toBe('ask');
    expect(decide('pytest --file="$X"', 'pytest *')).toBe('ask');
  });

  it('a glob does not match hidden names, unless it starts with a dot', () => {
    workspace.link('hidden/.out', '/etc/hostname');
    workspace.write('hidden/a', '');
    expect(decide('cat hidden/*', 'cat *')).toBe('allow');
    expect(decide('cat hidden/.*', 'cat *')).toBe('ask');
    expect(decide('cat hidden/.o*', 'cat *')).toBe('ask');
    expect(decide('cat hidden/.[!.]*', 'cat *')).toBe('ask');
  });

  it('a rule is offered only for the harmless command', () => {
    const offered = (text: string) => suggestRule(analyzeCommand(text, { cwd: workspace.path }));
    expect(offered('git log -5')).toBe('git log *');
    expect(offered('git log -5 --output=x')).toBeUndefined();
    expect(offered('git log ../x')).not.toBe('git log *');
    expect(offered('git log; ls')).toBeUndefined();
    expect(offered('cd src && git log')).toBeUndefined();
    expect(offered('LD_PRELOAD=x git log')).toBeUndefined();
  });
});

describe('an expression of find', () => {
  it.each([
    ['find . -name x', 'find . -name *'],
    ['find . -newer a', 'find . -newer /etc/passwd'],
    ['find . -newermt 2020-01-01', 'find . -newermx 2020-01-01'],
    ['find . -samefile a', 'find . -samefile /etc/passwd'],
    ['find . -O2 -name x', 'find . -O -name x'],
    ['find . ! -name x', 'find . -nam x'],
    ['find . ( -name x )'.replaceAll(/[()]/g, '\\$&'), 'find . -L -delete'],
    ['find . -print', 'find . -fprint out'],
    ['find . -printf %p', 'find . -fprintf out %p'],
    ['find src -exec ls {} +', 'find src -exec ls {}x +'],
    ['find src -exec ls {} +', 'find src -execdir ls {} +'],
    ['find src -exec ls {} +', 'find src -ok ls {} +'],
    ['find src -exec ls {} +', 'find -L src -exec ls {} +'],
    ['find src -exec ls {} +', 'find $X -exec ls {} +'],
    ['find src -exec ls {} +', 'find /etc -exec ls {} +'],
    ['find src -exec ls {} \\;', 'find src -exec ls {} {} \\;'],
    ['find a b -exec ls {} \\;', 'find a /etc -exec ls {} \\;'],
    ['find src -exec ls {} +', 'find src -exec cat /etc/passwd {} +'],
    ['find a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 -exec ls {} +', 'find a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 -exec ls {} +'],
    [`find src${' -exec ls {} +'.repeat(5)}`, `find src${' -exec ls {} +'.repeat(6)}`],
  ])('%s is allowed, %s is not', (yes, no) => {
    expect(decide(yes, 'find *', 'ls *')).toBe('allow');
    expect(decide(no, 'find *', 'ls *')).toBe('ask');
  });
});
