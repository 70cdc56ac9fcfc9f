import { accessSync, constants, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** A private temporary folder with the files that are mounted into runs. Removed when this process exits. */
export class PrivateFolder {
  readonly path: string;
  /** Unique. */
  readonly id: string;
  /** Mounted over hidden files; `emptyFolder` over hidden folders. */
  readonly emptyFile: string;
  readonly emptyFolder: string;
  #count = 0;

  constructor() {
    this.path = mkdtempSync(join(temporaryFolder(), PREFIX));
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

  /** A unique name for a run. */
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

/** In memory unless TMPDIR is set, because every run creates and removes a few small files. */
function temporaryFolder(): string {
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
