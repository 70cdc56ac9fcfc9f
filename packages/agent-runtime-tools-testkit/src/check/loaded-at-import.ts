import { execFile } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { isRecord } from './load-pack-folder.ts';

/** What importing a file loads of one package. */
export interface LoadedPackage {
  readonly name: string;
  readonly files: number;
  readonly bytes: number;
}

/** The packages that importing a file loads, in a new process, the largest first. Built-in modules are not listed. */
export async function loadedAtImport(entry: string): Promise<LoadedPackage[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    cwd: dirname(entry),
    env: { ...process.env, IMPORTED_FILE: pathToFileURL(entry).href, NODE_OPTIONS: '' },
    timeout: 60_000,
    maxBuffer: 16 * 1024 * 1024,
  });
  const urls: unknown = JSON.parse(stdout.slice(stdout.lastIndexOf('\n', stdout.length - 2) + 1));
  const found = new Map<string, LoadedPackage>();
  for (const url of Array.isArray(urls) ? urls : []) {
    const file = fileURLToPath(String(url));
    const name = packageAbove(file);
    const { files = 0, bytes = 0 } = found.get(name) ?? {};
    found.set(name, { name, files: files + 1, bytes: bytes + statSync(file).size });
  }
  return [...found.values()].sort((a, b) => b.bytes - a.bytes);
}

/** Prints the files as the last line, whatever the import prints, and ends although timers may be running. */
const PROGRAM = `
import { registerHooks } from 'node:module';
const urls = new Set();
registerHooks({ load(url, context, next) { if (url.startsWith('file:')) urls.add(url); return next(url, context); } });
await import(process.env.IMPORTED_FILE);
process.stdout.write('\\n' + JSON.stringify([...urls]) + '\\n', () => process.exit(0));
`;

/** The name in the next package.json above a file. */
function packageAbove(file: string): string {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const path = join(folder, 'package.json');
    const manifest: unknown = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
    if (isRecord(manifest) && typeof manifest['name'] === 'string') return manifest['name'];
  }
  return file;
}
