import { constants } from 'node:fs';
import { basename } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import type { SyncDiskReader } from '../fs/sync-disk-reader.ts';
import type { FileSystem } from '../fs/file-system.ts';
import { refuse, workspaceErrors } from '../errors.ts';
import { isMissing, systemCode } from '../fs/system-failure.ts';
import { versionOf } from '../read/file-version.ts';

/** One ignore file, read again whenever it changed. A file that cannot be read has no rules. */
export class RuleFile {
  readonly #fs: FileSystem;
  readonly #path: string;
  readonly #ignoreCase: boolean;
  #stamp: string | undefined;
  #rules: Ignore | undefined;

  constructor(fs: FileSystem, path: string, { ignoreCase }: { ignoreCase: boolean }) {
    this.#fs = fs;
    this.#path = path;
    this.#ignoreCase = ignoreCase;
  }

  /** Undefined when there is no such file. Fails when it is there and cannot be read: a wall must not fall then. */
  async rules(): Promise<Ignore | undefined> {
    try {
      const stat = await this.#fs.lstat(this.#path);
      // A link's own times say nothing about the file behind it.
      const stamp = stat.kind === 'symlink' ? undefined : versionOf(stat);
      if (stamp !== undefined && stamp === this.#stamp) return this.#rules;
      this.#rules = ignore({ ignorecase: this.#ignoreCase }).add(await this.#text());
      this.#stamp = stamp;
      return this.#rules;
    } catch (error) {
      if (!isMissing(error) && systemCode(error) !== 'EISDIR') throw error;
      this.#stamp = undefined;
      this.#rules = undefined;
      return undefined;
    }
  }

  /** The same without waiting. Fails as `rules` does; 'unread' when the file has to be read first. */
  rulesNow(disk: SyncDiskReader): Ignore | undefined | 'unread' {
    const stat = disk.stat(this.#path);
    if (stat === undefined) return undefined;
    return stat.kind === 'file' && versionOf(stat) === this.#stamp ? this.#rules : 'unread';
  }

  async #text(): Promise<string> {
    const file = await this.#fs.open(this.#path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const buffer = new Uint8Array(MAX_RULE_BYTES + 1);
      let length = 0;
      for (;;) {
        const read = await file.read(buffer.subarray(length), length);
        length += read;
        if (read === 0 || length > MAX_RULE_BYTES) break;
      }
      if (length > MAX_RULE_BYTES) refuse(tooLarge(basename(this.#path)));
      return new TextDecoder().decode(buffer.subarray(0, length));
    } finally {
      await file.close();
    }
  }
}

/** Half of the rules must not count for all of them. */
function tooLarge(name: string): ReturnType<typeof workspaceErrors.TOO_LARGE> {
  return workspaceErrors.TOO_LARGE({
    message: `${name} has more than ${MAX_RULE_BYTES} bytes: until it is shorter, no file can be reached.`,
    suggestion: `Ask the person to shorten ${name}.`,
    details: { path: name, maxBytes: MAX_RULE_BYTES },
  });
}

const MAX_RULE_BYTES = 1024 * 1024;
