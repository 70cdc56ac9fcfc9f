/** A list whose elements can be taken out in constant time, wherever they stand. */
export class LinkedList<T> {
  #first: LinkedNode<T> | undefined;
  #last: LinkedNode<T> | undefined;
  size = 0;

  get first(): T | undefined {
    return this.#first?.value;
  }

  append(value: T): LinkedNode<T> {
    const node: LinkedNode<T> = { value, previous: this.#last, next: undefined, list: this };
    if (this.#last === undefined) this.#first = node;
    else this.#last.next = node;
    this.#last = node;
    this.size++;
    return node;
  }

  /** Does nothing when the node has left already. */
  remove(node: LinkedNode<T>): void {
    if (node.list !== this) return;
    node.list = undefined;
    if (node.previous === undefined) this.#first = node.next;
    else node.previous.next = node.next;
    if (node.next === undefined) this.#last = node.previous;
    else node.next.previous = node.previous;
    this.size--;
  }

  shift(): T | undefined {
    const node = this.#first;
    if (node !== undefined) this.remove(node);
    return node?.value;
  }

  *[Symbol.iterator](): Iterator<T> {
    for (let node = this.#first; node !== undefined; node = node.next) yield node.value;
  }
}

export interface LinkedNode<T> {
  readonly value: T;
  previous: LinkedNode<T> | undefined;
  next: LinkedNode<T> | undefined;
  list: LinkedList<T> | undefined;
}
