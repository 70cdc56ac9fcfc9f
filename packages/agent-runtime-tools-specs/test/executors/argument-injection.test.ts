import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestFolder } from '@ku0/agent-runtime-tools-testkit';
import { describe, expect, it } from 'vitest';
import { ToolSpecRegistry, UnifiedToolExecutor } from '../../src/index.ts';

const fixtures = join(import.meta.dirname, '..', 'fixtures');
/** Prints each of its arguments, with a NUL after it. */
const PRINT = String.raw`printf '%s\0'`;
const kinds: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(join(fixtures, 'injection-values.json'), 'utf8'),
);

const printed = (args: readonly string[]): string => args.map((arg) => `${arg}\0`).join('');

/** Every way in which a value can be a part of a command. */
const templates: readonly {
  readonly name: string;
  readonly config: object;
  readonly expected: (v: string) => string[];
}[] = [
  { name: 'a word', config: { command: `${PRINT} -- {value}` }, expected: (v) => ['--', v] },
  {
    name: 'a part of a word',
    config: { command: `${PRINT} --value={value}` },
    expected: (v) => [`--value=${v}`],
  },
  { name: 'a quoted word', config: { command: `${PRINT} "<{value}>"` }, expected: (v) => [`<${v}>`] },
  {
    name: 'an item of a list',
    config: { command: ['printf', String.raw`%s\0`, '--', '{value}'] },
    expected: (v) => ['--', v],
  },
  {
    name: 'a word of a shell line',
    config: { shell: true, command: `${PRINT} -- {value} | cat` },
    expected: (v) => ['--', v],
  },
  {
    name: 'double quotes of a shell line',
    config: { shell: true, command: `${PRINT} "<{value}>" | cat` },
    expected: (v) => [`<${v}>`],
  },
  {
    name: 'single quotes of a shell line',
    config: { shell: true, command: `${PRINT} '<{value}>' | cat` },
    expected: (v) => [`<${v}>`],
  },
];

function executorFor(config: object): UnifiedToolExecutor {
  const registry = new ToolSpecRegistry().add({
    name: 'run',
    description: 'runs',
    tool_type: 'shell',
    input_schema: { type: 'object', properties: { value: { type: 'string' }, other: { type: 'string' } } },
    implementation_config: { output: 'text', ...config },
  });
  return new UnifiedToolExecutor(registry);
}

describe.each(templates)('a value as $name', ({ config, expected }) => {
  it.each(Object.entries(kinds))('is one argument, whatever it has of %s', async (_, values) => {
    await using folder = await createTestFolder({ 'a.txt': '', 'b.txt': '' });
    const executor = executorFor(config);
    const results = await Promise.all(
      values.map(async (value) => ({
        value,
        result: await executor.execute('run', { value }, { cwd: folder.path, timeoutMs: 50_000 }),
      })),
    );
    for (const { value, result } of results)
      expect(result, JSON.stringify(value)).toMatchObject({ ok: true, value: printed(expected(value)) });
    expect(readdirSync(folder.path).toSorted()).toEqual(['a.txt', 'b.txt']);
    await executor.shutdown();
  });
});

describe('a value that begins with a dash', () => {
  const values = ['-', '--', '-rf', '--exec=touch MARK', '-delete', '-o ProxyCommand=touch MARK', '-\n'];
  const bare = { command: `${PRINT} {value}` };

  it('is refused where it would be an option', async () => {
    for (const config of [bare, { shell: true, command: `${PRINT} {value} | cat` }]) {
      const executor = executorFor(config);
      for (const value of values)
        expect(await executor.execute('run', { value }), value).toMatchObject({
          ok: false,
          error: { code: 'ARGUMENT_REFUSED', details: { parameter: 'value' } },
        });
      await executor.shutdown();
    }
  });

  it('is refused where it begins a longer word', async () => {
    const executor = executorFor({ command: `${PRINT} {value}.txt` });
    expect(await executor.execute('run', { value: '-rf' })).toMatchObject({ error: { code: 'ARGUMENT_REFUSED' } });
    await executor.shutdown();
  });

  it('is one argument where the spec allows it', async () => {
    const executor = executorFor({ ...bare, allow_leading_dash: ['value'] });
    expect(await executor.execute('run', { value: '-rf' })).toMatchObject({ value: printed(['-rf']) });
    await executor.shutdown();
  });
});

describe('a NUL character', () => {
  it('is refused everywhere', async () => {
    for (const { config } of templates) {
      const executor = executorFor(config);
      expect(await executor.execute('run', { value: 'a\0b' })).toMatchObject({ error: { kind: 'validation_error' } });
      await executor.shutdown();
    }
  });
});

describe('a template in which a value would choose what is run', () => {
  const refused: readonly object[] = [
    { command: '{value} x' },
    { command: './{value}' },
    { command: ['{value}'] },
    { command: 'env {value}' },
    { command: 'env A=b {value} x' },
    { command: 'xargs {value}' },
    { command: 'nice -n 5 {value}' },
    { command: 'timeout 5 {value}' },
    { command: 'sh -c {value}' },
    { command: ['bash', '-c', '{value}'] },
    { command: 'sudo {value}' },
    { command: "find . -exec {value} ';'" },
    { shell: true, command: '{value} x' },
    { shell: true, command: 'true; {value}' },
    { shell: true, command: 'cat a | {value}' },
    { shell: true, command: 'eval {value}' },
    { shell: true, command: 'x={value}; $x' },
    { shell: true, command: 'for f in {value}; do $f; done' },
    { shell: true, command: 'set -- {value}; "$@"' },
    { shell: true, command: 'exec {value}' },
    { shell: true, command: '. {value}' },
    { shell: true, command: 'trap {value} EXIT' },
    { shell: true, command: 'echo {value} | sh' },
    { shell: true, command: 'sh < {value}' },
    { shell: true, command: 'export PATH={value}; ls' },
    { shell: true, command: 'PATH={value} ls' },
    { shell: true, command: 'echo $(cat {value})' },
    { shell: true, command: 'echo `cat {value}`' },
    { shell: true, command: 'cat <<END\n{value}\nEND' },
    { shell: true, command: 'echo "${x}" {value}' },
    { shell: true, command: 'echo \\{value}' },
    { shell: true, command: 'echo "{value}' },
    { command: 'cat {value} | wc' },
    { command: 'echo $HOME' },
    { command: 'echo *.txt' },
    { command: 'cat {unknown}' },
    { command: "cat 'open" },
  ];

  it.each(refused)('is refused: %j', async (config) => {
    const executor = executorFor(config);
    expect(await executor.check()).toHaveLength(1);
    expect(await executor.execute('run', { value: 'true' })).toMatchObject({ error: { code: 'SPEC_UNUSABLE' } });
    await executor.shutdown();
  });
});
