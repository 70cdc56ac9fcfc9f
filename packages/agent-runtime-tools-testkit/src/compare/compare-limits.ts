import type { Direction } from './compare-schemas.ts';
import type { Schema } from './schema-parts.ts';

export interface LimitChange {
  readonly keyword: string;
  readonly direction: Direction;
  readonly from: unknown;
  readonly to: unknown;
}

/** The changed limits of a schema: bounds, patterns, formats, and whether more properties are allowed. */
export function compareLimits(before: Schema, after: Schema): LimitChange[] {
  return [...LOWER, ...UPPER, ...RULES, 'additionalProperties']
    .filter((keyword) => JSON.stringify(before[keyword]) !== JSON.stringify(after[keyword]))
    .map((keyword) => {
      const [from, to] = [before[keyword], after[keyword]];
      return { keyword, direction: directionOf(keyword, from, to), from, to };
    });
}

const LOWER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
const UPPER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];
/** A value follows them or not; another rule counts as narrower, because it refuses what the old one accepted. */
const RULES = ['pattern', 'format', 'multipleOf', 'uniqueItems'];

function directionOf(keyword: string, from: unknown, to: unknown): Direction {
  if (keyword === 'additionalProperties') return to === false ? 'narrower' : 'wider';
  if (to === undefined || to === false) return 'wider';
  if (from === undefined || from === false || RULES.includes(keyword)) return 'narrower';
  const isRaised = Number(to) > Number(from);
  return isRaised === LOWER.includes(keyword) ? 'narrower' : 'wider';
}
