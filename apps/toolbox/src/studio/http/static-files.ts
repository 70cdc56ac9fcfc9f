import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { gzipSync } from 'node:zlib';

interface StaticFile {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly gzipped: Uint8Array<ArrayBuffer>;
  /** The build puts a hash into the name, so the content of the name never changes. */
  readonly isImmutable: boolean;
}

/**
 * The files of the page. All are read at the start, so that a request can only name one of them: no path in a request is
 * ever looked up on the disk.
 */
export class StaticFiles {
  readonly #files = new Map<string, StaticFile>();

  constructor(folder: string) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const type = TYPES[extname(entry.name)];
      if (!entry.isFile() || type === undefined) continue;
      const path = join(entry.parentPath, entry.name);
      const name = `/${relative(folder, path).replaceAll(sep, '/')}`;
      const bytes = new Uint8Array(readFileSync(path));
      const gzipped = new Uint8Array(gzipSync(bytes));
      this.#files.set(name, { type, bytes, gzipped, isImmutable: name.startsWith('/assets/') });
    }
  }

  /** The answer to a GET request; undefined if there is no such file. `/` is the page. */
  answer(path: string, acceptEncoding: string | undefined): Response | undefined {
    const file = this.#files.get(path === '/' ? '/index.html' : path);
    if (file === undefined) return undefined;
    const isGzipped = /\bgzip\b/.test(acceptEncoding ?? '');
    return new Response(isGzipped ? file.gzipped : file.bytes, {
      headers: {
        'content-type': file.type,
        'cache-control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
        vary: 'accept-encoding',
        ...(isGzipped && { 'content-encoding': 'gzip' }),
      },
    });
  }
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};
