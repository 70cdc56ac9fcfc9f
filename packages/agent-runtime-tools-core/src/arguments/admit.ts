/** How much a call's arguments may hold. */
export interface ArgumentLimits {
  readonly maxDepth: number;
  /** All strings and keys together, in UTF-16 units. */
  readonly maxChars: number;
  /** Object keys, all levels together. */
  readonly maxKeys: number;
  /** Array elements, all levels together. */
  readonly maxItems: number;
}

export interface Admitted {
  readonly value: unknown;
  readonly chars: number;
}

/** Why arguments were not admitted, and where. */
export class NotAdmitted extends Error {
  override readonly name = 'NotAdmitted';
  path = '';

  within(key: string | number): this {
    this.path = `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}${this.path}`;
    return this;
  }
}

/**
 * A deep copy that holds plain JSON only and stays within the limits, frozen where asked. The caller's object is
 * read once, here, and never again: what happens to it later cannot reach the call. Throws NotAdmitted.
 */
export function admit(value: unknown, limits: ArgumentLimits, freeze: boolean): Admitted {
  const budget: Budget = { limits, freeze, depth: 0, chars: 0, keys: 0, items: 0 };
  const copied = copy(value, budget);
  return { value: copied, chars: budget.chars };
}

interface Budget {
  readonly limits: ArgumentLimits;
  readonly freeze: boolean;
  depth: number;
  chars: number;
  keys: number;
  items: number;
}

function copy(value: unknown, budget: Budget): unknown {
  switch (typeof value) {
    case 'string':
      budget.chars += value.length;
      if (budget.chars > budget.limits.maxChars) throw new NotAdmitted(`is larger than ${budget.limits.maxChars} characters in all`);
      if (value.includes('\0')) throw new NotAdmitted('contains a NUL character');
      if (!value.isWellFormed()) throw new NotAdmitted('contains half of a surrogate pair, which is not text');
      return value;
    case 'boolean':
      return value;
    case 'number':
      if (!Number.isFinite(value)) throw new NotAdmitted(`is ${value}, which is not a JSON number`);
      return value;
    case 'object':
      return value === null ? null : copyContainer(value, budget);
    default:
      throw new NotAdmitted(`is a ${typeof value}, which is not JSON`);
  }
}

function copyContainer(value: object, budget: Budget): object {
  if (++budget.depth > budget.limits.maxDepth) throw new NotAdmitted(`is nested deeper than ${budget.limits.maxDepth} levels`);
  const copied = Array.isArray(value) ? copyArray(value, budget) : copyObject(value, budget);
  budget.depth--;
  return budget.freeze ? Object.freeze(copied) : copied;
}

function copyArray(source: readonly unknown[], budget: Budget): unknown[] {
  const length = source.length;
  budget.items += length;
  if (budget.items > budget.limits.maxItems) throw new NotAdmitted(`has more than ${budget.limits.maxItems} elements in all`);
  const copied: unknown[] = [];
  for (let index = 0; index < length; index++) {
    try {
      copied.push(copy(source[index], budget));
    } catch (error) {
      throw located(error, index);
    }
  }
  return copied;
}

function copyObject(source: object, budget: Budget): object {
  if (!isPlain(source)) throw new NotAdmitted('is not a plain object');
  const copied: Record<string, unknown> = {};
  const keys = Object.keys(source);
  budget.keys += keys.length;
  if (budget.keys > budget.limits.maxKeys) throw new NotAdmitted(`has more than ${budget.limits.maxKeys} keys in all`);
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] as string;
    try {
      if (key === '__proto__' || key === 'constructor' || key === 'prototype') throw new NotAdmitted('is a key that is never accepted');
      budget.chars += key.length;
      const child = (source as Record<string, unknown>)[key];
      // A property set to undefined is how TypeScript code says "absent".
      if (child !== undefined) copied[key] = copy(child, budget);
    } catch (error) {
      throw located(error, key);
    }
  }
  return copied;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null;
}

function located(error: unknown, key: string | number): unknown {
  return error instanceof NotAdmitted ? error.within(key) : error;
}
