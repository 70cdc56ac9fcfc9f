import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { open, rename, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { errorMessage } from '@ku0/agent-runtime-tools-core';
import { updateStateFile, stateHome } from '@ku0/agent-runtime-tools-workspace';
import {
  isExpired,
  type ApprovalStore,
  type HeldRequests,
  type PendingApproval,
  type PendingTaker,
  type RememberedApproval,
  type SettledRequest,
} from './approval-store.ts';
import { isFullFor, MAX_FILE_BYTES, serializeWithinLimits, withoutOldest, type FileContent } from './file-limits.ts';
import { requestExcerpt } from './request-excerpt.ts';
import { parseApproval, parsePending, parseSettled } from './parse-stored-record.ts';
import { pollForChanges } from './poll-for-changes.ts';
import { recentlySettled, settlementOf } from './settled-requests.ts';
import { storeIsFull } from './store-limits.ts';

export interface FileApprovalStoreOptions {
  /** Default `approvals.json` in the state folder. Keep it outside of every workspace. */
  readonly file?: string;
  /** Called when a corrupt file was moved aside. */
  readonly onProblem?: (problem: string) => void;
}

/**
 * Stores everything in one JSON file that several processes may share. Each change locks the file and replaces it as a
 * whole. Additions beyond 16 MiB are refused; removals always succeed.
 */
export class FileApprovalStore implements ApprovalStore {
  readonly file: string;
  readonly #onProblem: ((problem: string) => void) | undefined;
  readonly #problems: string[] = [];
  #cached: { readonly stamp: string; readonly content: FileContent } | undefined;

  constructor({ file = join(stateHome(), 'approvals.json'), onProblem }: FileApprovalStoreOptions = {}) {
    this.file = resolve(file);
    this.#onProblem = onProblem;
  }

  async list(): Promise<readonly RememberedApproval[]> {
    return (await this.#read()).approvals;
  }

  async add(approval: RememberedApproval): Promise<void> {
    await this.#change(({ approvals, ...content }) => ({
      ...content,
      approvals: withoutOldest([...approvals.filter(({ id }) => id !== approval.id), approval], approval.principalId),
    }));
  }

  async revoke(id: string): Promise<boolean> {
    let found = false;
    await this.#change((content) => {
      const approvals = content.approvals.filter((approval) => approval.id !== id);
      found = approvals.length < content.approvals.length;
      return found ? { ...content, approvals } : undefined;
    });
    return found;
  }

  async pending(): Promise<readonly PendingApproval[]> {
    return (await this.#read()).pending;
  }

  async putPending(added: PendingApproval): Promise<void> {
    const kept = excerpt(added);
    await this.#change((content) => {
      const others = content.pending.filter(({ request }) => request.id !== added.request.id);
      const known = content.pending.find(({ request }) => request.id === added.request.id);
      if (isFullFor(kept, others)) throw storeIsFull();
      return known?.answer === undefined ? { ...content, pending: [...others, kept] } : undefined;
    });
  }

  async takePending(id: string, taker?: PendingTaker): Promise<PendingApproval | undefined> {
    let found: PendingApproval | undefined;
    await this.#change((content) => {
      found = content.pending.find(({ request }) => request.id === id);
      const settlement = found && settlementOf(found, taker);
      const settled = settlement === undefined ? [] : [settlement];
      return (
        found && {
          ...content,
          pending: content.pending.filter(({ request }) => request.id !== id),
          settled: recentlySettled([...content.settled, ...settled], Date.now()),
        }
      );
    });
    return found;
  }

  async changePending(id: string, change: (pending: PendingApproval) => PendingApproval | undefined): Promise<boolean> {
    let changed: PendingApproval | undefined;
    await this.#change((content) => {
      const found = content.pending.find(({ request }) => request.id === id);
      changed = found && change(found);
      const replaced = changed;
      return replaced && { ...content, pending: content.pending.map((each) => (each === found ? replaced : each)) };
    });
    return changed !== undefined;
  }

  async renewPending(holderId: string, until: number): Promise<void> {
    await this.#change((content) =>
      content.pending.some(({ holder }) => holder?.id === holderId)
        ? {
            ...content,
            pending: content.pending.map((each) =>
              each.holder?.id === holderId ? { ...each, holder: { ...each.holder, until } } : each,
            ),
          }
        : undefined,
    );
  }

  async purge(now: number): Promise<number> {
    let removed = 0;
    await this.#change((content) => {
      const approvals = content.approvals.filter((approval) => !isExpired(approval, now));
      const pending = content.pending.filter(({ request }) => !isExpired(request, now));
      removed = content.approvals.length + content.pending.length - approvals.length - pending.length;
      const settled = recentlySettled(content.settled, now);
      return removed > 0 || settled.length < content.settled.length ? { approvals, pending, settled } : undefined;
    });
    return removed;
  }

  async held(holderId: string): Promise<HeldRequests> {
    const held = (await this.#read()).pending.filter(({ holder }) => holder?.id === holderId);
    return { ids: held.map(({ request }) => request.id), answered: held.filter(({ answer }) => answer !== undefined) };
  }

  async watch(_holderId: string, listener: () => void): Promise<() => Promise<void>> {
    return pollForChanges(() => stampOf(this.file), listener);
  }

  async settled(id: string): Promise<SettledRequest | undefined> {
    return (await this.#read()).settled.findLast(({ requestId }) => requestId === id);
  }

  problems(): readonly string[] {
    return this.#problems;
  }

  /** Checks the file's metadata each time, so that changes by other processes are seen at once. */
  async #read(): Promise<FileContent> {
    const stamp = await stampOf(this.file);
    if (stamp === undefined) return EMPTY;
    if (this.#cached?.stamp === stamp) return this.#cached.content;
    try {
      const content = parse(await readLimited(this.file));
      this.#cached = { stamp, content };
      return content;
    } catch (error) {
      if (!(error instanceof SyntaxError || error instanceof InvalidContent)) throw error;
      await this.#moveAside(error);
      return EMPTY;
    }
  }

  /** `change` returns undefined if there is nothing to write. */
  async #change(change: (content: FileContent) => FileContent | undefined): Promise<void> {
    await updateStateFile(this.file, async () => {
      const before = await this.#read();
      const after = change(before);
      return after && serializeWithinLimits(before, after);
    });
    this.#cached = undefined;
  }

  /** Moves a corrupt file aside for a person to look at. The store starts again empty, so everything is asked about again. */
  async #moveAside(error: unknown): Promise<void> {
    const aside = `${this.file}.corrupt-${randomUUID().slice(0, 8)}`;
    await renameIfThere(this.file, aside);
    const problem = `${this.file} could not be read (${errorMessage(error)}); it was moved to ${aside}, and nothing is remembered.`;
    this.#problems.push(problem);
    this.#onProblem?.(problem);
  }
}

