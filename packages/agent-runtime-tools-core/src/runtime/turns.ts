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

/**
 * What has happened in the turns of each task, and which of them is under way. A call that ends late still counts for
 * the turn it was made in, not for the one that has begun since. What was quiet longest is forgotten first.
 */
export class Turns {
  readonly #current = new Map<string, string>();
  readonly #turns = new Map<string, Turn>();
  #counter = 0;
  /** True once any turn has been begun or marked: until then nothing needs to be looked up. */
  used = false;

  begin(taskId: string, turnId = `turn-${++this.#counter}`): string {
    this.used = true;
    keepNewest(this.#current, taskId, turnId);
    keepNewest(this.#turns, keyOf(taskId, turnId), newTurn(turnId));
    return turnId;
  }

  end(taskId: string): void {
    const turnId = this.#current.get(taskId);
    if (turnId === undefined) return;
    this.#current.delete(taskId);
    this.#turns.delete(keyOf(taskId, turnId));
  }

  /** The id of the turn under way; undefined when the task is in none. */
  current(taskId: string): string | undefined {
    return this.#current.get(taskId);
  }

  /** What is known of a turn. */
  find(taskId: string, turnId: string): Turn | undefined {
    return this.used ? this.#turns.get(keyOf(taskId, turnId)) : undefined;
  }

  /** The same, for writing: one that is not known begins to be. */
  of(taskId: string, turnId: string): Turn {
    this.used = true;
    const turn = this.find(taskId, turnId) ?? newTurn(turnId);
    keepNewest(this.#turns, keyOf(taskId, turnId), turn);
    return turn;
  }
}

const MAX_KEPT = 1024;

function newTurn(turnId: string): Turn {
  return { turnId, rejected: false, history: [], counts: new Map() };
}

function keyOf(taskId: string, turnId: string): string {
  return `${taskId.length} ${taskId} ${turnId}`;
}

function keepNewest<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= MAX_KEPT) return;
  for (const oldest of map.keys()) {
    map.delete(oldest);
    break;
  }
}
