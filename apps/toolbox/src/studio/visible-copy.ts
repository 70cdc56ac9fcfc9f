import { visibleText } from '@ku0/agent-runtime-tools-approval';

/**
 * A copy of plain data in which hidden characters are shown as escapes, in names and values. For what a person decides by: a
 * page would draw bidirectional and zero-width characters as if they were not there.
 */
export function visibleCopy<T>(value: T): T {
  return copy(value) as T;
}

function copy(value: unknown): unknown {
  if (typeof value === 'string') return visibleText(value, { multiline: true });
  if (Array.isArray(value)) return value.map(copy);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [visibleText(name), copy(member)]));
}
