import { open } from 'node:fs/promises';
import { errorMessage } from '@ku0/agent-runtime-tools-core';
import { datasetEntry, type DatasetEntry } from './dataset-entry.ts';

/** Reads one case per line and skips blank lines. */
export async function* readJsonLines(path: string): AsyncGenerator<DatasetEntry, void, undefined> {
  const file = await open(path);
  try {
    let number = 0;
    for await (const line of file.readLines()) {
      number++;
      const text = line.replace(/^\uFEFF/, '').trim();
      if (text !== '') yield lineEntry(text, `line ${number}`);
    }
  } finally {
    await file.close();
  }
}

function lineEntry(text: string, place: string): DatasetEntry {
  try {
    return datasetEntry(JSON.parse(text), place);
  } catch (error) {
    return { id: place, problem: `${place} is not JSON: ${errorMessage(error)}` };
  }
}
