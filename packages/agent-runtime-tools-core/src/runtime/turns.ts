import { ownerKey, ownerOf, type Owner } from '../contracts/owner.ts';
import type { ToolError } from '../contracts/tool-error.ts';
import { coreErrors } from '../errors.ts';
import { RejectedTurns } from './turn-set.ts';

/** One turn of a conversation: what a model asked for in one answer, for the repeated-calls guard. */
export interface Turn {
  /** The calls made so far, by digest. */
  readonly history: string[];
  /** How often each call ran since something last changed. */
  readonly counts: Map<string, number>;
}

/**
 * Which turn is under way in each task of each principal, and what has happened in turns. A call that ends late still
 * counts for the turn it was made in, not for the one that has begun since. Which calls were made is forgotten with
 * the turns that were quiet longest; a rejection is not.
 */
export class Turns {
  readonly #current = new Map<string, string>();
  readonly #turns = new Map<string, Turn>();
  readonly #rejected: RejectedTurns;
  /** The turns that were stopped, kept as those with a rejection are. */
  readonly #stopped: RejectedTurns;
  /** What later calls of stopped turns fail with, of the latest ones. */
  readonly #stopErrors = new Map<string, ToolError>();
  #anyStopped = false;
  #counter = 0;
  /** True once any turn has been begun or marked: until then nothing needs to be looked up. */
  used = false;

  constructor(limits?: ConstructorParameters<typeof RejectedTurns>[0]) {
    this.#rejected = new RejectedTurns(limits);
    this.#stopped = new RejectedTurns(limits);
  }

  begin(owner: Owner, turnId = `turn-${++this.#counter}`): string {
    this.used = true;
    const key = ownerKey(owner);
    const lost = keepNewest(this.#current, key, turnId, MAX_CURRENT);
    // Whose turn is lost makes calls outside any turn from now on: they stay as rejected as they were.
    if (lost !== undefined && this.#rejected.has(lost.key, lost.value)) this.#rejected.add(lost.key, '');
    this.#turns.delete(turnKey(key, turnId));
    this.#rejected.begin(key, turnId);
    this.#stopped.begin(key, turnId);
    return turnId;
  }

  end(owner: Owner): void {
    const key = ownerKey(owner);
    const turnId = this.#current.get(key);
    if (turnId === undefined) return;
    this.#current.delete(key);
    this.#turns.delete(turnKey(key, turnId));
    this.#rejected.end(key, turnId);
    this.#stopped.end(key, turnId);
    this.#stopErrors.delete(turnKey(key, turnId));
  }

  /** The task is over: nothing is known of its turns any more. */
  endTask(owner: Owner): void {
    this.end(owner);
    this.#rejected.endTask(ownerKey(owner));
    this.#stopped.endTask(ownerKey(owner));
  }

  /** The id of the turn under way; undefined when the task is in none. */
  current(owner: Owner): string | undefined {
    return this.used ? this.#current.get(ownerKey(owner)) : undefined;
  }

  /** A person has rejected a call of this turn. */
  reject(owner: Owner, turnId: string): void {
    this.used = true;
    this.#rejected.add(ownerKey(owner), turnId);
  }

  isRejected(owner: Owner, turnId: string): boolean {
    return this.used && this.#rejected.has(ownerKey(owner), turnId);
  }

  /** Ends a turn for all its later calls. A call outside of any turn has none to end. */
  stop(owner: Owner, turnId: string, error: ToolError): void {
    if (turnId === '') return;
    const key = ownerKey(owner);
    this.#anyStopped = true;
    this.#stopped.add(key, turnId);
    keepNewest(this.#stopErrors, turnKey(key, turnId), error, MAX_KEPT);
  }

  /** Why a call of a turn must not begin any more. */
  stopOf(call: Parameters<typeof ownerOf>[0] & { readonly turnId: string }): ToolError | undefined {
    if (!this.#anyStopped || call.turnId === '') return undefined;
    const key = ownerKey(ownerOf(call));
    if (!this.#stopped.has(key, call.turnId)) return undefined;
    return (
      this.#stopErrors.get(turnKey(key, call.turnId)) ?? coreErrors.CANCELLED({ message: 'The turn was stopped.' })
    );
  }

  /** What is known of the calls of a turn; one that is not known begins to be. */
  of(owner: Owner, turnId: string): Turn {
    this.used = true;
    const key = turnKey(ownerKey(owner), turnId);
    const turn = this.#turns.get(key) ?? { history: [], counts: new Map() };
    keepNewest(this.#turns, key, turn, MAX_KEPT);
    return turn;
  }
}

const MAX_KEPT = 1024;
const MAX_CURRENT = 65_536;

function turnKey(key: string, turnId: string): string {
  return `${key.length} ${key} ${turnId}`;
}

/** Returns what had to make room. */
function keepNewest<V>(map: Map<string, V>, key: string, value: V, max: number): { key: string; value: V } | undefined {
  map.delete(key);
  map.set(key, value);
  if (map.size <= max) return undefined;
  for (const [oldest, its] of map) {
    map.delete(oldest);
    return { key: oldest, value: its };
  }
  return undefined;
}
