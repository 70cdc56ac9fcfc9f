import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OutputLog } from '../../../src/output/log/output-log.ts';

let spoolDir = '';

beforeAll(async () => {
  spoolDir = await mkdtemp(join(tmpdir(), 'processes-log-'));
});

afterAll(async () => {
  await rm(spoolDir, { recursive: true });
});

async function filled(
  bytes: number,
  limitBytes = 10_000_000,
  chunkSize = 10_000,
): Promise<{ log: OutputLog; text: string }> {
  const log = new OutputLog({ spoolDir, limitBytes });
  const text = Array.from({ length: Math.ceil(bytes / 8) }, (_, n) => `${String(n).padStart(7, '0')}\n`)
    .join('')
    .slice(0, bytes);
  for (let at = 0; at < text.length; at += chunkSize) await log.push(Buffer.from(text.slice(at, at + chunkSize)));
  return { log, text };
}

describe('OutputLog', () => {
  it.each([0, 1, 65_536, 65_537, 1_000_000])('gives back %i bytes from any place', async (size) => {
    const { log, text } = await filled(size);
    expect(log.total).toBe(size);
    for (const offset of [0, 1, 65_530, 70_000, size - 5]) {
      if (offset < 0 || offset > size) continue;
      const piece = await log.slice(offset, 100);
      expect(piece.bytes.toString()).toBe(text.slice(offset, offset + 100));
    }
    expect(await log.text(2_000_000)).toBe(text);
    await log.close();
  });

  it('leaves no file behind that has a name', async () => {
    const { log } = await filled(300_000);
    await log.slice(0, 1);
    expect(await readdir(spoolDir)).toEqual([]);
    await log.close();
  });

  it('still has the end of the output after it was closed, also for a read that was under way', async () => {
    const { log, text } = await filled(1_000_000);
    const reading = log.slice(999_000, 2000);
    await log.close();
    for (const { bytes } of [await reading, await log.slice(999_000, 2000)])
      expect(bytes.toString()).toBe(text.slice(999_000));
    expect((await log.slice(0, 10)).start).toBe(1_000_000 - 65_536);
  });

  it('beyond its limit keeps the end, and says what is missing', async () => {
    const { log, text } = await filled(1_000_000, 200_000);
    expect(log.warnings).toEqual(['Only the first 200000 bytes and the end of the output were kept.']);
    expect(await log.slice(199_990, 100)).toMatchObject({
      start: 199_990,
      bytes: Buffer.from(text.slice(199_990, 200_000)),
    });
    const end = await log.slice(200_000, 1_000_000);
    expect(end.start).toBe(1_000_000 - 65_536);
    expect(end.bytes.toString()).toBe(text.slice(-65_536));
    const all = await log.text(2_000_000);
    expect(all).toBe(`${text.slice(0, 200_000)}\n[... ${800_000 - 65_536} bytes left out ...]\n${text.slice(-65_536)}`);
    await log.close();
  });

  it('a text within a smaller number of bytes is its start and its end', async () => {
    const { log, text } = await filled(1_000_000);
    const short = await log.text(100_000);
    expect(short.startsWith(text.slice(0, 34_000))).toBe(true);
    expect(short.endsWith(text.slice(-65_536))).toBe(true);
    expect(short.length).toBeLessThan(100_100);
    await log.close();
  });
});
