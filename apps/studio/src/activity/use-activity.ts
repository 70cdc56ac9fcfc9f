import { useSyncExternalStore } from 'react';
import { followEvents } from '../client/event-connection.ts';
import { ActivityStore } from './activity-store.ts';

/** The one store of the page, which follows the live stream as long as the page is open. */
export const activity = new ActivityStore();

export function startFollowing(): void {
  void followEvents(
    { events: (events) => activity.add(events), state: (state) => activity.setConnection(state) },
    new AbortController().signal,
  );
}

/** What `select` reads from the store. The component is drawn again only when that changes. */
export function useActivity<T extends number | string | boolean | undefined>(select: (store: ActivityStore) => T): T {
  return useSyncExternalStore(activity.subscribe, () => select(activity));
}
