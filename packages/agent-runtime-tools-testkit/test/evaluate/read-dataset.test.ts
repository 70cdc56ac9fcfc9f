import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DatasetEntry } from '../../src/evaluate/dataset-entry.ts';
import { readDataset } from '../../src/evaluate/read-dataset.ts';
import { createTestFolder } from '../../src/test-folder.ts';

async function entriesOf(name: string, content: string): Promise<DatasetEntry[]> {
  await using folder = await createTestFolder({ [name]: content });
  const entries: DatasetEntry[] = [];
  for await (const entry of readDataset(join(folder.path, name))) entries.push(entry);
  return entries;
}

/** Each entry as its id with what it is. */
function summary(entries: readonly DatasetEntry[]): string[] {
  return entries.map((entry) => ('problem' in entry ? entry.problem : `${entry.id}: ${entry.case.tool}`));
}

describe('readDataset of JSON lines', () => {
  it('readDataset reads one case per line, past a byte order mark and blank lines', async () => {
    const entries = await entriesOf(
      'cases.jsonl',
      '\uFEFF{"tool":"a","params":{"x":1}}\r\n\n  {"id":"named","tool":"b"}\n',
    );
    expect(summary(entries)).toEqual(['line 1: a', 'named: b']);
    expect(entries[0]).toMatchObject({ case: { params: { x: 1 } } });
  });

  it('readDataset reports each bad line with its number and goes on', async () => {
    const entries = await entriesOf(
      'cases.jsonl',
      '{"tool":"a"}\n{"tool":\n# comment\n["a"]\n{"tool":"b","tags":"x"}\n{"tool":"c"}',
    );
    expect(summary(entries)).toEqual([
      'line 1: a',
      expect.stringMatching(/^line 2 is not JSON: /),
      expect.stringMatching(/^line 3 is not JSON: /),
      'line 4 is not a case: is not an object',
      'line 5 is not a case: "tags" is not a list of strings',
      'line 6: c',
    ]);
  });
});

describe('readDataset of YAML', () => {
  it('readDataset reads a list of cases', async () => {
    const divide = '- tool: divide\n  params: { a: 6, b: 2 }\n  expect: { value: { quotient: 3 } }\n';
    const yaml = `# Divisions\n${divide}\n- id: named\n  tool: wait\n`;
    const entries = await entriesOf('cases.yaml', yaml);
    expect(summary(entries)).toEqual(['line 2: divide', 'named: wait']);
    expect(entries[0]).toMatchObject({ case: { params: { a: 6, b: 2 }, expect: { value: { quotient: 3 } } } });
  });

  it('readDataset reads several documents', async () => {
    expect(summary(await entriesOf('cases.yml', 'tool: a\n---\n- tool: b\n- tool: c\n'))).toEqual([
      'line 1: a',
      'line 3: b',
      'line 4: c',
    ]);
  });

  it('readDataset reports what is not a case with its line', async () => {
    expect(summary(await entriesOf('cases.yaml', '- tool: a\n- tool: b\n  expects: {}\n- 7\n'))).toEqual([
      'line 1: a',
      'line 2 is not a case: has the unknown member "expects"; did you mean "expect"?',
      'line 4 is not a case: is not an object',
    ]);
  });

  it('readDataset reports what is not YAML with its line', async () => {
    expect(summary(await entriesOf('cases.yaml', '- tool: a\n- tool: [b\n'))).toEqual([
      expect.stringMatching(/^line [23] is not YAML: /),
    ]);
  });

  it('readDataset reports an alias that leads nowhere, or to too much', async () => {
    expect(summary(await entriesOf('cases.yaml', '- tool: *none\n'))).toEqual([expect.stringMatching(/^line 1 /)]);
    const items = (level: number): string => (level === 0 ? 'x' : `*l${level - 1}, `.repeat(9));
    const levels = Array.from({ length: 12 }, (_, level) => `    l${level}: &l${level} [${items(level)}]`);
    const bomb = `- tool: a\n  params:\n${levels.join('\n')}\n`;
    expect(summary(await entriesOf('cases.yaml', bomb))).toEqual([
      expect.stringMatching(/^line 1 cannot be read: .*alias/),
    ]);
  });

  it('readDataset reads an empty file as no cases', async () => {
    expect(await entriesOf('cases.yaml', '')).toEqual([]);
    expect(await entriesOf('cases.jsonl', '')).toEqual([]);
  });
});
