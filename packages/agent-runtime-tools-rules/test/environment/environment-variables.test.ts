import { describe, expect, it } from 'vitest';
import {
  SENSITIVE_VARIABLES,
  isLoaderVariable,
  isSensitiveVariable,
  isSessionVariable,
  isUnaskedAssignment,
  isUnaskedVariable,
  variableEffect,
} from '../../src/index.ts';
import { UNASKED_NAMES } from '../../src/environment/harmless-variables.ts';

describe('variableEffect', () => {
  it.each([
    ['LD_PRELOAD', 'makes programs load other code'],
    ['BASH_ENV', 'makes shells run or read something else'],
    ['NODE_OPTIONS', 'makes interpreters load other code'],
    ['RUSTC_WRAPPER', 'chooses what builds a program, and how'],
    ['PYENV_ROOT', 'chooses which version of a program is run, and from where'],
    ['npm_config_script-shell', 'changes where packages come from or what installing them runs'],
    ['PAGER', 'makes programs start another one'],
    ['GIT_DIR', 'makes git read, write or run something else'],
    ['RIPGREP_CONFIG_PATH', 'gives programs other options or settings'],
    ['https_proxy', 'changes whom programs talk to and trust'],
    ['PATH', 'changes which programs and files a command means'],
  ])('%s: %s', (name, effect) => {
    expect(variableEffect(name, '/tmp/x')).toBe(effect);
    expect(variableEffect(name)).toBe(effect);
  });

  it.each([
    'CI=1',
    'NODE_ENV=test',
    'GIT_PAGER=cat',
    'GIT_TRACE=1',
    'BASE_PATH=/app',
    'NODE_OPTIONS=--no-warnings',
    'LESS=-FRX',
  ])('%s has none', (assignment) => {
    const at = assignment.indexOf('=');
    expect(variableEffect(assignment.slice(0, at), assignment.slice(at + 1))).toBeUndefined();
  });

  it('is none for an empty value, except for a search path', () => {
    expect(variableEffect('LD_PRELOAD', '')).toBeUndefined();
    expect(variableEffect('PATH', '')).toBeDefined();
  });

  it('counts lower-case words only where names have no case', () => {
    expect(variableEffect('editor', 'x')).toBeUndefined();
    expect(variableEffect('editor', 'x', { ignoreCase: true })).toBeDefined();
    expect(variableEffect('Ld_Preload', 'x')).toBeDefined();
  });
});

describe('the tables of variables', () => {
  it('name each sensitive variable once', () => {
    const names = SENSITIVE_VARIABLES.flatMap((each) => each.names);
    expect(new Set(names).size).toBe(names.length);
  });

  it('let no variable be set unasked that has an effect', () => {
    for (const name of UNASKED_NAMES) expect(variableEffect(name.replace('*', 'X'), 'x'), name).toBeUndefined();
    expect(variableEffect('PAGER', 'cat')).toBeUndefined();
    expect(variableEffect('NODE_OPTIONS', '--max-old-space-size=4096')).toBeUndefined();
  });
});

describe('isSensitiveVariable', () => {
  it.each([
    'PATH',
    'MY_PLUGINS',
    'FOO_HOME',
    'GOFLAGS',
    'GREP_COLORS',
    'npm_config_registry',
    'my_proxy',
    'XDG_DATA_DIRS',
  ])('is true for %s', (name) => {
    expect(isSensitiveVariable(name)).toBe(true);
    expect(isSensitiveVariable(name)).toBe(true);
  });

  it.each(['CI', 'LANG', 'USER', 'PWD', 'SHLVL', 'AWS_REGION', 'NODE_ENV'])('is false for %s', (name) => {
    expect(isSensitiveVariable(name)).toBe(false);
  });
});

describe('a variable of the session', () => {
  it.each(['SSH_AUTH_SOCK', 'TMUX', 'XDG_SESSION_ID', 'npm_lifecycle_event', 'WINDOWPATH'])('is %s', (name) => {
    expect(isSessionVariable(name)).toBe(true);
  });

  it.each(['SSH_ASKPASS', 'TMUX_TMPDIR', 'XDG_DATA_DIRS', 'npm_config_registry', 'PATH'])('is not %s', (name) => {
    expect(isSessionVariable(name)).toBe(false);
  });
});

describe('a variable of the loader', () => {
  it.each([
    'LD_PRELOAD',
    'ld_audit',
    'GLIBC_TUNABLES',
    'GCONV_PATH',
    'LOCPATH',
    'MALLOC_ARENA_MAX',
    'DYLD_INSERT_LIBRARIES',
  ])('is %s', (name) => {
    expect(isLoaderVariable(name)).toBe(true);
  });

  it.each(['PATH', 'NODE_OPTIONS', 'GTK_MODULES', 'LDFLAGS'])('is not %s', (name) => {
    expect(isLoaderVariable(name)).toBe(false);
  });
});

describe('an assignment that needs no consent', () => {
  it.each(['CI=1', 'LC_ALL=C', 'TZ=Europe/Vienna', 'PAGER=cat', 'PAGER=', 'NODE_OPTIONS=--max-old-space-size=4096'])(
    'is %s',
    (text) => {
      const [name = '', value = ''] = text.split(/=(.*)/s);
      expect(isUnaskedAssignment(name, value)).toBe(true);
    },
  );

  it.each(['CI=$(id)', 'TZ=/etc/x', 'PAGER=less', 'MY_VARIABLE=1', 'NODE_OPTIONS=--require=x', 'ci=1'])(
    'is not %s',
    (text) => {
      const [name = '', value = ''] = text.split(/=(.*)/s);
      expect(isUnaskedAssignment(name, value)).toBe(false);
    },
  );

  it('has a name on a closed list', () => {
    expect(isUnaskedVariable('LC_TIME')).toBe(true);
    expect(isUnaskedVariable('PAGER')).toBe(false);
  });
});
