import { readdir } from 'node:fs/promises';
import { delimiter } from 'node:path';
import { nearestNames } from '@ku0/agent-runtime-tools-core';

/** Programs on the search path with names similar to one that was not found. */
export async function nearestPrograms(name: string, path = process.env['PATH'] ?? ''): Promise<readonly string[]> {
  const folders = [...new Set(path.split(delimiter))].slice(0, MAX_FOLDERS);
  const lists = await Promise.all(folders.map((folder) => readdir(folder).catch((): string[] => [])));
  return nearestNames(name, new Set(lists.flat().slice(0, MAX_NAMES)));
}

const MAX_FOLDERS = 32;
const MAX_NAMES = 20_000;
