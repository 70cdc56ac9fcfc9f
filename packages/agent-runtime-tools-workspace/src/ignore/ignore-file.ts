import { constants } from 'node:fs';
import { basename } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import type { FileSystem } from '../fs/file-system.ts';
import type { SyncDiskReader } from '../fs/sync-disk-reader.ts';
import { refuse, workspaceErrors } from '../errors.ts';
import { isMissing, systemCode } from '../fs/system-failure.ts';
import { versionOf } from '../read/file-version.ts';

/** One ignore file, which is read again whenever it changed. */
export class IgnoreFile {
  readonly #fs: FileSystem;
  readonly #path: string;
  readonly #ignoreCase: boolean;
  /** Of the file that `#rules` was read from; undefined when the next call has to read it. */
  #version: string | undefined;
  #rules: Ignore | undefined;

  constructor(fs: FileSystem, path: string, { ignoreCase }: { ignoreCase: boolean }) {
    this.#fs = fs;
    this.#path = path;
    this.#ignoreCase = ignoreCase;
  }

  /** Undefined when there is no such file. Throws when the file cannot be read: then nothing may count as visible. */
  async rules(): Promise<Ignore | undefined> {
    try {
      const stat = await this.#fs.lstat(this.#path);
      // The times of a link say nothing about its target.
      const version = stat.kind === 'symlink' ? undefined : versionOf(stat);
      if (version !== undefined && version === this.#version) return this.#rules;
      this.#rules = ignore({ ignorecase: this.#ignoreCase }).add(await this.#text());
      this.#version = version;
      return this.#rules;
    } catch (error) {
      if (!isMissing(error) && systemCode(error) !== 'EISDIR') throw error;
      this.#version = undefined;
      this.#rules = undefined;
      return undefined;
    }
  }

  /** The same without waiting; 'unread' when the file has to be read first. */
  rulesSync(disk: SyncDiskReader): Ignore | undefined | 'unread' {
    const stat = disk.stat(this.#path);
    if (stat === undefined) return undefined;
    return stat.kind === 'file' && versionOf(stat) === this.#version ? this.#rules : 'unread';
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

/** A part of the rules must not be taken for all of them. */
function tooLarge(name: string): ReturnType<typeof workspaceErrors.TOO_LARGE> {
  return workspaceErrors.TOO_LARGE({
    message: `${name} has more than ${MAX_RULE_BYTES} bytes: until it is shorter, no file can be reached.`,
    suggestion: `Ask the person to shorten ${name}.`,
    details: { path: name, maxBytes: MAX_RULE_BYTES },
  });
}

const MAX_RULE_BYTES = 1024 * 1024;

/** What one set of rules says about a path: nothing, hidden, or shown again by a `!` rule. */
export function ruleVerdict(rules: Ignore, relative: string, isDirectory: boolean): 'none' | 'hidden' | 'shown' {
  const { ignored, unignored } = rules.test(isDirectory ? `${relative}/` : relative);
  if (ignored) return 'hidden';
  return unignored ? 'shown' : 'none';
}
