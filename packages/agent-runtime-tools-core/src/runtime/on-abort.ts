/** Those who follow a signal, behind the one listener that it has for all of them. */
interface Following {
  readonly listeners: Set<() => void>;
  readonly tell: () => void;
}

const followings = new WeakMap<AbortSignal, Following>();

/**
 * Calls the listener once when the signal fires; returns the way out. A signal looks through all its listeners to add
 * one, so thousands of calls that follow the same one share a single listener.
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  const { listeners, tell } = followings.get(signal) ?? follow(signal);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || followings.get(signal)?.listeners !== listeners) return;
    followings.delete(signal);
    signal.removeEventListener('abort', tell);
  };
}

function follow(signal: AbortSignal): Following {
  const listeners = new Set<() => void>();
  const tell = (): void => {
    followings.delete(signal);
    for (const listener of listeners) listener();
  };
  signal.addEventListener('abort', tell, { once: true });
  const following = { listeners, tell };
  followings.set(signal, following);
  return following;
}
