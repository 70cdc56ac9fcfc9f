import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { updateStateFile } from '@ku0/agent-runtime-tools-workspace';
import { isMissing } from '../config/is-missing.ts';
import { markUsed } from '../state/mark-used.ts';
import { CREDENTIALS_FOLDER } from '../state/purge-mcp-state.ts';

/** What is stored for one server: by the authorization server's issuer. */
export interface Credentials {
  readonly clients?: Readonly<Record<string, unknown>>;
  readonly tokens?: Readonly<Record<string, unknown>>;
  /** The issuer whose tokens were saved last. */
  readonly latest?: string;
}

/** The credentials for one server and one principal, in a file outside of every workspace that only its owner may read. */
export class CredentialFile {
  readonly path: string;

  constructor(folder: string, { principal, url }: { principal: string; url: string }) {
    const key = createHash('sha256')
      .update(JSON.stringify([principal, url]))
      .digest('hex')
      .slice(0, 32);
    this.path = join(folder, CREDENTIALS_FOLDER, `${key}.json`);
  }

  /** Empty if there is no file. Rejects for a file that others can read or write: it may be somebody else's. */
  async read(): Promise<Credentials> {
    try {
      const found = await stat(this.path);
      const { mode, uid, size } = found;
      if (process.platform !== 'win32' && ((mode & 0o077) !== 0 || uid !== process.getuid?.()))
        throw new Error('Others may read the file with the credentials of an MCP server.');
      if (size > MAX_BYTES) throw new RangeError('The file with the credentials of an MCP server is too large.');
      const data: unknown = JSON.parse(await readFile(this.path, 'utf8'));
      await markUsed(this.path, found);
      return typeof data === 'object' && data !== null ? data : {};
    } catch (error) {
      if (isMissing(error)) return {};
      throw error;
    }
  }

  async update(change: (data: Credentials) => Credentials): Promise<void> {
    await updateStateFile(this.path, async () => `${JSON.stringify(change(await this.read()))}\n`);
  }
}

const MAX_BYTES = 1 << 20;
