import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { updateStateFile } from '@ku0/agent-runtime-tools-workspace';
import { isMissing } from '../config/is-missing.ts';
import type { McpServerConfig } from '../config/server-config.ts';
import { markUsed } from '../state/mark-used.ts';
import { TOOLS_FOLDER } from '../state/purge-mcp-state.ts';
import { isFingerprint, type Fingerprint } from './fingerprints.ts';

/**
 * The definitions of one server's tools that count as known, in a file outside of every workspace. A tool is known from the
 * first time it is seen; a different definition is not, until somebody accepts it.
 */
export class AcceptedTools {
  readonly #file: string;
  #known: Map<string, Fingerprint> | undefined;

  /** The same name with another program or address is another server. */
  constructor(
    folder: string,
    { principal, server, config }: { principal: string; server: string; config: McpServerConfig },
  ) {
    const place = 'url' in config ? [config.url] : [config.command, ...(config.args ?? [])];
    const key = createHash('sha256')
      .update(JSON.stringify([principal, server, place]))
      .digest('hex')
      .slice(0, 32);
    this.#file = join(folder, TOOLS_FOLDER, `${key}.json`);
  }

  /** Compares definitions with the known ones, and records those of new tools. Returns the known ones. */
  async check(current: ReadonlyMap<string, Fingerprint>): Promise<ReadonlyMap<string, Fingerprint>> {
    const known = await this.#load();
    const added = [...current].filter(([name]) => !known.has(name));
    if (added.length > 0) await this.accept(new Map(added));
    return known;
  }

  /** Makes these definitions the known ones. Kept in memory even if the file cannot be written, which is reported. */
  async accept(definitions: ReadonlyMap<string, Fingerprint>): Promise<void> {
    const known = await this.#load();
    for (const [name, fingerprint] of definitions) known.set(name, fingerprint);
    await updateStateFile(this.#file, async () => {
      const stored = await this.#read();
      for (const [name, fingerprint] of definitions) stored.set(name, fingerprint);
      if (stored.size > MAX_TOOLS) throw new RangeError(`The server has had more than ${MAX_TOOLS} tools.`);
      return `${JSON.stringify({ version: 1, tools: Object.fromEntries(stored) })}\n`;
    });
  }

  async #load(): Promise<Map<string, Fingerprint>> {
    this.#known ??= await this.#read();
    return this.#known;
  }

  /** Rejects for a damaged file: tools must not count as new because their record is gone. */
  async #read(): Promise<Map<string, Fingerprint>> {
    try {
      const found = await stat(this.#file);
      if (found.size > MAX_BYTES) throw new RangeError(`${this.#file} is too large.`);
      const { version, tools = {} } = JSON.parse(await readFile(this.#file, 'utf8')) as StoredFile;
      const entries = Object.entries(tools);
      if (version !== 1 || !entries.every((entry): entry is [string, Fingerprint] => isFingerprint(entry[1])))
        throw new TypeError(`${this.#file} is not a record of tools.`);
      await markUsed(this.#file, found);
      return new Map(entries);
    } catch (error) {
      if (isMissing(error)) return new Map();
      throw error;
    }
  }
}

interface StoredFile {
  readonly version?: unknown;
  readonly tools?: Readonly<Record<string, unknown>>;
}

const MAX_TOOLS = 10_000;
const MAX_BYTES = 16 << 20;
