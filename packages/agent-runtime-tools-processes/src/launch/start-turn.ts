const waiting: (() => void)[] = [];
let isTaken = false;

/**
 * Waits for a turn of the event loop in which no other program is started. Starting one blocks the thread for a millisecond or
 * more; when many start together, other work gets its turn in between.
 */
export function startTurn(): Promise<void> | undefined {
  if (isTaken) {
    return new Promise((resolve) => {
      waiting.push(resolve);
    });
  }
  isTaken = true;
  setImmediate(passTurn);
  return undefined;
}

function passTurn(): void {
  const next = waiting.shift();
  if (next === undefined) {
    isTaken = false;
    return;
  }
  setImmediate(passTurn);
  next();
}
