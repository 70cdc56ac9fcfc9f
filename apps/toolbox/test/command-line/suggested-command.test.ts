import { describe, expect, it } from 'vitest';
import { programName, shellWord, suggestedCommand } from '../../src/command-line/suggested-command.ts';

describe('programName', () => {
  it.each([
    ['/repo/apps/toolbox/bin/toolbox.js', '/repo', { npm_lifecycle_event: 'start' }, 'npm run toolbox --'],
    ['/repo/apps/toolbox/bin/toolbox.js', '/repo', { npm_lifecycle_event: 'toolbox' }, 'npm run toolbox --'],
    ['/repo/apps/toolbox/bin/toolbox.js', '/repo', { npm_lifecycle_event: 'test' }, 'node apps/toolbox/bin/toolbox.js'],
    ['/repo/apps/toolbox/bin/toolbox.js', '/elsewhere', {}, 'node /repo/apps/toolbox/bin/toolbox.js'],
    ['/usr/local/bin/toolbox', '/repo', {}, 'toolbox'],
    [undefined, '/repo', {}, 'toolbox'],
  ])('of %s in %s with %j can be pasted', (script, cwd, env, expected) => {
    expect(programName(script, cwd, env)).toBe(expected);
  });
});

describe('suggestedCommand', () => {
  it.each([
    ['npm run toolbox --', 'list', 'npm run toolbox -- list'],
    ['npm run toolbox --', 'list --json', 'npm run --silent toolbox -- list --json'],
    [
      'npm run toolbox --',
      'describe read_file --format mcp',
      'npm run --silent toolbox -- describe read_file --format mcp',
    ],
    ['npm run toolbox --', `call echo '{"text":"--json!"}'`, `npm run toolbox -- call echo '{"text":"--json!"}'`],
    ['toolbox', 'list --json', 'toolbox list --json'],
  ])('for %s and %s prints only JSON if JSON is asked for', (program, command, expected) => {
    expect(suggestedCommand(program, command)).toBe(expected);
  });
});

describe('shellWord', () => {
  it.each([
    ['/a/b-c.json', '/a/b-c.json'],
    ['a b', "'a b'"],
    ["it's", String.raw`'it'\''s'`],
    ['{}', "'{}'"],
    ['', "''"],
  ])('of %j is %s', (text, expected) => {
    expect(shellWord(text)).toBe(expected);
  });
});
