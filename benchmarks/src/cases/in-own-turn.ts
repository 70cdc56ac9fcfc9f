/** Waits for the next turn of the event loop after a call, so that every call has a turn of its own, as in most programs. */
export async function inOwnTurn<T>(call: Promise<T>): Promise<T> {
  const outcome = await call;
  await new Promise((resolve) => setImmediate(resolve));
  return outcome;
}
