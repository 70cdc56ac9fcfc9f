import { describe, expect, it } from 'vitest';
import { analyzeArgv, analyzeCommand, judgeCommand, type CommandAnalysis } from '../src/index.ts';
import { findLongOption, optionTable } from '../src/calls/option-table.ts';
import { expandGlob } from '../src/judge/paths/expand-glob.ts';
import { listFolder } from '../src/judge/paths/disk-reader.ts';
import { DiskBudget } from '../src/judge/paths/disk-budget.ts';
import { hazard, type OptionUse } from '../src/programs/program.ts';
import { complexityConcern } from '../src/script/text-checks/complexity.ts';
import { Workspace } from './fixtures/workspace.ts';

function judged(analysis: CommandAnalysis, allow: readonly string[], deny: readonly string[] = []): string {
  return judgeCommand(analysis, { allow, deny, roots: ['/ws'], inspectFiles: false }).decision;
}

function decide(text: string, ...allow: readonly string[]): string {
  return judged(analyzeCommand(text, { cwd: '/ws' }), allow);
}

describe('a list of arguments', () => {
  it('is judged up to the longest length, and not a character beyond', () => {
    const ofLength = (length: number) => analyzeArgv(['ls', 'x'.repeat(length - 3)], { cwd: '/ws' });
    expect(ofLength(10_000).problems).toEqual([]);
    expect(judged(ofLength(10_000), ['ls *'])).toBe('allow');
    expect(ofLength(10_001).problems).toMatchObject([{ kind: 'too-long' }]);
    expect(judged(ofLength(10_001), ['ls *'])).toBe('ask');
  });

  it('is judged up to the greatest number, and not one beyond', () => {
    const ofCount = (count: number) =>
      analyzeArgv(['ls', ...Array(count - 1).fill('')], { cwd: '/ws', maxLength: 1e6 });
    expect(ofCount(10_000).problems).not.toContainEqual(expect.objectContaining({ kind: 'too-complex' }));
    expect(ofCount(10_001).problems).toMatchObject([{ kind: 'too-complex' }]);
    expect(judged(ofCount(10_001), ['ls *'])).toBe('ask');
  });
});

describe('a path of one dash', () => {
  const paths = (text: string) =>
    analyzeCommand(text, { cwd: '/ws' }).parts.flatMap((part) => part.paths.map(({ access, path }) => [access, path]));

  it.each([
    ['cat', 'read'],
    ['sort', 'read'],
    ['wc -l', 'read'],
    ['sort -o', 'write'],
    ['tee', 'write'],
  ])('is the input or output of %s, and a file only when it is spelled as one', (program, access) => {
    expect(paths(`${program} -`)).toEqual([]);
    expect(paths(`${program} ./-`)).toEqual([[access, './-']]);
    expect(paths(`${program} -- -`.replace('-o -- ', '-o '))).toEqual([]);
  });
});

describe('find with a command', () => {
  it('runs it, and nothing where there is none', () => {
    const programs = (text: string) => analyzeCommand(text, { cwd: '/ws' }).parts.map(({ argv }) => argv[0]);
    expect(programs("find . -exec ls {} ';'")).toEqual(['find', 'ls']);
    expect(programs("find . -exec ';'")).toEqual(['find']);
    expect(decide("find . -exec ';'", 'find *')).toBe('ask');
  });
});

describe('an abbreviated option', () => {
  const flag: OptionUse = { takes: 'nothing' };
  const text: OptionUse = { takes: 'value', role: 'text' };
  const file: OptionUse = { takes: 'value', role: 'read' };
  const dangerous: OptionUse = { takes: 'nothing', hazard: hazard('executes', 'runs a program') };

  it.each([
    ['a hazard, not a file', dangerous, file],
    ['a hazard, not a text', dangerous, text],
    ['a hazard, not a flag', dangerous, flag],
    ['a file, not a text', file, text],
    ['a file, not a flag', file, flag],
    ['a text, not a flag', text, flag],
  ])('that may mean either means %s, in any order', (_, stronger, weaker) => {
    for (const options of [
      { '--export-a': stronger, '--export-b': weaker },
      { '--export-a': weaker, '--export-b': stronger },
    ]) {
      expect(findLongOption(optionTable(options), '--export')?.use).toBe(stronger);
    }
  });

  it('means the one that is spelled out', () => {
    const table = optionTable({ '--export': flag, '--export-all': dangerous });
    expect(findLongOption(table, '--export')?.use).toBe(flag);
    expect(findLongOption(table, '--exporta')).toBeUndefined();
  });
});

