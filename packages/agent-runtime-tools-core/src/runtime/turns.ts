import { ownerKey, ownerOf, type Owner } from '../contracts/owner.ts';
import type { ToolError } from '../contracts/tool-error.ts';
import { coreErrors } from '../errors.ts';
import { TurnSet } from './turn-set.ts';

/** The calls of one turn, which is one answer of a model; for the repeated-calls guard. */
export interface Turn {
  /** Keys of the calls made so far, oldest first. */
  readonly history: string[];
  /** How often each call was made since a call last changed something. */
  readonly counts: Map<string, number>;
}

/**
 * The current turn of each task of each principal, and what has happened in turns. A call that ends late counts for the
 * turn it was made in, not for the current one. The calls of the least recently used turns are dropped when there are too
 * many; rejections are never dropped.
 */
export class Turns {
  readonly #current = new Map<string, string>();
  readonly #turns = new Map<string, Turn>();
  /** The turns in which a person rejected a call. */
  readonly #rejected: TurnSet;
  readonly #stopped: TurnSet;
  /** The errors of the most recently stopped turns. */
  readonly #stopErrors = new Map<string, ToolError>();
  #anyStopped = false;
  #counter = 0;
  /** False until a turn has begun or a call was rejected: until then, look-ups can be skipped. */
  used = false;

  constructor(limits?: ConstructorParameters<typeof TurnSet>[0]) {
    this.#rejected = new TurnSet(limits);
    this.#stopped = new TurnSet(limits);
  }

  begin(owner: Owner, turnId = `turn-${++this.#counter}`): string {
    this.used = true;
    const key = ownerKey(owner);
    const dropped = setNewest(this.#current, key, turnId, MAX_CURRENT);
    // The calls of a dropped turn belong to no turn ('') from now on. They stay rejected.
    if (dropped !== undefined && this.#rejected.has(dropped.key, dropped.value)) this.#rejected.add(dropped.key, '');
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

  /** Drops everything that is known about the turns of a task that has ended. */
  endTask(owner: Owner): void {
    this.end(owner);
    this.#rejected.endTask(ownerKey(owner));
    this.#stopped.endTask(ownerKey(owner));
  }

  /** The id of the current turn; undefined if the task is in none. */
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

  /** Makes all later calls of the turn fail with this error. Does nothing for calls outside of any turn. */
  stop(owner: Owner, turnId: string, error: ToolError): void {
    if (turnId === '') return;
    const key = ownerKey(owner);
    this.#anyStopped = true;
    this.#stopped.add(key, turnId);
    setNewest(this.#stopErrors, turnKey(key, turnId), error, MAX_KEPT);
  }

  /** The error of a call whose turn was stopped; undefined if it was not. */
  stopOf(call: Parameters<typeof ownerOf>[0] & { readonly turnId: string }): ToolError | undefined {
    if (!this.#anyStopped || call.turnId === '') return undefined;
    const key = ownerKey(ownerOf(call));
    if (!this.#stopped.has(key, call.turnId)) return undefined;
    return (
      this.#stopErrors.get(turnKey(key, call.turnId)) ?? coreErrors.CANCELLED({ message: 'The turn was stopped.' })
    );
  }

  /** The calls of a turn, created if the turn is not known. */
  of(owner: Owner, turnId: string): Turn {
    this.used = true;
    const key = turnKey(ownerKey(owner), turnId);
    const turn = this.#turns.get(key) ?? { history: [], counts: new Map() };
    setNewest(this.#turns, key, turn, MAX_KEPT);
    return turn;
  }
}

const MAX_KEPT = 1024;
const MAX_CURRENT = 65_536;

function turnKey(key: string, turnId: string): string {
  return `${key.length} ${key} ${turnId}`;
}

/** Sets an entry as the newest one and, if there are more than `max`, deletes and returns the oldest. */
function setNewest<V>(map: Map<string, V>, key: string, value: V, max: number): { key: string; value: V } | undefined {
  map.delete(key);
  map.set(key, value);
  if (map.size <= max) return undefined;
  for (const [oldestKey, oldestValue] of map) {
    map.delete(oldestKey);
    return { key: oldestKey, value: oldestValue };
  }
  return undefined;
}
