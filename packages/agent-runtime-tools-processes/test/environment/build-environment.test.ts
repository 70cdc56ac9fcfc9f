import { describe, expect, it } from 'vitest';
import { buildEnvironment } from '../../src/environment/build-environment.ts';
import type { EnvironmentRequest } from '../../src/environment/build-environment.ts';
import { inheritedNames } from '../../src/environment/inherited-names.ts';
import { createProcesses } from '../../src/index.ts';

function build(request: Partial<EnvironmentRequest>): Record<string, string> | string {
  const result = buildEnvironment({
    from: {},
    inherit: inheritedNames,
    add: {},
    allow: [],
    ignoreCase: false,
    ...request,
  });
  return result.ok ? { ...result.env } : result.error.code;
}

describe('the environment of a program', () => {
  it('inherits what is on the list and no secrets', () => {
    const from = {
      PATH: '/bin',
      LC_ALL: 'C',
      AWS_SECRET_ACCESS_KEY: 's',
      GITHUB_TOKEN: 't',
      NODE_OPTIONS: '-r x',
      TZ: undefined,
    };
    expect(build({ from })).toEqual({ PATH: '/bin', LC_ALL: 'C' });
    expect(build({ from, inherit: ['GITHUB_*'] })).toEqual({ GITHUB_TOKEN: 't' });
    expect(build({ from, inherit: [] })).toEqual({});
  });

  it('adds what the call gives and takes away what it sets to undefined', () => {
    expect(build({ from: { PATH: '/bin', HOME: '/h' }, add: { HOME: undefined, FOO: '' } })).toEqual({
      PATH: '/bin',
      FOO: '',
    });
  });

  it.each(['', 'A=B', 'A\0'])('refuses the name %j', (name) => {
    expect(build({ add: { [name]: 'x' } })).toBe('INVALID_ENVIRONMENT');
  });

  it('refuses a value with NUL or one that is not text', () => {
    expect(build({ add: { A: 'x\0y' } })).toBe('INVALID_ENVIRONMENT');
    expect(build({ add: JSON.parse('{ "A": 1 }') })).toBe('INVALID_ENVIRONMENT');
  });

  it.each([
    'LD_PRELOAD',
    'LD_AUDIT',
    'DYLD_INSERT_LIBRARIES',
    'NODE_OPTIONS',
    'BASH_ENV',
    'BASH_FUNC_ls%%',
    'PYTHONSTARTUP',
    'GIT_SSH_COMMAND',
    'PERL5OPT',
    'npm_config_script_shell',
    'NPM_CONFIG_SCRIPT_SHELL',
    'Npm_Config_Script_Shell',
    'npm_config_script-shell',
    'CLASSPATH',
    'GOFLAGS',
    'OPENSSL_CONF',
    'RIPGREP_CONFIG_PATH',
    'TAR_OPTIONS',
    'BASH_LOADABLES_PATH',
  ])('refuses %s unless the host allows it', (name) => {
    expect(build({ add: { [name]: 'x' } })).toBe('ENVIRONMENT_NOT_ALLOWED');
    expect(build({ add: { [name]: 'x' }, allow: [name] })).toEqual({ [name]: 'x' });
    expect(build({ add: { [name]: undefined } })).toEqual({});
  });

  it.each(['BASH_ENV', 'ENV', 'PYTHONPATH', 'LD_LIBRARY_PATH', 'GIT_CONFIG_GLOBAL', 'NODE_PATH', 'ZDOTDIR'])(
    'takes the name of a harmless program for a file in %s, which the workspace may hold',
    (name) => {
      for (const value of ['cat', 'true', ':'])
        expect(build({ add: { [name]: value } })).toBe('ENVIRONMENT_NOT_ALLOWED');
      expect(build({ add: { [name]: '' } })).toEqual({ [name]: '' });
    },
  );

  it('lets pass what only sounds dangerous or switches something off', () => {
    const add = {
      env: 'production',
      GIT_PAGER: 'cat',
      PAGER: 'cat',
      GIT_EDITOR: 'true',
      GIT_AUTHOR_NAME: 'A',
      npm_config_loglevel: 'silent',
      OLD_X: '1',
    };
    expect(build({ add })).toEqual(add);
  });

  it('ignores the case of names where the system does', () => {
    const from = { Path: 'C:\\', SYSTEMROOT: 'C:\\W' };
    const inherit = ['PATH', 'SystemRoot'];
    expect(build({ from, inherit, ignoreCase: true })).toEqual(from);
    expect(build({ from, inherit, ignoreCase: true, add: { PATH: 'D:\\' } })).toEqual({
      PATH: 'D:\\',
      SYSTEMROOT: 'C:\\W',
    });
    expect(build({ add: { node_options: 'x' }, ignoreCase: true })).toBe('ENVIRONMENT_NOT_ALLOWED');
  });

  it('does not pick up a polluted prototype', () => {
    const polluted = Object.create({ EVIL: '1' }) as Record<string, string>;
    const result = buildEnvironment({ from: polluted, inherit: ['*'], add: {}, allow: [], ignoreCase: false });
    expect(result.ok && 'EVIL' in result.env).toBe(false);
    expect(result.ok && 'toString' in result.env).toBe(false);
  });
});

describe('a program that is run', () => {
  it('sees the list, what the call adds, and its mark', async () => {
    process.env['PROCESSES_TEST_SECRET'] = 'secret';
    const processes = createProcesses();
    const { stdout } = await processes.run(process.execPath, {
      args: ['-e', 'console.log(JSON.stringify(process.env))'],
      env: { FOO: 'bar' },
    });
    const env = JSON.parse(stdout) as Record<string, string>;
    expect(env).toMatchObject({
      FOO: 'bar',
      PATH: process.env['PATH'],
      TOOLBOX_PROCESS_MARK: expect.stringMatching(/\.\d+;$/),
    });
    expect(env).not.toHaveProperty('PROCESSES_TEST_SECRET');
    delete process.env['PROCESSES_TEST_SECRET'];
  });

  it('is not started with a variable that is refused', async () => {
    const result = await createProcesses().run('true', { env: { LD_PRELOAD: '/tmp/x.so' } });
    expect(result).toMatchObject({
      status: 'failed-to-start',
      error: { code: 'ENVIRONMENT_NOT_ALLOWED', kind: 'security_error' },
    });
  });
});
