import { describe, expect, it } from 'vitest';
import { preparedCase } from '../../src/bench-case.ts';
import { measureCall } from '../../src/measure/measure-call.ts';
import { sampleCalls } from '../../src/measure/sample-calls.ts';

const effort = { callRounds: 2, batchMs: 1, warmUpMs: 1, importRounds: 1 };
const plain = preparedCase({ run: async () => 'content', accepts: (outcome) => outcome === 'content' });

describe('a case', () => {
  it('that cannot be loaded is reported with the reason', async () => {
    const prepare = (): Promise<never> => Promise.reject(new Error('the worker looks the case up by its id'));
    const row = await measureCall({ id: 'nobody/call', title: 'a peer', group: 'peer-bare', prepare }, effort);
    expect(row).toMatchObject({
      id: 'nobody/call',
      failure: expect.stringContaining('there is no case "nobody/call"') as string,
    });
  });

  it('that gives something else than the content is not measured', async () => {
    const wrong = preparedCase({ run: async () => 'nothing', accepts: (outcome) => outcome === 'content' });
    await expect(sampleCalls(wrong, plain, effort)).rejects.toThrow('the call returned "nothing"');
  });

  it('that accepts bad input is not measured', async () => {
    const lax = preparedCase({
      run: async () => 'content',
      refused: async () => 'content',
      accepts: (outcome) => outcome === 'content',
    });
    await expect(sampleCalls(lax, plain, effort)).rejects.toThrow('the call with bad input was accepted');
  });

  it('is measured per call, however many calls a run makes', async () => {
    const spin = async (): Promise<string> => {
      for (const until = performance.now() + 1; performance.now() < until;);
      return 'content';
    };
    const ten = preparedCase({ run: spin, accepts: () => true, callsPerRun: 10 });
    const { subject } = await sampleCalls(ten, plain, effort);
    expect(subject).toHaveLength(2);
    for (const { wall } of subject) expect(wall).toBeGreaterThanOrEqual(100_000);
  });
});
