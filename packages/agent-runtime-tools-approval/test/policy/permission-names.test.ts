import { describe, expect, it } from 'vitest';
import { approval, AutoApprover } from '../../src/index.ts';

describe('the names of permission lists', () => {
  const misspelt: Record<string, readonly string[]> = { dney: ['Read(**/*.pem)'] };

  it('are refused where one is misspelt, since a rule would be missing', () => {
    expect(() => approval({ permissions: misspelt })).toThrow('unknown entry "dney"; did you mean deny?');
    expect(() => new AutoApprover({ permissions: misspelt, workspace: '/nowhere' })).toThrow('did you mean deny?');
  });

  it('may stand beside settings of other programs', () => {
    const settings: Record<string, unknown> = { deny: ['Read(**/*.pem)'], defaultMode: 'acceptEdits' };
    expect(() => approval({ permissions: settings })).not.toThrow();
  });
});
