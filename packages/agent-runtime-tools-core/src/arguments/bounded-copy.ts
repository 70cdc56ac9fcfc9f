/**
 * Copies any value as frozen plain data for display. Large or deep parts are cut and end with an ellipsis. Never throws,
 * even if reading the value throws.
 */
export function boundedCopy(value: unknown): { readonly copy: unknown; readonly chars: number } {
  const budget = { chars: MAX_CHARS, values: MAX_VALUES };
  const copy = copyOf(value, budget, 0);
  return { copy, chars: MAX_CHARS - budget.chars };
}

const MAX_CHARS = 64 * 1024;
const MAX_VALUES = 2000;
const MAX_DEPTH = 16;
const CUT = '…';

interface Budget {
  chars: number;
  values: number;
}

function copyOf(value: unknown, budget: Budget, depth: number): unknown {
  try {
    if (typeof value === 'string') return cut(value, budget);
    if (value === null || typeof value === 'boolean' || typeof value === 'number') return value;
    // A function, a symbol or a bigint is shown by its type only.
    if (typeof value !== 'object') return value === undefined ? undefined : `[${typeof value}]`;
    if (depth >= MAX_DEPTH || budget.values <= 0 || budget.chars <= 0) return CUT;
    return Object.freeze(Array.isArray(value) ? copyArray(value, budget, depth) : copyObject(value, budget, depth));
  } catch {
    return '[unreadable]';
  }
}

function copyArray(source: readonly unknown[], budget: Budget, depth: number): unknown[] {
  const copied: unknown[] = [];
  for (let index = 0; index < source.length; index++) {
    if (--budget.values < 0 || budget.chars <= 0) return [...copied, CUT];
    copied.push(copyOf(source[index], budget, depth + 1));
  }
  return copied;
}

function copyObject(source: object, budget: Budget, depth: number): object {
  const copied: [string, unknown][] = [];
  for (const key of Object.keys(source)) {
    if (--budget.values < 0 || budget.chars <= 0) {
      copied.push([CUT, CUT]);
      break;
    }
    copied.push([cut(key, budget), copyOf(Reflect.get(source, key), budget, depth + 1)]);
  }
  return Object.fromEntries(copied);
}

function cut(text: string, budget: Budget): string {
  const left = Math.max(0, budget.chars);
  budget.chars -= text.length;
  return text.length <= left ? text : text.slice(0, left) + CUT;
}
