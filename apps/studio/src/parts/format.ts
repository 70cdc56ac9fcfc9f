/** `12 ms`, `3.4 s`, `2 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 1) return `${ms.toFixed(1)} ms`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.floor((ms % 60_000) / 1000)} s`;
}

/** The time of day. */
export function clock(time: number): string {
  return new Date(time).toLocaleTimeString([], {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hour12: false,
  });
}

/** The day and the time of day. */
export function dayAndClock(time: number): string {
  const date = new Date(time);
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${day.join('-')} ${clock(time)}`;
}

/** `3 tools`, `1 tool`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

export function json(value: unknown): string {
  return JSON.stringify(value, undefined, 2) ?? 'undefined';
}

/** The name of a task for people: whose calls these are. */
export function taskName(task: string): string {
  if (task === 'studio') return 'this page';
  const session = /^mcp-(.{4})/.exec(task)?.[1];
  return session === undefined ? task : `MCP client ${session}`;
}
