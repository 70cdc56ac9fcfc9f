import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { ChunkWriter } from '../../src/terminal/chunk-writer.ts';
import { Output } from '../../src/terminal/output.ts';
import { paintFor } from '../../src/terminal/paint.ts';

describe('ChunkWriter', () => {
  const written = (...chunks: string[]): string => {
    const stream = new PassThrough();
    const output = new Output(stream, {});
    const writer = new ChunkWriter(output, paintFor(output));
    for (const chunk of chunks) writer.write(chunk);
    writer.end();
    return String(stream.read() ?? '');
  };

  it.each([
    [['a', 'b\n'], 'ab\n'],
    [['a'], 'a\n'],
    [[], ''],
    [['a\r', '\nb\r\n'], 'a\nb\n'],
    [['50%\r', '100%\r'], '50%\\r100%\\r\n'],
    [['\uD83D', '\uDE00\n'], '\u{1F600}\n'],
    [['\uD83D', 'x\n'], '\\u{d83d}x\n'],
    [['\u001B', '[31mred\n'], '\\u{1b}[31mred\n'],
  ])('writes %j as %j', (chunks, expected) => {
    expect(written(...chunks)).toBe(expected);
  });
});
