import { describe, expect, it } from 'vitest';
import { isInRepository } from '../../src/apply-patch/check-targets.ts';

describe('isInRepository', () => {
  it.each([
    '.git/config',
    'a/.git/hooks/x',
    '.GIT',
    '.Git\\config',
    '.git./x',
    '.git /x',
    'git~1/x',
    '.g\u200cit/x',
    '.git::$INDEX_ALLOCATION/x',
    '．git/x',
  ])('isInRepository knows %j', (path) => {
    expect(isInRepository(path)).toBe(true);
  });

  it.each(['.gitignore', '.github/workflows/ci.yml', 'src/git.ts', 'a.git/x', 'git/x', '.gitattributes'])(
    'isInRepository leaves %j alone',
    (path) => {
      expect(isInRepository(path)).toBe(false);
    },
  );
});
