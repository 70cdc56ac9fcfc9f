import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readFile, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { ToolResult } from '@ku0/agent-runtime-tools-core';

/** A call that a client has handed in. */
export interface JournaledCall {
  readonly principalId: string;
  readonly taskId: string;
  /** The client's own id: the same call handed in again is the same call. */
  readonly callId: string;
  readonly tool: string;
  readonly params: unknown;
  /** `accepted`: not started yet. `started`: under way, or cut off by a crash. `ended`: there is a result. */
  readonly status: 'accepted' | 'started' | 'ended';
  readonly result?: ToolResult;
}

export type CallName = Pick<JournaledCall, 'principalId' | 'taskId' | 'callId'>;

/** What clients have handed in, one file per call, so that a restart forgets none and starts none twice. */
export class CallJournal {
  readonly #folder: string;

  constructor(state: string) {
    this.#folder = join(state, 'calls');
  }

  async write(call: JournaledCall): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const path = join(this.#folder, fileName(call));
    const draft = `${path}.${randomUUID()}`;
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(JSON.stringify(call));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  }

  async read(name: CallName): Promise<JournaledCall | undefined> {
    return parsed(join(this.#folder, fileName(name)));
  }

  async all(): Promise<JournaledCall[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const calls = await Promise.all(
      names.filter((name) => name.endsWith('.json')).map((name) => parsed(join(this.#folder, name))),
    );
    return calls.filter((call) => call !== undefined);
  }
}

/** Ids come from clients, so they name no files themselves. */
function fileName({ principalId, taskId, callId }: CallName): string {
  return `${createHash('sha256')
    .update(JSON.stringify([principalId, taskId, callId]))
    .digest('hex')}.json`;
}

async function parsed(path: string): Promise<JournaledCall | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as JournaledCall;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
