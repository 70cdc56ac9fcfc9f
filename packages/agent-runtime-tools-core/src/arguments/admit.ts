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

/** Why arguments were not admitted, and where. */
export class NotAdmitted extends Error {
  override readonly name = 'NotAdmitted';
  path = '';

  within(key: string | number): this {
    this.path = `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}${this.path}`;
    return this;
  }
}

/** What one admission may still take, and what it has taken. */
export class Allowance {
  readonly limits: ArgumentLimits;
  freeze: boolean;
  depth = 0;
  chars = 0;
  keys = 0;
  items = 0;

  constructor(limits: ArgumentLimits, { freeze = false } = {}) {
    this.limits = limits;
    this.freeze = freeze;
  }

  /** About how many characters of memory it has let in. */
  get taken(): number {
    return this.chars + UNITS_PER_VALUE * (this.keys + this.items);
  }

  /** As it was when new. */
  reset(): this {
    this.freeze = false;
    this.depth = this.chars = this.keys = this.items = 0;
    return this;
  }
}

/** What a value takes besides its text: eight bytes. */
const UNITS_PER_VALUE = 4;

/**
 * A deep copy that holds plain JSON only and stays within the limits, frozen where the allowance says so. The
 * caller's object is read once, here, and never again: what happens to it later cannot reach the call. Throws
 * NotAdmitted.
 */
export function admit(value: unknown, allowance: Allowance): unknown {
  switch (typeof value) {
    case 'string':
      admitText(value, allowance);
      return value;
    case 'boolean':
      return value;
    case 'number':
      if (!Number.isFinite(value)) throw new NotAdmitted(`is ${value}, which is not a JSON number`);
      return value;
    case 'object':
      return value === null ? null : admitContainer(value, allowance);
    default:
      throw new NotAdmitted(`is a ${typeof value}, which is not JSON`);
  }
}

function admitContainer(value: object, allowance: Allowance): object {
  const { limits } = allowance;
  if (++allowance.depth > limits.maxDepth) throw new NotAdmitted(`is nested deeper than ${limits.maxDepth} levels`);
  const copied = Array.isArray(value) ? copyArray(value, allowance) : copyObject(value, allowance);
  allowance.depth--;
  return allowance.freeze ? Object.freeze(copied) : copied;
}

function copyArray(source: readonly unknown[], allowance: Allowance): unknown[] {
  const { length } = source;
  allowance.items += length;
  if (allowance.items > allowance.limits.maxItems)
    throw new NotAdmitted(`has more than ${allowance.limits.maxItems} elements in all`);
  const copied = new Array<unknown>(length);
  let index = 0;
  try {
    for (; index < length; index++) copied[index] = admit(source[index], allowance);
  } catch (error) {
    throw located(error, index);
  }
  return copied;
}

function copyObject(source: object, allowance: Allowance): object {
  if (!isPlain(source)) throw new NotAdmitted('is not a plain object');
  if (Object.getOwnPropertySymbols(source).length > 0) throw new NotAdmitted('has a symbol for a key');
  // A spread copies own properties as they are, `__proto__` included, and is several times faster than a loop.
  const copied: Record<string, unknown> = { ...source };
  let current = '';
  let absent = false;
  try {
    for (const key in copied) {
      current = key;
      if (++allowance.keys > allowance.limits.maxKeys)
        throw new NotAdmitted(`has more than ${allowance.limits.maxKeys} keys in all`);
      if (key === '__proto__' || key === 'constructor' || key === 'prototype')
        throw new NotAdmitted('is a key that is never accepted');
      admitText(key, allowance);
      const child = copied[key];
      if (typeof child === 'string') admitText(child, allowance);
      else if (typeof child === 'object') copied[key] = admit(child, allowance);
      else if (child === undefined) absent = true;
      else if (typeof child !== 'boolean') admit(child, allowance);
    }
  } catch (error) {
    throw located(error, current);
  }
  return absent ? withoutAbsent(copied) : copied;
}

/** A property set to undefined is how TypeScript code says that it is not there. */
function withoutAbsent(source: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(source).filter(([, child]) => child !== undefined));
}

function admitText(text: string, allowance: Allowance): void {
  const { length } = text;
  allowance.chars += length;
  if (allowance.chars > allowance.limits.maxChars)
    throw new NotAdmitted(`is larger than ${allowance.limits.maxChars} characters in all`);
  if (isText(text)) return;
  throw new NotAdmitted(
    text.includes('\0') ? 'contains a NUL character' : 'contains half of a surrogate pair, which is not text',
  );
}

/** Whether a string holds characters only: no NUL, no half of a surrogate pair. */
export function isText(text: string): boolean {
  return (text.length <= SHORT && isPlainText(text)) || (!text.includes('\0') && text.isWellFormed());
}

/** Below this, looking at each character is faster than asking the engine. */
const SHORT = 32;

function isPlainText(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0 || code >= 0xd800) return false;
  }
  return true;
}

export function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value) as object | null;
  return prototype === Object.prototype || prototype === null || isForeignRoot(prototype);
}

/** The root of all objects in another realm; a prototype that somebody made up would bring values of its own. */
function isForeignRoot(prototype: object): boolean {
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, 'isPrototypeOf');
}

function located(error: unknown, key: string | number): unknown {
  return error instanceof NotAdmitted ? error.within(key) : error;
}
