import { extname } from 'node:path';
import { errorMessage } from '@ku0/agent-runtime-tools-core';
import { datasetEntry, type DatasetEntry } from './dataset-entry.ts';
import type { EvaluationCase } from './evaluation-case.ts';
import { readJsonLines } from './read-json-lines.ts';
import { readYamlCases } from './read-yaml-cases.ts';

/** The path of a file with cases (.jsonl, .yaml, .yml), or the cases themselves. */
export type Dataset = string | Iterable<EvaluationCase> | AsyncIterable<EvaluationCase>;

/** Thrown for a dataset that cannot be read at all. */
export class DatasetError extends Error {
  override readonly name = 'DatasetError';
}

/** Reads the entries of a dataset one after the other. Throws a DatasetError if the file cannot be read. */
export async function* readDataset(dataset: Dataset): Entries {
  if (typeof dataset === 'string') {
    yield* readDatasetFile(dataset);
    return;
  }
  let count = 0;
  for await (const value of dataset) yield datasetEntry(value, `case ${++count}`);
}

type Entries = AsyncGenerator<DatasetEntry, void, undefined>;

function readDatasetFile(path: string): Entries {
  switch (extname(path).toLowerCase()) {
    case '.jsonl':
    case '.ndjson':
      return withPathInErrors(path, readJsonLines(path));
    case '.yaml':
    case '.yml':
      return withPathInErrors(path, readYamlCases(path));
    default:
      throw new DatasetError(`${path} is not a dataset: it must end in .jsonl, .yaml or .yml.`);
  }
}

/** Turns an error of the file system into a DatasetError with the path. */
async function* withPathInErrors(path: string, entries: Entries): Entries {
  try {
    yield* entries;
  } catch (error) {
    throw new DatasetError(`${path} cannot be read: ${errorMessage(error)}`, {
      cause: error,
    });
  }
}
