import type { Owner } from '@ku0/agent-runtime-tools-core';

/** A queue that serves principals by turns, the tasks of a principal by turns, and those of a task in their order. */
export class FairQueue<T> {
  readonly #principals = new Map<string, Map<string, Set<T>>>();
  readonly #owners = new Map<T, Owner>();

  get size(): number {
    return this.#owners.size;
  }

  add(item: T, owner: Owner): void {
    const { principalId, taskId } = owner;
    const tasks = this.#principals.get(principalId) ?? new Map<string, Set<T>>();
    const items = tasks.get(taskId) ?? new Set<T>();
    this.#principals.set(principalId, tasks.set(taskId, items.add(item)));
    this.#owners.set(item, owner);
  }

  remove(item: T): void {
    const owner = this.#owners.get(item);
    if (owner === undefined) return;
    this.#owners.delete(item);
    const tasks = this.#principals.get(owner.principalId);
    const items = tasks?.get(owner.taskId);
    items?.delete(item);
    if (items?.size === 0) tasks?.delete(owner.taskId);
    if (tasks?.size === 0) this.#principals.delete(owner.principalId);
  }

  /** The next one, whose principal and task then go to the end of their lines. */
  shift(): T | undefined {
    for (const [principalId, tasks] of this.#principals) {
      for (const [taskId, items] of tasks) {
        for (const item of items) {
          this.#principals.delete(principalId);
          this.#principals.set(principalId, tasks);
          tasks.delete(taskId);
          tasks.set(taskId, items);
          this.remove(item);
          return item;
        }
      }
    }
    return undefined;
  }
}
