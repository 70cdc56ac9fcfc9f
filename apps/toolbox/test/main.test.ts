import { describe, expect, it } from 'vitest';
import { BIN, runInTerminal, runToolbox } from './run-toolbox.ts';

describe('the command line', () => {
  it.each([['--help'], ['-h'], ['help']])('shows its help for %s', async (flag) => {
    const { code, stdout, stderr } = await runToolbox([flag], { entry: BIN });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const word of ['list', 'describe TOOL', 'call TOOL [JSON | - | @FILE]', 'start', '--version', 'Exit codes'])
      expect(stdout).toContain(word);
  });

  it.each([[['call', '--help']], [['call', '-h']], [['help', 'call']], [['call', 'echo', '--json', '--help']]])(
    'shows a command’s help for %j',
    async (args) => {
      const { code, stdout } = await runToolbox(args);
      expect(code).toBe(0);
      for (const option of ['--workspace DIR', '--approve HOW', '--dry-run', '--timeout MS', '--json'])
        expect(stdout).toContain(option);
    },
  );

  it.each([[['--help']], [['call', '--help']], [['mcp', '--help']]])(
    'shows the help for %j in lines that fit the terminal',
    async (args) => {
      const { stdout } = await runInTerminal(args, { columns: 80, entry: BIN });
      const lines = stdout.split(/\r?\n/);
      const table = lines.slice(0, lines.indexOf('Examples'));
      expect(table.length).toBeGreaterThan(10);
      expect(table.filter((line) => line.length > 80)).toEqual([]);
    },
  );

  it('without a command shows its help as an error', async () => {
    const { code, stdout, stderr } = await runToolbox([]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('Usage: ');
  });

  it.each([
    [['lst'], 'There is no command lst. Did you mean list?', '--help'],
    [['xyzzy'], 'There is no command xyzzy.', '--help'],
    [['echo'], 'echo is a tool, not a command.', 'call echo'],
    [['--json', 'list'], 'There is no option --json before a command.', 'COMMAND --json'],
    [['--versoin'], 'Did you mean --version?', '--help'],
    [['help', 'lst'], 'Did you mean list?', '--help'],
    [['list', '--jsno'], 'list has no option --jsno. Did you mean --json?', 'list --help'],
    [['describe'], 'describe needs more arguments: describe TOOL.', 'describe --help'],
    [['describe', 'ecco'], 'There is no tool ecco. Did you mean echo?', 'list'],
    [['call', 'ecco'], 'There is no tool ecco. Did you mean echo?', 'list'],
    [['call', 'echo', '--approve', 'nobody'], '--approve takes ask, all or none, not "nobody".', 'call --help'],
    [['call', 'echo', '--timeout', 'soon'], '--timeout needs a number of milliseconds above 0, not "soon".', ''],
    [['call', 'echo', '--workspace', 'no/such/folder'], 'no/such/folder does not exist.', ''],
    [['call', 'echo', '--workspace', BIN], 'toolbox.js is not a folder.', ''],
    [['call', 'echo', '@no-such-file.json'], 'could not be read from no-such-file.json: the file does not exist.', ''],
  ])('refuses %j and says what to do', async (args, problem, next) => {
    const { code, stdout, stderr } = await runToolbox(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(problem);
    expect(stderr).toContain(next);
  });

  it('shows control characters of its arguments as escapes', async () => {
    const { stderr } = await runToolbox(['\u001B[31mlist\u202E']);
    expect(stderr).toContain(String.raw`\u{1b}[31mlist\u{202e}`);
    for (const raw of ['\u001B', '\u202E']) expect(stderr).not.toContain(raw);
  });

  it('suggests commands in the form in which it was started', async () => {
    const byNpm = await runToolbox(['list', '--nope'], { entry: BIN, env: { npm_lifecycle_event: 'toolbox' } });
    expect(byNpm.stderr).toContain('See: npm run toolbox -- list --help');
    const byNode = await runToolbox(['list', '--nope'], { entry: BIN, cwd: `${import.meta.dirname}/..` });
    expect(byNode.stderr).toContain('See: node bin/toolbox.js list --help');
  });

  it('fails when its output cannot be written', async () => {
    const { code, stderr } = await runToolbox(['list'], { stdoutTo: '/dev/full' });
    expect(code).toBe(1);
    expect(stderr).toContain('the output could not be written: ENOSPC');
  });
});
