import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ApprovalGate, FileApprovalStore, MemoryApprovalStore } from '../../src/index.ts';
import { Folder } from '../fixtures/folder.ts';
import { session, until } from '../fixtures/session.ts';

const always = { approved: true, scope: 'always' } as const;
type Call = readonly [tool: string, params: unknown];
const bash = (command: string): Call => ['bash', { command }];
const program = (command: string, args: readonly string[], more: object = {}): Call => [
  'run_command',
  { command, args, ...more },
];
const write = (path: string): Call => ['write_file', { path, content: '1' }];

/** Whether the second call is asked about, after "always" to the first. */
async function asksAgain(first: Call, second: Call, between: (folder: Folder) => void = () => {}): Promise<boolean> {
  using folder = new Folder({ 'package.json': '{"scripts":{"test":"a"}}', 'src/a.ts': '', 'a/x': '', 'b/x': '' });
  const { run, asked } = session(folder, { ask: () => always, store: new MemoryApprovalStore() });
  await run(...first);
  between(folder);
  const before = asked.length;
  await run(...second);
  return asked.length > before;
}

describe('"always"', () => {
  it.each([
    [bash('npm test'), bash('npm test; touch x')],
    [bash('npm test'), bash('npm test --prefix /x')],
    [bash('npm test'), bash('npm test\n touch x')],
    [bash('npm test'), program('npm', ['test'], { cwd: 'src' })],
    [bash('npm test'), program('npm', ['test'], { env: { FOO: 'x' } })],
    [program('foo', ['a b']), program('foo', ['a', 'b'])],
    [program('foo', ['a b']), bash('foo a b')],
    [program('foo', ['*']), program('foo', ['anything'])],
    [bash("foo '*'"), bash('foo x')],
    [bash("foo 'a:*'"), bash('foo a x')],
    [bash('foo a:'), bash('foo a: x')],
    [bash("foo '>' x"), bash('foo > x')],
    [bash('foo "a)"'), bash('foo a')],
    [bash('cd src && npm test'), bash('npm test')],
    [bash('git log -3'), bash('git log --output=x')],
    [bash('git log -3'), bash('git logs')],
    [bash('git log -3'), bash('cd src && git log -3')],
    [bash('git log -3'), bash('(cd src; git log -3)')],
    [bash('cat src/a.ts'), bash('cat /etc/passwd')],
    [write('a/x'), write('b/x')],
    [write('a/x'), write('a/../b/x')],
    [write('a/x'), bash('rm a/x')],
    [
      ['send_note', { p: '\u00e9' }],
      ['send_note', { p: 'e\u0301' }],
    ],
    [
      ['send_note', { p: '1' }],
      ['send_note', { p: '1 ' }],
    ],
  ] as const)('to %j is none to %j', async (first, second) => {
    expect(await asksAgain(first, second)).toBe(true);
  });

  it.each([
    [bash('npm test'), bash('npm  test')],
    [bash('git log -3'), bash('git log --oneline')],
    [write('a/x'), write('./a/x')],
  ] as const)('to %j is one to %j', async (first, second) => {
    expect(await asksAgain(first, second)).toBe(false);
  });

  it('ends when a script that runs before comes to be', async () => {
    const add = (folder: Folder): void => folder.write('package.json', '{"scripts":{"test":"a","pretest":"evil"}}');
    expect(await asksAgain(bash('npm test'), bash('npm test'), add)).toBe(true);
  });

  it.each([
    '',
    '{',
    '[]',
    'null',
    '\0\0',
    '{"__proto__":{"rule":"Bash"}}',
    '[{"rule":"Bash"}]',
    '{"approvals":[{"rule":"Bash"}]}',
  ])('is forgotten when the store holds %j', async (text) => {
    using folder = new Folder();
    const file = join(folder.base, 'approvals.json');
    await session(folder, { ask: () => always, store: new FileApprovalStore({ file }) }).run(...bash('npm test'));
    writeFileSync(file, text);
    const later = session(folder, { ask: () => ({ approved: false }), store: new FileApprovalStore({ file }) });
    await later.run(...bash('npm test'));
    await later.run(...bash('touch y'));
    expect(later.asked).toHaveLength(2);
    expect(later.ran).toEqual([]);
  });
});

describe('ApprovalGate', () => {
  it('takes the first true answer to the right id, and no other', async () => {
    using folder = new Folder();
    const gate = new ApprovalGate();
    const { run, ran } = session(folder, { gate });
    const running = run(...bash('npm test'));
    await until(() => gate.pending().length === 1);
    const id = gate.pending()[0]?.id ?? '';
    for (const forged of [id.toUpperCase(), `${id} `, id.slice(1), '', '__proto__', 'constructor']) {
      expect((await gate.answer(forged, { approved: true })).ok).toBe(false);
    }
    for (const text of [
      '"yes"',
      '1',
      '{"approved":"true"}',
      '{}',
      'null',
      '[]',
      '{"approved":true,"scope":"forever"}',
    ]) {
      expect((await gate.answer(id, JSON.parse(text))).ok).toBe(false);
    }
    expect(gate.pending()).toHaveLength(1);
    const answers = await Promise.all([true, false, true].map((approved) => gate.answer(id, { approved })));
    expect(answers.map((answer) => answer.ok)).toEqual([true, false, false]);
    await running;
    expect(ran).toHaveLength(1);
  });

  it.each([[{ command: 'rm x' }], [{ command: 5 }], [{}]])(
    'runs nothing when a person changes the arguments to %j',
    async (modifiedArgs) => {
      using folder = new Folder();
      const { run, ran } = session(folder, {
        permissions: { deny: ['Bash(rm *)'] },
        ask: () => ({ approved: true, scope: 'always', modifiedArgs }),
      });
      expect((await run(...bash('npm test'))).ok).toBe(false);
      expect(ran).toEqual([]);
    },
  );
});
