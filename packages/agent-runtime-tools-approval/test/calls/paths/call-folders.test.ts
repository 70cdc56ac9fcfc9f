import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AutoApprover } from '../../../src/index.ts';
import { Folder } from '../../fixtures/folder.ts';

describe('A path of a file tool', () => {
  it('is judged from the first root, where the workspace starts, and from the folder of the call', async () => {
    using folder = new Folder({ secret: 'x', 'sub/secret': 'x', 'sub/open': 'x', open: 'x' });
    const decide = async (deny: string, path: string): Promise<string> => {
      const approver = new AutoApprover({ permissions: { deny: [deny] } });
      const setting = { workspace: folder.workspace, cwd: join(folder.path, 'sub') };
      const { decision } = await approver.judge('read_file', { path }, setting);
      expect(approver.judgeSync('read_file', { path }, setting)?.decision.decision).toBe(decision.decision);
      return decision.decision;
    };
    expect(await decide('Read(/secret)', 'secret')).toBe('deny');
    expect(await decide('Read(/sub/secret)', 'secret')).toBe('deny');
    expect(await decide('Read(/secret)', 'open')).toBe('approve');
  });
});
