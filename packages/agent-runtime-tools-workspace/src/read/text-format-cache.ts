import type { FileStat, FileSystem } from '../fs/file-system.ts';
import { versionOf, type FileVersion } from './file-version.ts';
import type { TextFormat } from './text-format.ts';

/** The formats of large files, so that paging through a file does not read all of it for every page. */
export const textFormatCache = {
  get(fs: FileSystem, stat: FileStat): TextFormat | undefined {
    return formats.get(fs)?.get(versionOf(stat));
  },

  /** Skips a file that has just changed: another change within the clock's resolution would leave the same version. */
  set(fs: FileSystem, stat: FileStat, format: TextFormat): void {
    if (stat.size < MIN_BYTES || Date.now() - Number(stat.modifiedNs / 1_000_000n) < SETTLED_MS) return;
    const cached = formats.get(fs) ?? new Map<FileVersion, TextFormat>();
    formats.set(fs, cached);
    cached.set(versionOf(stat), format);
    const [oldest] = cached.keys();
    if (cached.size > MAX_CACHED && oldest !== undefined) cached.delete(oldest);
  },
};

const formats = new WeakMap<FileSystem, Map<FileVersion, TextFormat>>();
const MIN_BYTES = 1024 * 1024;
const SETTLED_MS = 2000;
const MAX_CACHED = 100;
