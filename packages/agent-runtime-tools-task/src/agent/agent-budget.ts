/** How much a task may use. A member that is left out is not limited. */
export interface BudgetLimits {
  /** Answers of models. */
  readonly turns?: number;
  /** Tokens that models read and write. */
  readonly tokens?: number;
}

/** The turns and tokens that an agent may use. A part of a budget counts against the whole as well. */
export class AgentBudget {
  readonly #limits: Required<BudgetLimits>;
  readonly #whole: AgentBudget | undefined;
  #turns = 0;
  #tokens = 0;

  constructor({ turns = Infinity, tokens = Infinity }: BudgetLimits = {}, whole?: AgentBudget) {
    if (!(turns >= 0 && tokens >= 0)) throw new TypeError('turns and tokens of a budget are numbers from 0 on');
    this.#limits = { turns, tokens };
    this.#whole = whole;
  }

  /** How many turns have been used. */
  get turns(): number {
    return this.#turns;
  }

  /** How many tokens have been used. */
  get tokens(): number {
    return this.#tokens;
  }

  get turnsLeft(): number {
    return Math.min(this.#limits.turns - this.#turns, this.#whole?.turnsLeft ?? Infinity);
  }

  /** May be below 0: the tokens of a turn are known only after it. */
  get tokensLeft(): number {
    return Math.min(this.#limits.tokens - this.#tokens, this.#whole?.tokensLeft ?? Infinity);
  }

  get isExhausted(): boolean {
    return this.turnsLeft < 1 || this.tokensLeft <= 0;
  }

  /** Counts a turn that is about to begin. Returns false, and counts nothing, if the budget is exhausted. */
  takeTurn(): boolean {
    if (this.isExhausted) return false;
    this.#whole?.takeTurn();
    this.#turns++;
    return true;
  }

  /** Counts what a task has used before it was resumed. */
  restore({ turns, tokens }: { readonly turns: number; readonly tokens: number }): void {
    this.#turns += turns;
    this.#tokens += tokens;
  }

  /** Counts the tokens of a turn. */
  addTokens(tokens: number): void {
    if (!(tokens > 0)) return;
    this.#whole?.addTokens(tokens);
    this.#tokens += tokens;
  }

  /** A budget for a sub-agent, within this one. */
  part(limits: BudgetLimits = {}): AgentBudget {
    return new AgentBudget(limits, this);
  }
}
