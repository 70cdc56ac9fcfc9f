import { describe, expect, it } from 'vitest';
import { AgentBudget } from '../../src/index.ts';

describe('a budget', () => {
  it('is exhausted after its last turn, and counts no turn that it refuses', () => {
    const budget = new AgentBudget({ turns: 2 });
    expect([budget.takeTurn(), budget.takeTurn(), budget.takeTurn()]).toEqual([true, true, false]);
    expect([budget.turns, budget.turnsLeft, budget.isExhausted]).toEqual([2, 0, true]);
  });

  it('is exhausted when its tokens are used, also if the last turn took more', () => {
    const budget = new AgentBudget({ tokens: 10 });
    budget.addTokens(15);
    expect([budget.tokensLeft, budget.takeTurn()]).toEqual([-5, false]);
    const exact = new AgentBudget({ tokens: 10 });
    exact.addTokens(10);
    expect(exact.isExhausted).toBe(true);
  });

  it('is limited by the whole that it is a part of, and by its siblings', () => {
    const whole = new AgentBudget({ turns: 3, tokens: 100 });
    const [a, b] = [whole.part({ turns: 2 }), whole.part()];
    expect([a.takeTurn(), a.takeTurn(), a.takeTurn()]).toEqual([true, true, false]);
    expect([b.takeTurn(), b.takeTurn()]).toEqual([true, false]);
    b.part().addTokens(7);
    expect([a.tokens, b.tokens, whole.tokens]).toEqual([0, 7, 7]);
  });

  it('counts what was used before a task was resumed', () => {
    const budget = new AgentBudget({ turns: 3, tokens: 10 });
    budget.restore({ turns: 2, tokens: 4 });
    expect([budget.turnsLeft, budget.tokensLeft]).toEqual([1, 6]);
  });

  it('ignores tokens that are no number above 0, and refuses limits that are none', () => {
    const budget = new AgentBudget();
    for (const tokens of [Number.NaN, -5, 0]) budget.addTokens(tokens);
    expect(budget.tokens).toBe(0);
    for (const limits of [{ turns: -1 }, { tokens: Number.NaN }, { tokens: -1 }])
      expect(() => new AgentBudget(limits)).toThrow('from 0 on');
  });
});
