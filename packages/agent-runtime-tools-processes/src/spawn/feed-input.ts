import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream';

/** Writes a program's whole input. A program that stops reading early is its own affair. */
export function feedInput(stdin: Writable, input: string | Uint8Array | Readable): void {
  if (typeof input === 'string' || input instanceof Uint8Array) {
    stdin.on('error', () => undefined);
    stdin.end(input);
    return;
  }
  pipeline(input, stdin, () => undefined);
}
