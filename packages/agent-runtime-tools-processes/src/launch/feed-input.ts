import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream';

/** Writes the whole input of a program. Errors are ignored: a program may exit before it has read everything. */
export function feedInput(stdin: Writable, input: string | Uint8Array | Readable): void {
  if (typeof input === 'string' || input instanceof Uint8Array) {
    stdin.on('error', () => undefined);
    stdin.end(input);
    return;
  }
  pipeline(input, stdin, () => undefined);
}
