import * as fs from 'node:fs';
import type { RustEngine, SyncFileSystem, ToolContext } from './types/tool-context.ts';

const diskFileSystems = new WeakSet<SyncFileSystem>();

/** A context with the machine's files and the process's folder. Code tools need an engine: see `createCodeEngine`. */
export function createDefaultContext(rustEngine?: RustEngine): ToolContext {
  const disk: SyncFileSystem = {
    readFileSync: (path, encoding) => fs.readFileSync(path, asEncoding(encoding)),
    writeFileSync: (path, content) => fs.writeFileSync(path, content),
    existsSync: (path) => fs.existsSync(path),
    unlinkSync: (path) => fs.unlinkSync(path),
    readdirSync: (path, options) =>
      withFileTypes(options) ? fs.readdirSync(path, { withFileTypes: true }) : fs.readdirSync(path),
    statSync: (path) => fs.statSync(path),
  };
  diskFileSystems.add(disk);
  return { fs: disk, ...(rustEngine !== undefined && { rustEngine }), cwd: process.cwd() };
}

/** Whether the files of a context are those of the machine, so that programs see them too. */
export function isOnDisk({ fs: given }: ToolContext): boolean {
  return diskFileSystems.has(given);
}

function asEncoding(encoding: string): BufferEncoding {
  return Buffer.isEncoding(encoding) ? encoding : 'utf-8';
}

function withFileTypes(options: unknown): boolean {
  return (
    typeof options === 'object' && options !== null && 'withFileTypes' in options && options.withFileTypes === true
  );
}
