import { readFile } from 'node:fs/promises';
import { errorMessage } from '@ku0/agent-runtime-tools-core';
import { datasetEntry, type DatasetEntry } from './dataset-entry.ts';

/** Reads a list of cases, or several documents that each contain a case or a list of cases. */
export async function* readYamlCases(path: string): AsyncGenerator<DatasetEntry, void, undefined> {
  const { LineCounter, isNode, isSeq, parseAllDocuments } = await import('yaml');
  const lines = new LineCounter();
  const parsed = parseAllDocuments(await readFile(path, 'utf8'), { lineCounter: lines, prettyErrors: false });
  for (const document of Array.isArray(parsed) ? parsed : []) {
    for (const error of document.errors) {
      const place = `line ${lines.linePos(error.pos[0]).line}`;
      yield { id: place, problem: `${place} is not YAML: ${error.message}` };
    }
    if (document.errors.length > 0 || document.contents === null) continue;
    const items: readonly unknown[] = isSeq(document.contents) ? document.contents.items : [document.contents];
    for (const item of items) {
      const offset = isNode(item) ? (item.range?.[0] ?? 0) : 0;
      const place = `line ${lines.linePos(offset).line}`;
      yield itemEntry(() => (isNode(item) ? item.toJS(document) : item), place);
    }
  }
}

/** Converting an item can fail, for example because of an unresolved alias or too many aliases. */
function itemEntry(read: () => unknown, place: string): DatasetEntry {
  try {
    return datasetEntry(read(), place);
  } catch (error) {
    return { id: place, problem: `${place} cannot be read: ${errorMessage(error)}` };
  }
}
