import { describe, expect, it } from 'vitest';
import { errorOf, openTools, valueOf } from '../tools-for-test.ts';

describe('run_command', () => {
  it('runs a line in the shell, and with arguments a program without one', async () => {
    await using bench = await openTools();
    const line = await bench.tools.execute('run_command', { command: 'echo $((1 + 1)) *' });
    expect(valueOf(line)).toMatchObject({ stdout: '2 *\n', stderr: '', exitCode: 0 });
    const args = ['$((1 + 1))', '*', '; touch made', ''];
    const plain = await bench.tools.execute('execute_command', { command: 'printf', args: ['<%s>', ...args] });
    expect(valueOf(plain).stdout).toBe('<$((1 + 1))><*><; touch made><>');
    const lone = await bench.tools.execute('run_command', { command: 'echo hi', args: [] });
    expect(errorOf(lone).code).toBe('PROGRAM_NOT_FOUND');
  });

  it('gives its input to the command and then ends it', async () => {
    await using bench = await openTools();
    const counted = await bench.tools.execute('run_command', { command: 'wc -c', stdin: 'ä'.repeat(100_000) });
    expect(valueOf(counted).stdout.trim()).toBe('200000');
    const early = await bench.tools.execute('run_command', { command: 'true', stdin: 'x'.repeat(1_000_000) });
    expect(valueOf(early).exitCode).toBe(0);
  });

  it('starts in the folder it is given', async () => {
    await using bench = await openTools();
    await bench.folder.write('sub/file', '');
    expect(valueOf(await bench.tools.execute('run_command', { command: 'ls', cwd: 'sub' })).stdout).toBe('file\n');
    expect(errorOf(await bench.tools.execute('run_command', { command: 'ls', cwd: '/etc' })).code).toBe('INVALID_PATH');
  });

  it('a timeout keeps the output so far', async () => {
    await using bench = await openTools();
    const late = await bench.tools.execute('run_command', { command: 'echo a; sleep 60', timeout: 0.3 });
    expect(errorOf(late)).toMatchObject({ code: 'TIMEOUT', details: { output: 'a\n' } });
  });

  it('says in a dry run which variables it would set, and that it would go to the background', async () => {
    await using bench = await openTools();
    const plan = await bench.tools.dryRun('run_command', {
      command: 'a',
      args: ['b c'],
      env: { X: '1' },
      background: true,
    });
    expect(valueOf(plan)).toMatchObject({
      summary: expect.stringMatching(/with X set, in the background/),
      changes: [{ kind: 'execute', target: "a 'b c'" }],
    });
  });
});

describe('the environment of a command', () => {
  it('is the allow-list, the host, and the call, in this order', async () => {
    process.env['SHELL_TEST_SECRET'] = 'secret';
    await using bench = await openTools({ env: { FROM_HOST: 'host', NODE_OPTIONS: '--no-warnings', BOTH: 'host' } });
    const run = await bench.tools.execute('run_command', {
      command: 'env',
      args: [],
      env: { MINE: '1', BOTH: 'call' },
    });
    delete process.env['SHELL_TEST_SECRET'];
    const names = Object.fromEntries(
      valueOf(run)
        .stdout.split('\n')
        .map((line) => line.split('=', 2)),
    );
    expect(names).toMatchObject({ FROM_HOST: 'host', NODE_OPTIONS: '--no-warnings', MINE: '1', BOTH: 'call' });
    expect(names['PATH']).toBe(process.env['PATH']);
    expect(names).not.toHaveProperty('SHELL_TEST_SECRET');
  });

  it.each([
    'LD_PRELOAD',
    'LD_LIBRARY_PATH',
    'DYLD_INSERT_LIBRARIES',
    'BASH_ENV',
    'ENV',
    'BASH_FUNC_ls%%',
    'NODE_OPTIONS',
    'PYTHONPATH',
    'PERL5OPT',
    'GIT_SSH_COMMAND',
    'GIT_CONFIG_COUNT',
    'IFS',
    'PROMPT_COMMAND',
    'PATH',
    'Path',
    'HOME',
    'XDG_CONFIG_HOME',
    'GIT_DIR',
    'EDITOR',
    'TOOLBOX_PROCESS_MARK',
    'GNUMAKEFLAGS',
    'KUBECONFIG',
    'CLASSPATH',
    'Npm_Config_node-options',
  ])('does not take %s from a call, not even where the host sets it', async (name) => {
    await using bench = await openTools({ env: name === 'NODE_OPTIONS' ? { NODE_OPTIONS: '' } : {} });
    const error = errorOf(
      await bench.tools.execute('run_command', { command: 'touch made', env: { [name]: './evil' } }),
    );
    expect(error).toMatchObject({ code: 'ENVIRONMENT_NOT_ALLOWED', kind: 'security_error', details: { name } });
  });

  it('has no start-up file of the workspace that is called like a harmless program', async () => {
    await using bench = await openTools();
    await bench.folder.write('cat', 'echo from the workspace\n');
    const run = await bench.tools.execute('run_command', { command: 'true', env: { BASH_ENV: 'cat' } });
    expect(errorOf(run).code).toBe('ENVIRONMENT_NOT_ALLOWED');
  });

  it('takes from a call what the host allows, and refuses what is no variable', async () => {
    await using bench = await openTools({ allowEnv: ['NODE_OPTIONS', 'HOME'] });
    const env = { NODE_OPTIONS: '--no-warnings', HOME: '/nowhere' };
    const run = await bench.tools.execute('run_command', { command: 'echo $NODE_OPTIONS $HOME', env });
    expect(valueOf(run).stdout).toBe('--no-warnings /nowhere\n');
    const odd = await bench.tools.execute('run_command', { command: 'true', env: { 'A=B': 'c' } });
    expect(errorOf(odd).code).toBe('INVALID_ENVIRONMENT');
  });

  it('may inherit other names where the host says so', async () => {
    process.env['SHELL_TEST_GIVEN'] = 'given';
    await using bench = await openTools({ inheritEnv: ['PATH', 'SHELL_TEST_*'] });
    const run = await bench.tools.execute('run_command', { command: 'echo $SHELL_TEST_GIVEN-$HOME' });
    delete process.env['SHELL_TEST_GIVEN'];
    expect(valueOf(run).stdout).toBe('given-\n');
  });
});
