import type { ArtifactStore } from './contracts/artifact-store.ts';
import type { ToolLogger } from './contracts/tool-context.ts';

/** A copy of plain data in which every string has been through the host's `redact`. Never throws. */
export type Redact = <T>(value: T) => T;

/**
 * What cannot be redacted is not shown: where the host's function throws or gives no text, for what is no plain data,
 * and for what lies too deep, there is a placeholder.
 */
export function redaction(redact: (text: string) => string): Redact {
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
    // Names of members are text too, other than the first, which are the same for all events of a type.
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

/** The store as it is, but for what is put into it. */
export function redactedStore(store: ArtifactStore, redact: Redact): ArtifactStore {
  const put: ArtifactStore['put'] = (text, info) => {
    const { description } = info;
    return store.put(redact(text), { ...info, ...(description !== undefined && { description: redact(description) }) });
  };
  return new Proxy(store, {
    get(target, name) {
      if (name === 'put') return put;
      const member: unknown = Reflect.get(target, name, target);
      // Private members are the store's own, not the proxy's.
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
