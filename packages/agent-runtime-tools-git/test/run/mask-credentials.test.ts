import { describe, expect, it } from 'vitest';
import { maskCredentials } from '../../src/run/mask-credentials.ts';

describe('maskCredentials', () => {
  it.each([
    ['https://me:secret@example.com/a.git', 'https://***@example.com/a.git'],
    ['https://token@example.com/a.git', 'https://***@example.com/a.git'],
    [
      "fatal: unable to access 'https://a:p@ss@example.com/': 403",
      "fatal: unable to access 'https://***@example.com/': 403",
    ],
    ['ssh://git@example.com/a', 'ssh://git@example.com/a'],
    ['ssh://git:secret@example.com/a', 'ssh://***@example.com/a'],
    ['git@example.com:a/b.git', 'git@example.com:a/b.git'],
    ['https://example.com/a?access_token=secret&x=1', 'https://example.com/a?access_token=***&x=1'],
    ['https://example.com/a@b', 'https://example.com/a@b'],
  ])('%s is shown as %s', (text, shown) => expect(maskCredentials(text)).toBe(shown));
});
