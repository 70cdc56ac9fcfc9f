import { useCallback, useEffect, useState } from 'react';
import { messageOf, request } from './request.ts';

export interface Resource<T> {
  readonly value: T | undefined;
  readonly error: string | undefined;
  readonly reload: () => void;
}

/** Loads JSON from a path, and again when the path or `version` changes. The old value stays until the new one is there. */
export function useResource<T>(path: string | undefined, version: unknown = 0): Resource<T> {
  const [loaded, setLoaded] = useState<{ path?: string; value?: T; error?: string }>({});
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (path === undefined) return undefined;
    const gone = new AbortController();
    request<T>(path, { signal: gone.signal }).then(
      (value) => setLoaded({ path, value }),
      (error: unknown) => {
        if (!gone.signal.aborted) setLoaded({ path, error: messageOf(error) });
      },
    );
    return () => gone.abort();
  }, [path, version, round]);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  const isCurrent = loaded.path === path;
  return { value: isCurrent ? loaded.value : undefined, error: isCurrent ? loaded.error : undefined, reload };
}
