import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { open, rename, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { reviseStateFile, stateHome } from '@ku0/agent-runtime-tools-workspace';
import type { ApprovalStore, PendingApproval, RememberedApproval } from './approval-store.ts';
import { parseApproval, parsePending } from './parse-record.ts';

export interface FileApprovalStoreOptions {
  /** Default `approvals.json` in the state folder. Keep it outside of every workspace. */
  readonly file?: string;
  /** Told when a file that cannot be read was put aside. */
  readonly onProblem?: (problem: string) => void;
}

/** One JSON file that several processes may share: each change is made under a lock and put in place as a whole. */
export class FileApprovalStore implements ApprovalStore {
  readonly file: string;
  readonly #onProblem: ((problem: string) => void) | undefined;
  readonly #problems: string[] = [];
  #known: { readonly stamp: string; readonly content: Content } | undefined;

  constructor({ file = join(stateHome(), 'approvals.json'), onProblem }: FileApprovalStoreOptions = {}) {
    this.file = resolve(file);
    this.#onProblem = onProblem;
  }

  async list(): Promise<readonly RememberedApproval[]> {
    return (await this.#read()).approvals;
  }

  async add(approval: RememberedApproval): Promise<void> {
    await this.#change(({ approvals, pending }) => ({
      approvals: [...approvals.filter(({ id }) => id !== approval.id), approval].slice(-MOST_APPROVALS),
      pending,
    }));
  }

  async revoke(id: string): Promise<boolean> {
    let found = false;
    await this.#change(({ approvals, pending }) => {
      found = approvals.some((approval) => approval.id === id);
      return { approvals: approvals.filter((approval) => approval.id !== id), pending };
    });
    return found;
  }

  async pending(): Promise<readonly PendingApproval[]> {
    return (await this.#read()).pending;
  }

  async putPending(added: PendingApproval): Promise<void> {
    await this.#change(({ approvals, pending }) => ({
      approvals,
      pending: [...pending.filter(({ request }) => request.id !== added.request.id), added].slice(-MOST_PENDING),
    }));
  }

  async takePending(id: string): Promise<PendingApproval | undefined> {
    let found: PendingApproval | undefined;
    await this.#change(({ approvals, pending }) => {
      found = pending.find(({ request }) => request.id === id);
      return { approvals, pending: pending.filter(({ request }) => request.id !== id) };
    });
    return found;
  }

  problems(): readonly string[] {
    return this.#problems;
  }

  /** What other processes have written is seen at once: the file's stamp is looked at each time. */
  async #read(): Promise<Content> {
    const stamp = await stampOf(this.file);
    if (stamp === undefined) return NOTHING;
    if (this.#known?.stamp === stamp) return this.#known.content;
    const text = await readBounded(this.file);
    try {
      const content = parse(text);
      this.#known = { stamp, content };
      return content;
    } catch (error) {
      await this.#putAside(error);
      return NOTHING;
    }
  }

  async #change(change: (content: Content) => Content): Promise<void> {
    await reviseStateFile(this.file, async () => {
      const { approvals, pending } = change(await this.#read());
      return `${JSON.stringify({ version: 1, approvals, pending }, undefined, 1)}\n`;
    });
    this.#known = undefined;
  }

  /** Half a memory is none: it is kept for a person to look at, and everything is asked about again. */
  async #putAside(error: unknown): Promise<void> {
    const aside = `${this.file}.corrupt-${randomUUID().slice(0, 8)}`;
    await renameIfThere(this.file, aside);
    const why = error instanceof Error ? error.message : String(error);
    const problem = `${this.file} could not be read (${why}); it was put aside as ${aside}, and nothing is remembered.`;
    this.#problems.push(problem);
    this.#onProblem?.(problem);
  }
}

/** Another process may have put it aside already. */
async function renameIfThere(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}

interface Content {
  readonly approvals: readonly RememberedApproval[];
  readonly pending: readonly PendingApproval[];
}

const NOTHING: Content = { approvals: [], pending: [] };

async function stampOf(file: string): Promise<string | undefined> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(file, { bigint: true });
    return `${dev}:${ino}:${size}:${mtimeNs}:${ctimeNs}`;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

async function readBounded(path: string): Promise<string> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const found = await file.stat();
    if (!found.isFile()) throw new Error(`${path} is not a file`);
    if (found.size > MOST_BYTES) throw new Error(`${path} is larger than ${MOST_BYTES} bytes`);
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

function parse(text: string): Content {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || !('version' in value) || value.version !== 1) {
    throw new Error('it is not a store of version 1');
  }
  const { approvals, pending } = value as { approvals?: unknown; pending?: unknown };
  if (!Array.isArray(approvals) || !Array.isArray(pending)) throw new Error('it lacks its lists');
  return { approvals: approvals.map(parseApproval), pending: pending.map(parsePending) };
}

const MOST_BYTES = 64 * 1024 * 1024;
const MOST_APPROVALS = 10_000;
const MOST_PENDING = 1000;
