import type { ArtifactStore } from './contracts/artifact-store.ts';
import type { ToolLogger } from './contracts/tool-context.ts';

/** Copies plain data and applies the host's `redact` to every string in it. Never throws. */
export type Redact = <T>(value: T) => T;

/**
 * Creates the function that redacts data. Whatever it cannot redact, it replaces with a placeholder: values for which the
 * host's function throws or returns no text, values that are not plain data, and values that are nested too deeply.
 */
export function createRedact(redact: (text: string) => string): Redact {
  const text = (original: string): string => {
    try {
      const redacted: unknown = redact(original);
      return typeof redacted === 'string' ? redacted : REDACTED;
    } catch {
      return REDACTED;
    }
  };
  const copy = (value: unknown, depth: number): unknown => {
    if (typeof value === 'string') return text(value);
    if (typeof value === 'function' || typeof value === 'symbol') return REDACTED;
    if (typeof value !== 'object' || value === null) return value;
    if (depth > MAX_DEPTH) return REDACTED;
    if (Array.isArray(value)) return value.map((item) => copy(item, depth + 1));
    if (value instanceof Error) return { name: text(value.name), message: text(value.message) };
    if (!isPlain(value)) return REDACTED;
    // Property names are redacted too, except at the top level, where they are fixed for each type of event.
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [depth === 0 ? key : text(key), copy(member, depth + 1)]),
    );
  };
  return <T>(value: T): T => {
    try {
      return copy(value, 0) as T;
    } catch {
      return REDACTED as T;
    }
  };
}

export function redactedLogger(logger: ToolLogger, redact: Redact): ToolLogger {
  const level =
    (name: keyof ToolLogger): ToolLogger['warn'] =>
    (message, fields) =>
      fields === undefined ? logger[name](redact(message)) : logger[name](redact(message), redact(fields));
  return { debug: level('debug'), info: level('info'), warn: level('warn'), error: level('error') };
}

/** The same store, but everything that is put into it is redacted. */
export function redactedStore(store: ArtifactStore, redact: Redact): ArtifactStore {
  const put: ArtifactStore['put'] = (text, info) => {
    const { description } = info;
    return store.put(redact(text), { ...info, ...(description !== undefined && { description: redact(description) }) });
  };
  return new Proxy(store, {
    get(target, name) {
      if (name === 'put') return put;
      const member: unknown = Reflect.get(target, name, target);
      // Methods must run on the store itself: a proxy has no access to its private members.
      return typeof member === 'function'
        ? (...given: unknown[]): unknown => Reflect.apply(member, target, given)
        : member;
    },
  });
}

const REDACTED = '[redacted]';
const MAX_DEPTH = 64;

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
