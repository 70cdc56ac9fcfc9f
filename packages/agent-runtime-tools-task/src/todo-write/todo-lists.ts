import { ownerKey, ownerOf, type Owner, type Principal } from '@ku0/agent-runtime-tools-core';
import type { TodoItem } from './todo-item.ts';

/** The todo lists of all tasks. A list is kept until its task ends. */
export class TodoLists {
  readonly #lists = new Map<string, readonly TodoItem[]>();

  /** The list of a task; empty if it has none. */
  get(task: { readonly taskId: string; readonly principal?: Pick<Principal, 'id'> }): readonly TodoItem[] {
    return this.#lists.get(ownerKey(ownerOf(task))) ?? [];
  }

  /** Replaces the list of a task. Returns the previous one. */
  set(
    task: { readonly taskId: string; readonly principal?: Pick<Principal, 'id'> },
    todos: readonly TodoItem[],
  ): readonly TodoItem[] {
    const key = ownerKey(ownerOf(task));
    const previous = this.#lists.get(key) ?? [];
    if (todos.length === 0) this.#lists.delete(key);
    else this.#lists.set(key, Object.freeze([...todos]));
    return previous;
  }

  endTask(_taskId: string, owner: Owner): void {
    this.#lists.delete(ownerKey(owner));
  }
}

declare module '@ku0/agent-runtime-tools-core' {
  interface ToolServices {
    todos?: TodoLists;
  }
  interface ActivityEventData {
    /** The todo list of the call's task has been replaced. */
    todos_changed: { readonly todos: readonly TodoItem[]; readonly previous: readonly TodoItem[] };
  }
}
