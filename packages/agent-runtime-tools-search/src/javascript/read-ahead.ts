/**
 * Does something for each item and gives the results in the order of the items, with a few under way at a time: most of
 * the time of a small file is waiting for the disk. What is under way when nobody asks any more is let go.
 */
export async function* readAhead<T extends { readonly size: number }, R>(
  items: readonly T[],
  read: (item: T) => Promise<R>,
): AsyncGenerator<{ readonly item: T; readonly result: R }> {
  const underWay: { readonly item: T; readonly result: Promise<R> }[] = [];
  let [next, bytes] = [0, 0];
  for (;;) {
    for (
      let item = items[next];
      item !== undefined && hasRoom(underWay.length, bytes + item.size);
      item = items[next]
    ) {
      const result = read(item);
      // It is told when its turn comes, or to nobody.
      result.catch(() => undefined);
      underWay.push({ item, result });
      bytes += item.size;
      next += 1;
    }
    const first = underWay.shift();
    if (first === undefined) return;
    yield { item: first.item, result: await first.result };
    bytes -= first.item.size;
  }
}

/** One is always read, however large. */
function hasRoom(underWay: number, bytes: number): boolean {
  return underWay === 0 || (underWay < MOST_FILES && bytes <= MOST_BYTES);
}

const MOST_FILES = 16;
const MOST_BYTES = 4 * 1024 * 1024;
