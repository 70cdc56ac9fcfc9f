/** What can stand in a list: it carries its own links, so that joining and leaving allocate nothing. */
export interface Linked<T extends Linked<T>> {
  previous: T | undefined;
  next: T | undefined;
  list: LinkedList<T> | undefined;
}

/** A list whose elements can be taken out in constant time, wherever they stand. */
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

  /** Does nothing when the item has left already. */
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
