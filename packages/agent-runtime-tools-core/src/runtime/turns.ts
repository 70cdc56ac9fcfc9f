/** One turn of a conversation: what a model asked for in one answer. */
export interface Turn {
  readonly turnId: string;
  /** A person rejected a call of this turn. */
  rejected: boolean;
  /** The calls made so far, by digest, for the repeated-calls guard. */
  readonly history: string[];
  /** How often each call ran since something last changed. */
  readonly counts: Map<string, number>;
}

/** The current turn of each task; the tasks that were quiet longest are forgotten first. */
export class Turns {
  readonly #turns = new Map<string, Turn>();
  #counter = 0;
  /** True once any turn has been begun or marked: until then nothing needs to be looked up. */
  used = false;

  begin(taskId: string, turnId = `turn-${++this.#counter}`): string {
    this.#store(taskId, newTurn(turnId));
    return turnId;
  }

  end(taskId: string): void {
    this.#turns.delete(taskId);
  }

  /** The turn under way, if there is one and it is the one asked for. */
  find(taskId: string, turnId?: string): Turn | undefined {
    const turn = this.#turns.get(taskId);
    return turn === undefined || (turnId !== undefined && turn.turnId !== turnId) ? undefined : turn;
  }

  /** The turn under way; a call that names another begins that one. */
  of(taskId: string, turnId: string): Turn {
    const known = this.find(taskId, turnId);
    if (known !== undefined) return known;
    const turn = newTurn(turnId);
    this.#store(taskId, turn);
    return turn;
  }

  #store(taskId: string, turn: Turn): void {
    this.used = true;
    this.#turns.delete(taskId);
    this.#turns.set(taskId, turn);
    if (this.#turns.size > MAX_TASKS) {
      for (const oldest of this.#turns.keys()) {
        this.#turns.delete(oldest);
        break;
      }
    }
  }
}

const MAX_TASKS = 1024;

function newTurn(turnId: string): Turn {
  return { turnId, rejected: false, history: [], counts: new Map() };
}
