import { accessSync, constants, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** A folder of this process alone, with what is mounted into every run and what one run needs. */
export class PrivateFolder {
  readonly path: string;
  /** Differs from that of every other folder. */
  readonly id: string;
  /** Stands in for files and folders that are hidden. */
  readonly emptyFile: string;
  readonly emptyFolder: string;
  #count = 0;

  constructor() {
    this.path = mkdtempSync(join(place(), PREFIX));
    this.id = basename(this.path).slice(PREFIX.length);
    this.emptyFile = this.write('empty-file', '');
    this.emptyFolder = join(this.path, 'empty-folder');
    mkdirSync(this.emptyFolder);
    if (folders.size === 0) process.on('exit', removeAll);
    folders.add(this);
  }

  write(name: string, content: string | Uint8Array): string {
    const path = join(this.path, name);
    if (name.includes('/')) mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content, { mode: 0o600 });
    return path;
  }

  /** A name that no other run has. */
  nextName(): string {
    this.#count += 1;
    return `run-${this.#count}`;
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
    folders.delete(this);
    if (folders.size === 0) process.off('exit', removeAll);
  }
}

const PREFIX = 'toolbox-sandbox-';

/** In memory where nobody asked for another place: every run makes and removes a few small files. */
function place(): string {
  if (process.env['TMPDIR'] !== undefined) return tmpdir();
  try {
    accessSync(SHARED_MEMORY, constants.W_OK | constants.X_OK);
    return SHARED_MEMORY;
  } catch {
    return tmpdir();
  }
}

const SHARED_MEMORY = '/dev/shm';
const folders = new Set<PrivateFolder>();

function removeAll(): void {
  for (const folder of folders) folder.remove();
}
