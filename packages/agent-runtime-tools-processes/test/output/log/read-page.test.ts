import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { OutputLog } from '../../../src/output/log/output-log.ts';
import { readPage } from '../../../src/output/log/read-page.ts';

function logOf(text: string): OutputLog {
  const log = new OutputLog({ spoolDir: tmpdir(), limitBytes: 1_000_000 });
  void log.push(Buffer.from(text));
  return log;
}

describe('a search with an unfinished last line', () => {
  const search = { search: 'Pass', unfinished: true };

  it('finds a prompt as it stands, where that is asked for', async () => {
    const log = logOf('one\nPassword: ');
    expect(await readPage(log, { search: 'Pass' }, false)).toMatchObject({ text: '', nextOffset: 4 });
    expect(await readPage(log, search, false)).toMatchObject({ text: 'Password: ', nextOffset: 14 });
  });

  it('leaves a line that may still fit when it is finished', async () => {
    const log = logOf('one\nPas');
    expect(await readPage(log, search, false)).toMatchObject({ text: '', nextOffset: 4 });
    void log.push(Buffer.from('sword\n'));
    expect(await readPage(log, { ...search, offset: 4 }, false)).toMatchObject({ text: 'Password\n', nextOffset: 13 });
  });

  it('gives up a line that does not fit when the program has ended', async () => {
    expect(await readPage(logOf('one\nPas'), search, true)).toMatchObject({ text: '', nextOffset: 7 });
  });
});
