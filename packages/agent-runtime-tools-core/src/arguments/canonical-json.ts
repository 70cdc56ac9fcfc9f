/** Writes JSON with sorted keys and without undefined members, so that equal values have equal text. */
export function canonicalJson(value: unknown): string {
  return useCanonicalJson(value, textOf);
}

/**
 * Calls a function, for example one that makes a digest, with the UTF-8 of `canonicalJson(value)`, and returns what it
 * returns. Takes less time than to make the text first. The bytes are valid only until the function returns.
 */
export function useCanonicalJson<T>(value: unknown, use: (utf8: Uint8Array) => T): T {
  // A getter of the value, or `use`, may get here again: each writes after what the others have written.
  const start = end;
  try {
    write(value);
    return use(writtenSince(start));
  } finally {
    end = start;
    if (start === 0 && bytes.length > MAX_KEPT_BYTES) setBytes(Buffer.allocUnsafeSlow(FIRST_BYTES));
  }
}

function textOf(utf8: Uint8Array): string {
  return bytes.toString('utf8', utf8.byteOffset, utf8.byteOffset + utf8.length);
}

const FIRST_BYTES = 4096;
const MAX_KEPT_BYTES = 256 * 1024;

/** What is being written, from 0 to `end`. */
let bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
let end = 0;
/** Views of the first bytes by their number: to make one takes as long as to write a small value. */
let views: (Uint8Array | undefined)[] = [];

function setBytes(buffer: Buffer<ArrayBuffer>): void {
  bytes = buffer;
  views = [];
}

function writtenSince(start: number): Uint8Array {
  if (start > 0 || end >= FIRST_BYTES) return bytes.subarray(start, end);
  return (views[end] ??= bytes.subarray(0, end));
}

function reserve(count: number): void {
  if (end + count <= bytes.length) return;
  const larger = Buffer.allocUnsafeSlow(Math.max(bytes.length * 2, end + count));
  bytes.copy(larger, 0, 0, end);
  setBytes(larger);
}

function write(value: unknown): void {
  if (typeof value === 'string') writeString(value);
  else if (typeof value === 'number') writePlain(Number.isFinite(value) ? String(value) : 'null');
  else if (isObject(value)) writeObject(value);
  else if (Array.isArray(value)) writeList(value);
  else writePlain(JSON.stringify(value) ?? 'null');
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function writeObject(object: Readonly<Record<string, unknown>>): void {
  let before = OPEN_BRACE;
  for (const key of inOrder(Object.keys(object))) {
    const member = object[key];
    if (member === undefined) continue;
    writeByte(before);
    before = COMMA;
    writeString(key);
    writeByte(COLON);
    write(member);
  }
  if (before === OPEN_BRACE) writeByte(OPEN_BRACE);
  writeByte(CLOSE_BRACE);
}

function writeList(list: readonly unknown[]): void {
  writeByte(OPEN_BRACKET);
  for (let index = 0; index < list.length; index++) {
    if (index > 0) writeByte(COMMA);
    write(list[index]);
  }
  writeByte(CLOSE_BRACKET);
}

function writeByte(byte: number): void {
  reserve(1);
  bytes[end++] = byte;
}

/** Writes text that consists of ASCII. */
function writePlain(text: string): void {
  reserve(text.length);
  for (let index = 0; index < text.length; index++) bytes[end++] = text.charCodeAt(index);
}

/** Most strings are short and need no escapes. Calling native code for one takes longer than this loop. */
function writeString(text: string): void {
  const start = end;
  if (text.length > LONG_TEXT) return writeEscaped(text);
  reserve(text.length + 2);
  bytes[end++] = QUOTE;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < FIRST_PLAIN || code > LAST_PLAIN || code === QUOTE || code === BACKSLASH) {
      end = start;
      return writeEscaped(text);
    }
    bytes[end++] = code;
  }
  bytes[end++] = QUOTE;
}

function writeEscaped(text: string): void {
  const escaped = JSON.stringify(text);
  reserve(Buffer.byteLength(escaped));
  end += bytes.write(escaped, end);
}

/** Sorts keys in place. Most objects have few, many of them in order already. */
function inOrder(keys: string[]): string[] {
  if (keys.length > FEW_KEYS) return keys.sort();
  for (let index = 1; index < keys.length; index++) {
    const key = keys[index] ?? '';
    let place = index;
    for (let other = keys[place - 1] ?? ''; place > 0 && other > key; other = keys[place - 1] ?? '')
      keys[place--] = other;
    keys[place] = key;
  }
  return keys;
}

const LONG_TEXT = 200;
const FEW_KEYS = 16;
const FIRST_PLAIN = 0x20;
const LAST_PLAIN = 0x7e;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
