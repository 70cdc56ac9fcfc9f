import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { findToolNames } from '@ku0/agent-runtime-tools-rules';

/** Knows which files tools have read and written, by the names of the tools and their parameters. */
export class FileTracker {
  readonly #read = new Set<string>();
  readonly #written = new Set<string>();

  hasRead(path: string): boolean {
    return this.#read.has(resolve(path));
  }

  hasWritten(path: string): boolean {
    return this.#written.has(resolve(path));
  }

  /** The file that a call would edit without having seen it: it exists, and was neither read nor written. */
  unreadFileOf(toolName: string, args: Readonly<Record<string, unknown>>): string | undefined {
    if (!EDITORS.has(toolName)) return undefined;
    return pathsOf(args).find((path) => !this.hasRead(path) && !this.hasWritten(path) && existsSync(path));
  }

  /** Returns true if the call has written. */
  record(toolName: string, args: Readonly<Record<string, unknown>>): boolean {
    const family = findToolNames(toolName)?.family;
    const writes = family === 'Edit' || family === 'Delete';
    if (writes || family === 'Read')
      for (const path of pathsOf(args)) (writes ? this.#written : this.#read).add(resolve(path));
    return writes;
  }

  clear(): void {
    this.#read.clear();
    this.#written.clear();
  }
}

/** Tools that change a part of a file, which one has to have seen. */
const EDITORS: ReadonlySet<string> = new Set([
  'edit',
  'edit_file',
  'line_edit',
  'replace',
  'apply_diff',
  'insert_content',
]);

function pathsOf(args: Readonly<Record<string, unknown>>): string[] {
  return [args['file_paths'], args['file_path'], args['path']]
    .flat()
    .filter((value) => typeof value === 'string' && value !== '')
    .map(String);
}
