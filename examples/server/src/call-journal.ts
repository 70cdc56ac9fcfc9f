import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readFile, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { ToolResult } from '@ku0/agent-runtime-tools-core';

/** A call that a client has submitted. */
export interface JournaledCall {
  readonly principalId: string;
  readonly taskId: string;
  /** Chosen by the client. Submitting the same id again has no effect. */
  readonly callId: string;
  readonly tool: string;
  readonly params: unknown;
  /** `accepted`: not started yet. `started`: running, or interrupted by a crash. `ended`: it has a result. */
  readonly status: 'accepted' | 'started' | 'ended';
  readonly result?: ToolResult;
}

export type CallKey = Pick<JournaledCall, 'principalId' | 'taskId' | 'callId'>;

/** The submitted calls, one file per call, so that a restart loses none and starts none twice. */
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

  async read(key: CallKey): Promise<JournaledCall | undefined> {
    return readCall(join(this.#folder, fileName(key)));
  }

  async all(): Promise<JournaledCall[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const calls = await Promise.all(
      names.filter((name) => name.endsWith('.json')).map((name) => readCall(join(this.#folder, name))),
    );
    return calls.filter((call) => call !== undefined);
  }
}

/** A digest, because ids come from clients and must not become file names. */
function fileName({ principalId, taskId, callId }: CallKey): string {
  return `${createHash('sha256')
    .update(JSON.stringify([principalId, taskId, callId]))
    .digest('hex')}.json`;
}

async function readCall(path: string): Promise<JournaledCall | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as JournaledCall;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
