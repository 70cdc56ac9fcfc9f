const actions = new Set<() => void>();

/** Runs a synchronous action when the process ends by itself. Returns a function that takes it back. */
export function atProcessExit(action: () => void): () => void {
  if (actions.size === 0) process.on('exit', runAll);
  actions.add(action);
  return () => {
    actions.delete(action);
    if (actions.size === 0) process.off('exit', runAll);
  };
}

function runAll(): void {
  for (const action of actions) {
    try {
      action();
    } catch {
      // The process is ending; the trail ends like that of a killed process.
    }
  }
}
