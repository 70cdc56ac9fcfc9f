import { describe, expect, it } from 'vitest';
import { analyzeArgv, analyzeCommand, type CommandAnalysis } from '../src/index.ts';

const options = { cwd: '/ws', home: '/home/me' };

describe('analyzeCommand', () => {
  it.each([
    ['a; b && c || d | e & f', ['a', 'b', 'c', 'd', 'e', 'f']],
    ['(a; b) | { c; }', ['a', 'b', 'c']],
    ['if a; then b; elif c; then d; else e; fi', ['a', 'b', 'c', 'd', 'e']],
    ['while a; do b; done; until c; do d; done', ['a', 'b', 'c', 'd']],
    ['for x in $(a); do b; done', ['a', 'b']],
    ['case $(a) in $(b)) c;; *) d;; esac', ['a', 'b', 'c', 'd']],
    ['echo "$(a "`b`")" <(c) >(d)', ['b', 'a', 'c', 'd', 'echo "$(a "`b`")" <(c) >(d)']],
    ['cat <<E\n$(a)\nE\nb', ['a', 'cat', 'b']],
    ['x=$(a) b', ['a', 'b']],
    ['! time a', ['a']],
  ])('finds every command of %j', (text, names) => {
    const found = programs(text).map((argv) => (argv.startsWith('echo') ? text : (argv.split(' ')[0] ?? '')));
    expect([...found].sort()).toEqual([...names].sort());
  });

  it.each([
    ['sudo -u root env A=1 rm x', ['sudo', 'env']],
    ['timeout -s KILL 5 nice -n 3 rm x', ['timeout', 'nice']],
    ["sh -c 'rm x'", ['sh -c']],
    ['bash -ec \'eval "rm x"\'', ['bash -c', 'eval']],
    ['find . -name y -exec rm x \\;', ['find -exec']],
    ["watch -n 1 'rm x'", ['watch']],
    ["sh <<'E'\nrm x\nE", ['sh']],
    ["su -c 'rm x' root", ['su']],
    ['nohup command rm x', ['nohup', 'command']],
  ])('looks through the wrappers of %j', (text, via) => {
    const part = analyzeCommand(text, options).parts.find(({ program }) => program === 'rm');
    expect(part).toMatchObject({ argv: ['rm', 'x'], via });
  });

  it.each([
    ['r\'\'m "a b" c\\ d', ['rm', 'a b', 'c d']],
    ['$\'\\x72m\' $"x"', ['rm', 'x']],
    ['r\\\nm x', ['rm', 'x']],
    ['{rm,x,y}', ['rm', 'x', 'y']],
    ['rm x{1,2}.ts', ['rm', 'x1.ts', 'x2.ts']],
    ['rm ~ ~/x', ['rm', '/home/me', '/home/me/x']],
    ["rm '~/x'", ['rm', '~/x']],
  ])('reads the words of %j as the shell does', (text, argv) => {
    expect(analyzeCommand(text, options)).toMatchObject({ complete: true, parts: [{ argv, dynamic: false }] });
  });

  it.each([
    ['$x a', 'dynamic-name'],
    ['$(echo ls)', 'dynamic-name'],
    ['/bin/l? a', 'dynamic-name'],
    ['echo "a', 'syntax'],
    ['echo )', 'syntax'],
    ['echo $(a', 'syntax'],
    ['V=<(a) b', 'syntax'],
    ['f() { a; }', 'function'],
    ['echo ${x@P}', 'expansion'],
    ['echo ${!x}', 'expansion'],
    ['echo ${a[x]}', 'expansion'],
    ['echo $((x))', 'expansion'],
    ['((x++))', 'expansion'],
    ["[[ -v 'a[1]' ]]", 'expansion'],
    ['[[ $x -eq 1 ]]', 'expansion'],
    ['a=([x]=1)', 'expansion'],
    ['a > $x', 'redirect'],
    ['a > /dev/tcp/h/1', 'redirect'],
    ['for PATH in x; do a; done', 'variable'],
    ['while a; do cd b; done', 'folder'],
    ['echo a\u00a0b', 'encoding'],
    ['echo a\rb', 'encoding'],
    ['echo a\0b', 'nul'],
    ['echo \ud800', 'encoding'],
    ["sh -c '[[ a ]]'", 'syntax'],
    ["sh -c 'a &>b'", 'syntax'],
  ])('does not claim to understand %j', (text, kind) => {
    const { complete, problems } = analyzeCommand(text, options);
    expect(complete).toBe(false);
    expect(problems.map((problem) => problem.kind)).toContain(kind);
  });

  it.each([
    'echo $x "${y:-z}" ${#x} ${x##*/} ${a[0]} ${a[@]} ${x:1:2} $((1 + 2))',
    '[[ -f a && $x == b* || ! -d c ]] && ls',
    "cat <<'E'\n$(a) `b`\nE",
    'a=(1 2 [3]=4); x=1; ls',
    'cat <(ls) <(ls)',
    "echo '👩‍💻 zero-width joiners are text within quotes'",
  ])('understands %j', (text) => {
    expect(analyzeCommand(text, options).problems).toEqual([]);
  });

  it('follows cd, and knows that it may fail', () => {
    const folders = (text: string): unknown =>
      analyzeCommand(text, options)
        .parts.find(({ program }) => program === 'ls')
        ?.cwds?.toSorted();
    expect(folders('cd src && ls')).toEqual(['/ws/src']);
    expect(folders('cd src; ls')).toEqual(['/ws', '/ws/src']);
    expect(folders('cd src || ls')).toEqual(['/ws']);
    expect(folders('(cd src); ls')).toEqual(['/ws']);
    expect(folders('cd src & ls')).toEqual(['/ws']);
    expect(folders('cd src && cd .. && ls')).toEqual(['/ws']);
    expect(folders('cd /x/../y && ls')).toEqual(['/y']);
    expect(folders('cd ~ && ls')).toEqual(['/home/me']);
    expect(folders('eval "cd src" && ls')).toEqual(['/ws', '/ws/src']);
    expect(folders('cd "$x" && ls')).toBeUndefined();
    expect(folders('cd - && ls')).toBeUndefined();
    expect(folders('if a; then cd b; fi; ls')).toEqual(['/ws', '/ws/b']);
  });

  it('gives redirects and assignments with their part', () => {
    const [part] = analyzeCommand('PAGER=x LANG=C a <in >out 2>&1', options).parts;
    expect(part).toMatchObject({
      assignments: [{ name: 'PAGER', concern: expect.any(String) }, { name: 'LANG' }],
      redirects: [
        { operator: '<', target: 'in', effect: 'read' },
        { operator: '>', target: 'out', effect: 'write' },
        { operator: '>&', target: '1', effect: 'duplicate' },
      ],
      paths: [
        { access: 'read', path: 'in' },
        { access: 'write', path: 'out', intended: false },
      ],
    });
    expect(part?.assignments[1]?.concern).toBeUndefined();
  });

  it('gives the position of a part and of a problem', () => {
    const text = 'ls; $x y';
    const { parts, problems } = analyzeCommand(text, options);
    expect(parts.map(({ span }) => text.slice(span.start, span.end))).toEqual(['ls', '$x y']);
    expect(problems[0]).toMatchObject({ text: '$x', span: { start: 4, end: 8 } });
  });

  it('marks guesses as unknown', () => {
    const { complete, parts } = analyzeCommand('x=rm; $x y; $(echo rm) y; r$@m y', options);
    expect(complete).toBe(false);
    const guesses = parts.filter(({ argv }) => argv[0] === 'rm');
    expect(guesses).toHaveLength(3);
    expect(guesses.every((part) => part.dynamic)).toBe(true);
  });

  it('refuses syntax that other shells read differently', () => {
    expect(analyzeCommand('ls &>/dev/null', options).complete).toBe(true);
    expect(analyzeCommand('ls &>/dev/null', { ...options, shell: 'posix' }).complete).toBe(false);
  });
});

describe('analyzeArgv', () => {
  it('takes every argument literally', () => {
    const { complete, parts } = analyzeArgv(['git', 'log', '$(x)', '*', '; rm y'], options);
    expect(complete).toBe(true);
    expect(parts).toHaveLength(1);
    expect(parts[0]).toMatchObject({ argv: ['git', 'log', '$(x)', '*', '; rm y'], dynamic: false });
  });

  it('analyses the commands of wrappers too', () => {
    const { parts } = analyzeArgv(['env', 'sh', '-c', 'rm x'], options);
    expect(parts.map(({ argv }) => argv[0])).toEqual(['env', 'sh', 'rm']);
  });

  it('does not accept a NUL character', () => {
    expect(analyzeArgv(['ls', 'a\0b'], options).problems).toMatchObject([{ kind: 'nul' }]);
    expect(analyzeArgv(['ls', 'a\x01b'], options).problems).toEqual([]);
  });
});

function programs(text: string): string[] {
  const analysis: CommandAnalysis = analyzeCommand(text, options);
  return analysis.parts.filter((part) => part.argv.length > 0).map((part) => part.argv.join(' '));
}
