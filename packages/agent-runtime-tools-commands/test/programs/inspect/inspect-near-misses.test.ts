import { describe, expect, it } from 'vitest';
import { analyzeCommand, judgeCommand } from '../../../src/index.ts';

/** Pairs that differ in one respect: the rule covers the first command, and not the second. */
function decide(text: string, ...allow: readonly string[]): string {
  const analysis = analyzeCommand(text, { cwd: '/ws' });
  return judgeCommand(analysis, { allow, roots: ['/ws'], inspectFiles: false }).decision;
}

function reasons(text: string): readonly string[] {
  return analyzeCommand(text, { cwd: '/ws' }).parts.flatMap(({ hazards }) => hazards.map(({ why }) => why));
}

describe('an archive', () => {
  it.each([
    ['ar *', 'ar t lib.a', 'ar r lib.a'],
    ['ar *', 'ar -t lib.a', 'ar -r lib.a'],
    ['ar *', 'ar tv lib.a', 'ar tx lib.a'],
    ['ar *', 'ar p lib.a', 'ar d lib.a'],
    ['ar *', 'ar tO lib.a', 'ar rO lib.a'],
    ['ar r *', 'ar r lib.a', 'ar x lib.a'],
    ['unzip *', 'unzip -l a.zip', 'unzip a.zip'],
    ['unzip *', 'unzip -t a.zip', 'unzip -j a.zip'],
    ['unzip *', 'unzip -v a.zip', 'unzip -n a.zip'],
    ['unzip *', 'unzip -Z a.zip', 'unzip -q a.zip'],
    ['unzip *', 'unzip -p a.zip', 'unzip -a a.zip'],
    ['unzip *', 'unzip -c a.zip', 'unzip -L a.zip'],
    ['gzip *', 'gzip -c a', 'gzip a'],
    ['gzip *', 'gzip --stdout a', 'gzip --keep a'],
    ['gzip *', 'gzip -t a', 'gzip -d a'],
    ['gzip *', 'gzip --test a', 'gzip --best a'],
    ['gzip *', 'gzip -l a', 'gzip -9 a'],
    ['gzip *', 'gzip --list a', 'gzip --force a'],
    ['gzip *', 'gzip', 'gzip a'],
    ['unsquashfs *', 'unsquashfs -l a', 'unsquashfs a'],
    ['unsquashfs *', 'unsquashfs -ls a', 'unsquashfs a'],
    ['unsquashfs *', 'unsquashfs -ll a', 'unsquashfs a'],
    ['unsquashfs *', 'unsquashfs -lls a', 'unsquashfs a'],
    ['unsquashfs *', 'unsquashfs -s a', 'unsquashfs a'],
    ['unsquashfs *', 'unsquashfs -stat a', 'unsquashfs a'],
    ['tar *', 'tar -tf a.tar', 'tar -tf host:a.tar'],
    ['tar *', 'tar -cf - src', 'tar -cf a.tar src'],
    ['tar *', 'tar --list -f a', 'tar --create -f a src'],
    ['tar *', 'tar -tf a', 'tar -rf a src'],
    ['tar *', 'tar -tf a', 'tar --append -f a src'],
    ['tar *', 'tar -tf a', 'tar -uf a src'],
    ['tar *', 'tar -tf a', 'tar --update -f a src'],
    ['tar *', 'tar -tf a', 'tar -Af a b'],
    ['tar *', 'tar -tf a', 'tar --catenate -f a b'],
    ['tar *', 'tar -tf a', 'tar --concatenate -f a b'],
    ['tar *', 'tar -tf a', 'tar --delete -f a b'],
    ['tar *', 'tar tf a', 'tar tf /etc/a'],
    ['tar *', 'tar tbf 20 a', 'tar tbf 20 /etc/a'],
    ['tar cf *', 'tar cf a src', 'tar czf a src'],
  ])('under the rule %s: %s is covered, %s is not', (rule, yes, no) => {
    expect(decide(yes, rule)).toBe('allow');
    expect(decide(no, rule)).toBe('ask');
  });

  it('of ar is written by the modes that a rule has to name', () => {
    expect(reasons('ar r lib.a')).toEqual(['writes files or archives']);
    expect(reasons('ar t lib.a')).toEqual([]);
    expect(reasons('ranlib lib.a')).toEqual(['writes files or archives']);
  });

  it('of tar that is changed is a file to write, and one that is listed is a file to read', () => {
    const uses = (text: string) =>
      analyzeCommand(text, { cwd: '/ws' }).parts.flatMap(({ paths }) =>
        paths.map(({ access, path }) => `${access} ${path}`),
      );
    expect(uses('tar cf a.tar src')).toEqual(expect.arrayContaining(['write a.tar', 'read src']));
    expect(uses('tar tf a.tar')).toEqual(['read a.tar']);
    expect(uses('tar --delete -f a.tar x')).toContain('write a.tar');
  });
});

describe('a package manager', () => {
  it.each([
    ['npm test *', 'npm test -- --config.script-shell=x', 'npm test --config.script-shell=x'],
    ['npm test *', 'npm test --configs.x', 'npm test --config.x'],
    ['pnpm ls *', 'pnpm ls -- --config.x=y', 'pnpm ls --config.x=y'],
    ['pnpm ls *', 'pnpm ls x -- --config.x=y', 'pnpm ls x --config.x=y --'],
    ['npm *', 'npm init', 'npm init x'],
    ['npm init x *', 'npm init x', 'npm init y'],
    ['npm *', 'npm version', 'npm version patch'],
    ['yarn *', 'yarn workspace a test', 'yarn workspace a exec ls'],
    ['yarn *', 'yarn workspace a test', 'yarn workspace a dlx ls'],
    ['yarn *', 'yarn workspace a test', 'yarn workspace a node x'],
    ['yarn *', 'yarn workspace a test', 'yarn workspace a npm x'],
    ['yarn *', 'yarn workspace a test', 'yarn workspace a run-script x'],
    ['yarn *', 'yarn workspace a test', 'yarn workspace a create x'],
    ['yarn *', 'yarn workspace a executes', 'yarn workspace a exec'],
    ['yarn workspace a exec ls', 'yarn workspace a exec ls', 'yarn workspace a exec id'],
  ])('under the rule %s: %s is covered, %s is not', (rule, yes, no) => {
    expect(decide(yes, rule)).toBe('allow');
    expect(decide(no, rule)).toBe('ask');
  });
});

