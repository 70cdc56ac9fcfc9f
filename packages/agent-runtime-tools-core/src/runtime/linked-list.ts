/** An item of a list. It holds its own links, so that adding and removing it allocates nothing. */
export interface Linked<T extends Linked<T>> {
  previous: T | undefined;
  next: T | undefined;
  list: LinkedList<T> | undefined;
}

/** A doubly linked list: items are removed in constant time, wherever they are. */
export class LinkedList<T extends Linked<T>> {
  #first: T | undefined = undefined;
  #last: T | undefined = undefined;
  size = 0;

  get first(): T | undefined {
    return this.#first;
  }

  append(item: T): void {
    item.list = this;
    item.previous = this.#last;
    if (this.#last === undefined) this.#first = item;
    else this.#last.next = item;
    this.#last = item;
    this.size++;
  }

  /** Does nothing if the item is not in this list. */
  remove(item: T): void {
    if (item.list !== this) return;
    const { previous, next } = item;
    if (previous === undefined) this.#first = next;
    else previous.next = next;
    if (next === undefined) this.#last = previous;
    else next.previous = previous;
    item.list = item.previous = item.next = undefined;
    this.size--;
  }

  shift(): T | undefined {
    const first = this.#first;
    if (first !== undefined) this.remove(first);
    return first;
  }
}