describe('the complexity of a text', () => {
  it.each([...'azAZ09', '\u0080', 'é'])('does not grow with %j', (character) => {
    expect(complexityConcern(character.repeat(25_001))).toBeUndefined();
  });

  it.each([...'`@/:', '\u007f', ' ', ')'])('grows with %j', (character) => {
    expect(complexityConcern(character.repeat(25_000))).toBeUndefined();
    expect(complexityConcern(character.repeat(25_001))).toBe('it is too long to analyse');
  });

  it.each(['()', '[]', '{}'])('grows with every %s that is open, not with those that are closed', (pair) => {
    const [open = '', close = ''] = pair;
    expect(complexityConcern(open.repeat(100))).toBeUndefined();
    expect(complexityConcern(open.repeat(101))).toBe('it is nested too deeply');
    expect(complexityConcern(open.repeat(100) + close + open)).toBeUndefined();
    expect(complexityConcern(close + open.repeat(101))).toBe('it is nested too deeply');
  });

  it('grows with braces and here-documents', () => {
    expect(complexityConcern('{}'.repeat(1500))).toBeUndefined();
    expect(complexityConcern('{}'.repeat(1501))).toBe('it has too many braces');
    expect(complexityConcern('<<a'.repeat(500))).toBeUndefined();
    expect(complexityConcern('<<a'.repeat(501))).toBe('it has too many here-documents');
    expect(complexityConcern('< '.repeat(501))).toBeUndefined();
  });
});

describe('a value that is known in part', () => {
  it.each([
    ['for ((i=$(ls); i<3; i++)); do ls; done', 'for ((i=$(id); i<3; i++)); do ls; done'],
    ['for ((i=0; i<$(ls); i++)); do ls; done', 'for ((i=0; i<$(id); i++)); do ls; done'],
    ['for ((i=0; i<3; i+=$(ls))); do ls; done', 'for ((i=0; i<3; i+=$(id))); do ls; done'],
    ['echo "$(( $(ls) + 1 ))"', 'echo "$(( $(id) + 1 ))"'],
    ['echo "$(( 1 + $(ls) ))"', 'echo "$(( 1 + $(id) ))"'],
    ['echo "$(( 1 ? 2 : $(ls) ))"', 'echo "$(( 1 ? 2 : $(id) ))"'],
    ['echo "$(( -$(ls) ))"', 'echo "$(( -$(id) ))"'],
  ])('counts as a command: %s runs ls, %s does not', (listing, other) => {
    const programs = (text: string) => analyzeCommand(text, { cwd: '/ws' }).parts.map(({ program }) => program);
    expect(programs(listing)).not.toContain('id');
    expect(programs(other)).toContain('id');
    expect(decide(other, 'ls *', 'echo *')).toBe('ask');
  });

  it('is matched by deny rules', () => {
    const under = (text: string) => judged(analyzeCommand(text, { cwd: '/ws' }), ['*'], ['git push *']);
    expect(under('eval "git push $X"')).toBe('deny');
    expect(under('eval "git pull $X"')).toBe('ask');
  });

  it('is nested as deeply as is allowed, and no deeper', () => {
    const kinds = (text: string, maxDepth: number) =>
      analyzeCommand(text, { cwd: '/ws', maxDepth }).problems.map(({ kind }) => kind);
    expect(kinds('nice nice ls', 2)).toEqual([]);
    expect(kinds('nice nice ls', 1)).toEqual(['too-deep']);
    expect(kinds('sh -c "sh -c ls"', 2)).toEqual([]);
    expect(kinds('sh -c "sh -c ls"', 1)).toEqual(['too-deep']);
  });
});

