import { posix } from 'node:path';

/** Text files in memory, by relative path, for testing functions that take their file access as a parameter. */
export class MemoryFiles {
  readonly #files = new Map<string, string>();

  constructor(files: Readonly<Record<string, string>> = {}) {
    for (const [path, content] of Object.entries(files)) this.#files.set(normalize(path), content);
  }

  /** Rejects with ENOENT for a missing file, as a real folder does. */
  async read(path: string): Promise<string> {
    const content = this.#files.get(normalize(path));
    if (content === undefined) throw notFound('open', path);
    return content;
  }

  async write(path: string, content: string): Promise<void> {
    this.#files.set(normalize(path), content);
  }

  async remove(path: string): Promise<void> {
    if (!this.#files.delete(normalize(path))) throw notFound('unlink', path);
  }

  /** All paths, sorted. */
  async list(): Promise<string[]> {
    return [...this.#files.keys()].sort();
  }

  /** A copy of all paths and contents, sorted. */
  snapshot(): Record<string, string> {
    return Object.fromEntries([...this.#files].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

function normalize(path: string): string {
  const normal = posix.normalize(path);
  if (
    posix.isAbsolute(normal) ||
    normal === '.' ||
    normal === '..' ||
    normal.startsWith('../') ||
    normal.endsWith('/')
  ) {
    throw new TypeError(`"${path}" is not the path of a file below the folder.`);
  }
  return normal;
}

function notFound(call: string, path: string): Error {
  return Object.assign(new Error(`ENOENT: no such file, ${call} '${path}'`), { code: 'ENOENT' });
}
