/** Turns that a hook has ended, with its reason. The oldest are forgotten. */
export class StoppedTurns {
  readonly #reasons = new Map<string, string>();

  /** A call outside of any turn stops nothing but itself. */
  add(turn: Turn, reason: string): void {
    if (turn.turnId === '') return;
    this.#reasons.set(keyOf(turn), reason);
    const [oldest] = this.#reasons.keys();
    if (this.#reasons.size > MAX_TURNS && oldest !== undefined) this.#reasons.delete(oldest);
  }

  reasonOf(turn: Turn): string | undefined {
    return this.#reasons.size === 0 ? undefined : this.#reasons.get(keyOf(turn));
  }
}

interface Turn {
  readonly taskId: string;
  readonly turnId: string;
}

const MAX_TURNS = 1000;

function keyOf({ taskId, turnId }: Turn): string {
  return JSON.stringify([taskId, turnId]);
}