/** Another process may have moved the file already. */
async function renameIfThere(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}

const EMPTY: FileContent = { approvals: [], pending: [], settled: [] };

async function stampOf(file: string): Promise<string | undefined> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(file, { bigint: true });
    return `${dev}:${ino}:${size}:${mtimeNs}:${ctimeNs}`;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

async function readLimited(path: string): Promise<string> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const found = await file.stat();
    if (!found.isFile()) throw new Error(`${path} is not a file`);
    if (found.size > MAX_READ_BYTES) throw new InvalidContent(`it is larger than ${MAX_READ_BYTES} bytes`);
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

function parse(text: string): FileContent {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || !('version' in value) || value.version !== 1) {
    throw new InvalidContent('it is not a store of version 1');
  }
  // Files of earlier versions have no list of settled requests.
  const { approvals, pending, settled = [] } = value as { approvals?: unknown; pending?: unknown; settled?: unknown };
  if (!Array.isArray(approvals) || !Array.isArray(pending) || !Array.isArray(settled))
    throw new InvalidContent('it lacks its lists');
  try {
    const requests = pending.map(parsePending);
    return {
      approvals: approvals.map(parseApproval),
      // A file that is too large, written by an older version or by hand, shrinks with the next change.
      pending: text.length > MAX_FILE_BYTES ? requests.map(excerpt) : requests,
      settled: settled.map(parseSettled),
    };
  } catch (error) {
    throw new InvalidContent(errorMessage(error));
  }
}

function excerpt(pending: PendingApproval): PendingApproval {
  return { ...pending, request: requestExcerpt(pending.request) };
}

/** The file is corrupt and has to be moved aside. */
class InvalidContent extends Error {}

/** Just below the longest string that V8 can hold. */
const MAX_READ_BYTES = 512 * 1024 * 1024 - 1024;
