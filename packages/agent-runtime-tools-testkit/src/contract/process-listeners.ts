/** How many listeners the process has for each of its events. */
export function processListeners(): ReadonlyMap<string, number> {
  return new Map(process.eventNames().map((event) => [String(event), process.listenerCount(event)]));
}

/** The events that have more listeners now. */
export function moreListenersThan(before: ReadonlyMap<string, number>): string[] {
  return [...processListeners()].filter(([event, count]) => count > (before.get(event) ?? 0)).map(([event]) => event);
}
