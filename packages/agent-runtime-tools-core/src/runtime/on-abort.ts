/** All listeners of a signal, behind the one event listener that is registered for them. */
interface SharedListener {
  readonly listeners: Set<() => void>;
  readonly notify: () => void;
}

const sharedListeners = new WeakMap<AbortSignal, SharedListener>();

/**
 * Calls the listener once when the signal fires; returns a function that removes it. Adding an event listener to a
 * signal takes time in proportion to those it has, so thousands of calls with the same signal share one.
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  const { listeners, notify } = sharedListeners.get(signal) ?? share(signal);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || sharedListeners.get(signal)?.listeners !== listeners) return;
    sharedListeners.delete(signal);
    signal.removeEventListener('abort', notify);
  };
}

function share(signal: AbortSignal): SharedListener {
  const listeners = new Set<() => void>();
  const notify = (): void => {
    sharedListeners.delete(signal);
    for (const listener of listeners) listener();
  };
  signal.addEventListener('abort', notify, { once: true });
  const shared = { listeners, notify };
  sharedListeners.set(signal, shared);
  return shared;
}
