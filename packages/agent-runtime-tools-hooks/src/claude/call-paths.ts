import { isRecord } from '@ku0/agent-runtime-tools-core';
import { patchPaths } from '@ku0/agent-runtime-tools-workspace/patch';

/** The distinct paths in the parameters of a call, as written and in order. */
export function callPaths(parameters: Readonly<Record<string, unknown>>): string[] {
  const found: string[] = [];
  for (const name of SINGLE) found.push(...texts(parameters[name]));
  for (const name of SEVERAL) {
    const list = parameters[name];
    if (!Array.isArray(list)) continue;
    for (const item of list) found.push(...texts(isRecord(item) ? (item['path'] ?? item['file_path']) : item));
  }
  for (const name of PATCHES) {
    for (const patch of texts(parameters[name]))
      for (const { path, possible } of patchPaths(patch)) if (possible !== true) found.push(path);
  }
  return [...new Set(found)];
}

const SINGLE = ['path', 'file_path', 'filePath', 'file', 'filename', 'notebook_path', 'target_file', 'from', 'to'];
const SEVERAL = ['paths', 'file_paths', 'files'];
const PATCHES = ['patch', 'input'];

function texts(value: unknown): string[] {
  return typeof value === 'string' && value !== '' ? [value] : [];
}
