import { describe, expect, it } from 'vitest';
import { checkPackContract } from '../../src/contract/check-pack-contract.ts';
import { packContract } from '../../src/contract/pack-contract.ts';
import { noiseOptions, noisePack, type Bell } from './sample-packs.ts';

packContract(noisePack(), noiseOptions());

describe('checkPackContract', () => {
  it('checkPackContract finds nothing wrong with a pack that keeps the contract, and shuts down what it made', async () => {
    const bells: Bell[] = [];
    expect(await checkPackContract(noisePack(), noiseOptions(bells))).toEqual([]);
    expect(bells.length).toBeGreaterThan(20);
    expect(bells.every(({ closed }) => closed)).toBe(true);
  });
});
