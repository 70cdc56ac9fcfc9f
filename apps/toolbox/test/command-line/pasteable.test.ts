import { describe, expect, it } from 'vitest';
import { pasteable } from '../../src/command-line/pasteable.ts';

describe('pasteable', () => {
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
  ])('%s with %s is a command whose output can be read', (program, command, expected) => {
    expect(pasteable(program, command)).toBe(expected);
  });
});
