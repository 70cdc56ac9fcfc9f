import { describe, expect, it } from 'vitest';
import { programName } from '../../src/command-line/program-name.ts';

describe('programName', () => {
  it.each([
    ['/repo/apps/toolbox/bin/toolbox.js', '/repo', { npm_lifecycle_event: 'start' }, 'npm run toolbox --'],
    ['/repo/apps/toolbox/bin/toolbox.js', '/repo', { npm_lifecycle_event: 'toolbox' }, 'npm run toolbox --'],
    ['/repo/apps/toolbox/bin/toolbox.js', '/repo', { npm_lifecycle_event: 'test' }, 'node apps/toolbox/bin/toolbox.js'],
    ['/repo/apps/toolbox/bin/toolbox.js', '/elsewhere', {}, 'node /repo/apps/toolbox/bin/toolbox.js'],
    ['/usr/local/bin/toolbox', '/repo', {}, 'toolbox'],
    [undefined, '/repo', {}, 'toolbox'],
  ])('of %s in %s with %j is a command that can be pasted', (script, cwd, env, expected) => {
    expect(programName(script, cwd, env)).toBe(expected);
  });
});
