import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  analyzeArgv,
  analyzeCommand,
  compileCommandRules,
  dangerousCommand,
  judgeCommand,
  parseCommandRule,
  suggestRule,
} from '../src/index.ts';

const rules = compileCommandRules(['echo *', 'ls *', 'git log *', '* --version', '*a*b*c*d*']);

describe('any text', () => {
  const shellish = fc.string({
    unit: fc.constantFrom(
      'a',
      'rm',
      ' ',
      '\n',
      ';',
      '|',
      '&',
      '>',
      '<',
      '(',
      ')',
      '{',
      '}',
      '$',
      '`',
      '"',
      "'",
      '\\',
      '#',
      '*',
      '?',
      '[',
      ']',
      '~',
      '=',
      '-',
      '/',
      '.',
      ',',
      '!',
      '$(',
      '${',
      '$((',
      '<<E\n',
      'E\n',
      '\0',
      '\r',
      'é',
      '\ud800',
      'sed s',
      'awk ',
      'find ',
      'git ',
      'sh -c ',
      'xargs ',
      'for x in ',
      ' do ',
      ' done ',
      'if ',
      ' fi ',
      'case ',
    ),
    maxLength: 200,
  });

  it.each([
    ['unicode', fc.string({ unit: 'binary', maxLength: 300 })],
    ['pieces of shell', shellish],
  ])('of %s is analysed and judged without throwing, in little time', (_, texts) => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(shortestTime(() => examine(text))).toBeLessThan(1000);
      }),
      { numRuns: 3000, seed: 1 },
    );
  });

  it('as arguments is analysed without throwing', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 6 }), (argv) => {
        const { decision } = judgeCommand(analyzeArgv(argv, { cwd: '/ws' }), { allow: rules, inspectFiles: false });
        expect(argv.join('').includes('\0') ? ['deny'] : ['allow', 'ask']).toContain(decision);
      }),
      { numRuns: 1000, seed: 1 },
    );
  });
});

