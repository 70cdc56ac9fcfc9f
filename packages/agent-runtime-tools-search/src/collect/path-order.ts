/**
 * A path with one character per byte (latin1). File names are bytes, so comparing raw paths compares bytes, and names that
 * are not UTF-8 stay intact until they are displayed.
 */
export type RawPath = string;

/** A key that sorts paths like a sorted walk: by the bytes of each name, with a folder's content in its folder's place. */
export function pathKey(raw: RawPath): string {
  return raw.replaceAll('/', '\0');
}

/** The same key, from the bytes of a raw path. */
export function keyOfBytes(bytes: Buffer, start: number, end: number): string {
  if (end - start > scratch.length) return pathKey(bytes.toString('latin1', start, end));
  for (let at = start; at < end; at++) scratch[at - start] = bytes[at] === SLASH ? 0 : (bytes[at] ?? 0);
  return scratch.toString('latin1', 0, end - start);
}

const scratch = Buffer.alloc(4_096);
const SLASH = 47;

export function pathOfKey(key: string): RawPath {
  return key.replaceAll('\0', '/');
}

export function rawPath(path: string): RawPath {
  return IS_ASCII.test(path) ? path : Buffer.from(path).toString('latin1');
}

/** The path as text; bytes that are not UTF-8 become U+FFFD. */
export function decodePath(raw: RawPath): string {
  return IS_ASCII.test(raw) ? raw : Buffer.from(raw, 'latin1').toString('utf8');
}

export function comparePaths(a: string, b: string): number {
  const [left, right] = [pathKey(rawPath(a)), pathKey(rawPath(b))];
  return left < right ? -1 : left > right ? 1 : 0;
}

const IS_ASCII = /^[\0-\x7f]*$/;
