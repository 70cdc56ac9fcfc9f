/** Lets the event loop turn after a call, as it does in a program that waits for anything at all. */
export async function nextTurnAfter<T>(call: Promise<T>): Promise<T> {
  const outcome = await call;
  await new Promise((resolve) => setImmediate(resolve));
  return outcome;
}
