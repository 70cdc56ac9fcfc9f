/**
 * Work that is written once and run either way: `runAsync` waits for each promise that it yields, `runSync` gives up at the
 * first.
 *
 *     function* sizeOf(path) { return (yield* awaited(stat(path))).size; }
 *     await runAsync(sizeOf('a'))   stat may return a promise
 *     runSync(sizeOf('a'))          undefined if it does
 */
export type SyncOrAsync<T> = Generator<Promise<void>, T, void>;

/**
 * The value, or what the promise resolves to. On a hot path, `value instanceof Promise ? yield* awaited(value) : value`
 * saves a generator.
 */
export function* awaited<T>(value: T | Promise<T>): SyncOrAsync<T> {
  if (!(value instanceof Promise)) return value;
  const results: { readonly value: T }[] = [];
  yield value.then((result) => void results.push({ value: result }));
  const [first] = results;
  if (first === undefined) throw new Error('The work was resumed before its promise was settled.');
  return first.value;
}

export async function runAsync<T>(work: SyncOrAsync<T>): Promise<T> {
  let step = work.next();
  while (step.done !== true) {
    try {
      await step.value;
    } catch (error) {
      step = work.throw(error);
      continue;
    }
    step = work.next();
  }
  return step.value;
}

/** Undefined when the work would have to wait. */
export function runSync<T>(work: SyncOrAsync<T>): T | undefined {
  const step = work.next();
  return step.done === true ? step.value : undefined;
}
