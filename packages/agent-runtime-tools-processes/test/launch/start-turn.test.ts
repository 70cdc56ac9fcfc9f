import { describe, expect, it } from 'vitest';
import { startTurn } from '../../src/launch/start-turn.ts';

describe('startTurn', () => {
  it('lets the first program start at once and the others one per turn of the event loop, in order', async () => {
    let turn = 0;
    const count = (): void => {
      turn += 1;
      if (turn < 20) setImmediate(count);
    };
    setImmediate(count);
    expect(startTurn()).toBeUndefined();
    const starts: [program: number, turn: number][] = [];
    await Promise.all(
      [1, 2, 3, 4].map(async (program) => {
        await startTurn();
        starts.push([program, turn]);
      }),
    );
    expect(starts.map(([program]) => program)).toEqual([1, 2, 3, 4]);
    expect(new Set(starts.map(([, at]) => at)).size).toBe(4);
  });

  it('lets a program start at once again when all others have started', async () => {
    await startTurn();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(startTurn()).toBeUndefined();
  });
});
