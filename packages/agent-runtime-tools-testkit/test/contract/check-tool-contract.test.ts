import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkToolContract } from '../../src/contract/check-tool-contract.ts';
import { COPY_OPTIONS, SHOUT_OPTIONS, copy, shout } from './sample-tools.ts';

describe('checkToolContract', () => {
  it('checkToolContract finds nothing wrong with tools that keep the contract', async () => {
    expect(await checkToolContract(shout(), SHOUT_OPTIONS)).toEqual([]);
    expect(await checkToolContract(copy(), COPY_OPTIONS)).toEqual([]);
  });

  it('checkToolContract reports a set-up that breaks instead of breaking itself', async () => {
    const setup = (): never => {
      throw new Error('no disk');
    };
    const findings = await checkToolContract(shout(), { samples: [{ params: { text: 'x' }, setup }] });
    const ofSample = findings.find(({ rule }) => rule.startsWith('answers sample 1'));
    expect(ofSample?.problem).toContain('could not be checked: Error: no disk');
  });

  it('checkToolContract tries no calls where no sample succeeds', async () => {
    const rules = (await checkToolContract(shout({ name: '?' }), { samples: [] })).map(({ rule }) => rule);
    expect(rules).toContain('has a sample that succeeds');
    expect(rules).not.toContain('leaves nothing running');
  });

  it('checkToolContract gives every call a folder of its own and removes it', async () => {
    const folders = new Set<string>();
    const setup = ({ folder }: { folder: { path: string } }): void => void folders.add(folder.path);
    await checkToolContract(shout(), { samples: [{ params: { text: 'x' }, setup }] });
    expect(folders.size).toBeGreaterThan(5);
    expect([...folders].filter((folder) => existsSync(folder))).toEqual([]);
  });
});
