import { errorMessage } from '@ku0/agent-runtime-tools-core';
import type { Event } from 'js-yaml';

/** Where something is in a text, from 1. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** A text that is not YAML or JSON. */
export class SourceSyntaxError extends Error {
  override readonly name = 'SourceSyntaxError';
  readonly place: TextPlace | undefined;

  constructor(message: string, place: TextPlace | undefined) {
    super(message);
    this.place = place;
  }
}

/** Reads the value of a text. YAML, or JSON if the name ends in `.json`. Throws a SourceSyntaxError. */
export async function readSourceText(text: string, name: string): Promise<unknown> {
  if (text.trim() === '') return null;
  if (name.endsWith('.json')) return readJson(text);
  const { load, YAMLException } = await import('js-yaml');
  try {
    return load(text);
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const { mark } = error;
    throw new SourceSyntaxError(error.reason, mark && { line: mark.line + 1, column: mark.column + 1 });
  }
}

/** Finds the place of a value by the keys that lead to it, or that of the nearest value around it. */
export async function placeOf(text: string, path: readonly (string | number)[]): Promise<TextPlace | undefined> {
  const { EVENT_ID, getScalarValue, parseEvents } = await import('js-yaml');
  const { DOCUMENT, MAPPING, POP, SCALAR, SEQUENCE } = EVENT_ID;
  const events = parseTolerantly(() => parseEvents(text, {}));

  /** The index of the event after the whole value that begins at an index. */
  const after = (index: number): number => {
    let depth = 0;
    for (let at = index; at < events.length; at++) {
      const type = events[at]?.type;
      if (type === SEQUENCE || type === MAPPING) depth++;
      else if (type === POP) depth--;
      if (depth <= 0) return at + 1;
    }
    return events.length;
  };
  const child = (index: number, key: string | number): { readonly at: number; readonly offset: number } | undefined => {
    const parent = events[index];
    let position = 0;
    for (let at = index + 1; at < events.length && events[at]?.type !== POP; position++) {
      const event = events[at];
      if (parent?.type === SEQUENCE && position === Number(key)) return { at, offset: offsetOf(event) };
      if (parent?.type === MAPPING) {
        const value = after(at);
        const isKey = event?.type === SCALAR && getScalarValue(text, event) === String(key);
        if (isKey) return { at: value, offset: event.valueStart };
        at = value;
      }
      at = after(at);
    }
    return undefined;
  };

  let index = events[0]?.type === DOCUMENT ? 1 : 0;
  let offset = offsetOf(events[index]);
  for (const key of path) {
    const found = child(index, key);
    if (found === undefined) break;
    index = found.at;
    if (found.offset >= 0) offset = found.offset;
  }
  return offset < 0 ? undefined : lineAndColumn(text, offset);
}

function parseTolerantly(parse: () => Event[]): Event[] {
  try {
    return parse();
  } catch {
    return [];
  }
}

function offsetOf(event: Event | undefined): number {
  if (event === undefined) return -1;
  if ('start' in event) return event.start;
  return 'valueStart' in event ? event.valueStart : -1;
}

function lineAndColumn(text: string, offset: number): TextPlace {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = errorMessage(error);
    const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? [];
    const place = line === undefined ? undefined : { line: Number(line), column: Number(column) };
    throw new SourceSyntaxError(message.replace(/ in JSON at position.*/, ''), place);
  }
}
