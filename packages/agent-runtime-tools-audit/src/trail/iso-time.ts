let lastMs = Number.NaN;
let lastText = '';

/** The time as ISO 8601. Remembers the last answer, because records of one millisecond come in bursts. */
export function isoTime(time: number): string {
  const ms = Math.floor(time);
  if (ms !== lastMs) {
    lastText = new Date(ms).toISOString();
    lastMs = ms;
  }
  return lastText;
}