describe('a script', () => {
  it.each([
    ['node a.js *', 'node a.js x', 'node a.js "$X"'],
    ['node a.js *', 'node a.js x y', 'node a.js x "$X"'],
    ['node a.js *', 'node a.js x', 'node a.js *.ts'],
    ['node a.js *', 'node a.js x', 'node a.js /etc/x'],
    ['node a.js *', 'node a.js x', 'node b.js x'],
    ['node *', 'node -c a.js', 'node a.js'],
    ['node *', 'node --check a.js', 'node --watch a.js'],
    ['node *', 'node -c a.js', 'node -c /etc/x.js'],
    ['node *', 'node -v', 'node'],
    ['node *', 'node --version', 'node --no-warnings'],
    ['node *', 'node -h', 'node -'],
    ['node *', 'node --help', 'node --expose-gc'],
    ['python a.py *', 'python a.py x', 'python a.py "$X"'],
    ['python a.py *', 'python a.py x', 'python a.py x /etc/x'],
    ['python a.py *', 'python a.py x', 'python b.py x'],
    ['python *', 'python --version', 'python'],
    ['python *', 'python -V', 'python -'],
    ['python *', 'python --version', 'python --version a.py'],
    ['python *', 'python -h', 'python -q'],
    ['python *', 'python --help', 'python "$X"'],
    ['php *', 'php -l a.php', 'php a.php'],
    ['php *', 'php -l a.php', 'php -l /etc/a.php'],
    ['dart *', 'dart test', 'dart test.dart'],
    ['dart a.dart *', 'dart a.dart', 'dart b.dart'],
  ])('under the rule %s: %s is covered, %s is not', (rule, yes, no) => {
    expect(decide(yes, rule)).toBe('allow');
    expect(decide(no, rule)).toBe('ask');
  });

  it('of Node that comes from the input is said to come from there', () => {
    expect(reasons('node')).toEqual(['runs whatever it reads from its input']);
    expect(reasons('node -')).toContain('runs whatever it reads from its input');
    expect(reasons('node a.js')).toEqual(['runs the script a.js']);
  });

  it.each(['-e x', '--eval x', '-p x', '--print x', '--run x', '--test'])(
    'of Node is not also read from the input with %s',
    (option) => {
      expect(reasons(`node ${option}`)).not.toContain('runs whatever it reads from its input');
      expect(reasons(`node ${option} b`)).not.toContain('runs the script b');
    },
  );
});

describe('the value of an option', () => {
  it.each([
    ['head -n 5 a', 'head -n $X a'],
    ['head -n "$X" a', 'head -n $X a'],
    ['head -n 5 a', 'head -n *.ts a'],
    ['grep -e x a', 'grep -e $X a'],
    ['sort -k 2 a', 'sort -k -o a'],
    ['sort -k -u a', 'sort -k -uo a'],
    ['sort -k -9 a', 'sort -k --output=x a'],
    ['sort -k --unique a', 'sort -k --outp a'],
  ])('is certain in %s, not in %s', (yes, no) => {
    const allow = ['head *', 'grep *', 'sort *'];
    expect(decide(yes, ...allow)).toBe('allow');
    expect(decide(no, ...allow)).toBe('ask');
  });

  it('that may become several words is the reason to ask, and words after it may be the command', () => {
    expect(reasons('head -n $X a')).toEqual(['the value of an option is not known beforehand']);
    expect(reasons('head -n "$X" a')).toEqual([]);
    const programs = (text: string) => analyzeCommand(text, { cwd: '/ws' }).parts.map(({ program }) => program);
    expect(programs('npx -p $X ls id')).toContain('id');
    expect(programs('npx -p "$X" ls id')).not.toContain('id');
  });
});

describe('a rule that names a wrapper', () => {
  it.each([
    ['timeout 5 ls *', 'timeout 5 ls', 'timeout 6 ls'],
    ['timeout 5 ls *', 'timeout 5 ls src', 'timeout 5 id'],
    ['timeout 5 nice ls *', 'timeout 5 nice ls src', 'timeout 5 nice id'],
    ['timeout 5 nice ls *', 'timeout 5 nice ls src', 'timeout 5 nice ls /etc'],
    ['timeout 5 nice ls', 'timeout 5 nice ls', 'timeout 5 nice'],
  ])('%s covers the command it names in %s, and not %s', (rule, yes, no) => {
    expect(decide(yes, rule)).toBe('allow');
    expect(decide(no, rule)).toBe('ask');
  });

  it.each([
    ['timeout 5 *', 'timeout 5 ls'],
    ['timeout 5 nice *', 'timeout 5 nice ls'],
    ['sh -c *', "sh -c 'ls'"],
  ])('%s does not cover the command of %s, which it leaves open', (rule, text) => {
    expect(decide(text, rule)).toBe('ask');
    expect(decide(text, rule, 'ls *')).toBe('allow');
  });

  it('find . -exec ls * does not cover the command of find, which is not the end of its arguments', () => {
    expect(decide('find . -exec ls {} +', 'find . -exec ls *')).toBe('ask');
  });
});