describe('a text that is slow to analyse', () => {
  const repeated = (unit: string, end = ''): string => unit.repeat(Math.floor((9990 - end.length) / unit.length)) + end;

  it.each([
    '$(',
    '`',
    '"$(',
    '${x:-',
    '((',
    '(',
    '{ ',
    '{a,',
    '{a,b}',
    '<(',
    'if ',
    '! ',
    'a|',
    'a;',
    'a&&',
    'x=',
    '$x',
    '\\',
    '\\\n',
    "'",
    '"',
    "''",
    '*',
    '[',
    '~',
    '-=',
    '@',
    'a=',
    '<<E ',
    '<<<',
    '>a ',
    '[[ ',
    '$((',
    "$'",
    '#',
    '1.',
    '9',
    '/',
    '../',
    '*a',
    '?',
    'a ',
    'env ',
    'sudo ',
    'eval ',
    'timeout 1 ',
    'xargs ',
    'time ',
    'git -c x ',
    '$[',
    '{a..',
    '"`',
    '$((a[',
    '${a[',
    '${x/',
    '${x:',
    'a=(',
    '@(',
    '[[ -n $(',
    'ls -',
    "sed 's/a",
    "awk '/a",
    'f() { ',
    'for x in a; do ',
    'case a in a) ',
    'x() ',
    'function f ',
    'coproc ',
  ])('of %j is answered in time', (unit) => {
    for (const text of [repeated(unit), repeated(unit, 'x'), `ls ${repeated(unit)}`.slice(0, 9999)]) {
      expect(shortestTime(() => examine(text))).toBeLessThan(1000);
    }
  });

  it.each([
    `go build -ldflags=${'-X=a'.repeat(2000)}!`,
    `sed '${'s/a/b/;'.repeat(1000)}' f`,
    `awk '${'/a/{x=1}'.repeat(1000)}' f`,
    `sort ${'-k 1 '.repeat(1500)}`,
    `foo ${'-='.repeat(2000)}`,
    `foo ${'a=@'.repeat(1300)}`,
    `${'1.'.repeat(4000)}x`,
    `ls ${'*a'.repeat(100)}`,
    `cat ${'{a,b}'.repeat(20)}`,
    `echo ${'{a,'.repeat(50)}${'}'.repeat(50)}`,
  ])('of the form %.30s is answered in time', (text) => {
    expect(shortestTime(() => examine(text))).toBeLessThan(1000);
  });

  it('of more than 10,000 characters asks', () => {
    const text = `echo ${'a'.repeat(10_000)}`;
    const analysis = analyzeCommand(text);
    expect(analysis.problems).toMatchObject([{ kind: 'too-long' }]);
    expect(judgeCommand(analysis, { allow: ['echo *'] }).decision).toBe('ask');
    expect(judgeCommand(analyzeCommand(text, { maxLength: 20_000 }), { allow: ['echo *'] }).decision).toBe('allow');
  });

  it('of too many parts asks', () => {
    const text = 'ls;'.repeat(600);
    expect(analyzeCommand(text).problems).toMatchObject([{ kind: 'too-many-parts' }]);
    expect(judgeCommand(analyzeCommand(text), { allow: ['ls *'] }).decision).toBe('ask');
    expect(judgeCommand(analyzeCommand('ls;'.repeat(400)), { allow: ['ls *'] }).decision).toBe('allow');
    for (const separator of [';', '|', '&&', '&', '\n']) {
      expect(analyzeCommand(`${`ls${separator}`.repeat(2000)}ls`).parts).toHaveLength(500);
    }
  });

  it('of scripts that are too long together asks', () => {
    const problems = (times: number) =>
      analyzeCommand(`X='ls # ${'a'.repeat(3995)}'; ${'eval "$X";'.repeat(times)}`, { cwd: '/ws' }).problems;
    expect(problems(19)).toEqual([]);
    expect(problems(20)).toMatchObject([{ kind: 'too-complex' }]);
  });

  it.each([`${'echo $('.repeat(20)}ls${')'.repeat(20)}`, `${'env '.repeat(20)}ls`, nestedShells(20)])(
    'of too many levels asks: %.40s',
    (text) => {
      const analysis = analyzeCommand(text);
      expect(analysis.problems.map(({ kind }) => kind)).toContain('too-deep');
      expect(judgeCommand(analysis, { allow: ['*'] }).decision).toBe('ask');
    },
  );
});

describe('speed', () => {
  it('a command is tried only against the rules that name its program', () => {
    const tried: string[] = [];
    const watched = ['git log *', ...Array.from({ length: 5000 }, (_, at) => `tool${at} sub *`)].map((text) => {
      const rule = parseCommandRule(text);
      const matches = (words: string): boolean => {
        tried.push(text);
        return rule.matches(words);
      };
      return { ...rule, matches };
    });
    const policy = { allow: compileCommandRules(watched), deny: compileCommandRules(watched.slice(1)) };
    judgeCommand(analyzeCommand('git log --oneline -n 5 | head', { cwd: '/' }), { ...policy, inspectFiles: false });
    expect(tried).toEqual(['git log *']);
  });
});

/** Of three runs, as another process may have taken the time of one; one run is enough when it is quick. */
function shortestTime(run: () => void): number {
  let shortest = Infinity;
  for (let attempt = 0; attempt < 3 && shortest > 10; attempt++) {
    const start = performance.now();
    run();
    shortest = Math.min(shortest, performance.now() - start);
  }
  return shortest;
}

function examine(text: string): void {
  const analysis = analyzeCommand(text, { cwd: '/ws' });
  judgeCommand(analysis, { allow: rules, deny: ['rm *'], roots: ['/ws'] });
  dangerousCommand(analysis);
  suggestRule(analysis);
}

function nestedShells(levels: number): string {
  let text = 'ls';
  for (let level = 0; level < levels; level++) text = `eval ${JSON.stringify(text).replaceAll('$', '\\$')}`;
  return text.length < 9000 ? text : `eval ${'eval '.repeat(levels)}ls`;
}