describe('a variable that is declared', () => {
  it.each([
    ['export A=b', 'export A=b', 'export A+=b'],
    ['export A+=b', 'export A+=b', 'export A=b'],
    ['export A=b', 'export A=b', 'export A=c'],
  ])('is covered by %s as %s, not as %s', (rule, yes, no) => {
    expect(decide(yes, rule)).toBe('allow');
    expect(decide(no, rule)).toBe('ask');
  });
});

describe('find', () => {
  it.each([
    ['find src -fprint out -delete', 'find src -fprintf out -delete'],
    ['find src -fprintf out x -delete', 'find src -fprintf out -delete'],
    ['find src -name x -delete', 'find src -name -delete'],
  ])('deletes in %s, not in %s', (deleting, other) => {
    const kinds = (text: string) =>
      analyzeCommand(text, { cwd: '/ws' }).parts.flatMap(({ hazards }) => hazards.map(({ kind }) => kind));
    expect(kinds(deleting)).toContain('deletes');
    expect(kinds(other)).not.toContain('deletes');
  });
});

describe('the files of a pattern', () => {
  it.each([
    ['src/*.ts', ['src/a.ts', 'src/b.ts']],
    ['src//*.ts', ['src/a.ts', 'src/b.ts']],
    ['*/', ['src', 'x']],
    ['*/*.js', ['src/c.js']],
    ['s*/a.ts', ['src/a.ts']],
    ['src/.*', ['src/..', 'src/.hidden']],
    ['src/.[!.]*', ['src/.hidden']],
    ['src/?hidden', []],
    ['src/\\*', ['src/*']],
  ])('%s are %j', (pattern, expected) => {
    using workspace = new Workspace({ 'src/a.ts': '', 'src/b.ts': '', 'src/c.js': '', 'src/.hidden': '', x: '' });
    const budget = new DiskBudget(1000);
    const found = expandGlob(workspace.path, pattern, { budget, list: (folder) => listFolder(folder) ?? [] });
    expect(found?.toSorted()).toEqual(expected);
  });
});

describe('a folder whose files are given to a program', () => {
  const names = Array.from({ length: 200 }, (_, index) => [`many/${index}`, ''] as const);

  it('is looked through once, however often a command names it', () => {
    using workspace = new Workspace(Object.fromEntries(names));
    const analysis = analyzeCommand('find many | xargs cat; '.repeat(70), { cwd: workspace.path });
    const policy = { allow: ['find *', 'cat *'], roots: [workspace.path] };
    expect(judgeCommand(analysis, policy).decision).toBe('allow');
    workspace.link('many/out', '/etc/hostname');
    expect(judgeCommand(analysis, policy).decision).toBe('ask');
  });

  it('is not looked through for a host that wants no files looked at', () => {
    using workspace = new Workspace({ 'src/a': '' });
    const analysis = analyzeCommand('find src | xargs cat', { cwd: workspace.path });
    const policy = { allow: ['find *', 'cat *'], roots: [workspace.path] };
    expect(judgeCommand(analysis, policy).decision).toBe('allow');
    expect(judgeCommand(analysis, { ...policy, inspectFiles: false }).decision).toBe('ask');
  });
});

describe('an option of java', () => {
  it.each([
    '-javaagent:x.jar',
    '-agentlib:x',
    '-agentpath:x',
    '-Xrunx',
    '-Xbootclasspath/a:x',
    '-XX:OnError=x',
    '-XX:Flags=x',
    '-XX:VMOptionsFile=x',
    '-XX:+UnlockDiagnosticVMOptions',
    '@x',
  ])('%s is a hazard of its own', (option) => {
    const hazards = (text: string) => analyzeCommand(text, { cwd: '/ws' }).parts.flatMap((part) => part.hazards);
    const why = 'loads code, or names a command to run';
    expect(hazards(`java ${option} -jar x.jar`)).toContainEqual(expect.objectContaining({ kind: 'executes', why }));
    expect(hazards('java -jar x.jar')).not.toContainEqual(expect.objectContaining({ why }));
  });
});
