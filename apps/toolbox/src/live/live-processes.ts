import { mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isProcessAlive, ownIdentity, stateHome } from '@ku0/agent-runtime-tools-workspace';

/** A running toolbox that other commands can reach through its local API. */
export interface LiveProcess {
  readonly pid: number;
  /** As `ownIdentity` of the workspace package. */
  readonly identity: string;
  readonly workspace: string;
  readonly url: string;
  readonly token: string;
}

/**
 * Lets other commands of the same user find this process, until the returned function is called. The file has the token of
 * the API, so that only its owner may read it.
 */
export async function announce(
  { workspace, url, token }: Pick<LiveProcess, 'workspace' | 'url' | 'token'>,
  folder: string = liveFolder(),
): Promise<() => Promise<void>> {
  const live: LiveProcess = { pid: process.pid, identity: ownIdentity, workspace, url, token };
  const file = join(folder, `${process.pid}.json`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // A file that is left over keeps its mode when it is written again.
  await rm(file, { force: true });
  await writeFile(file, JSON.stringify(live), { mode: 0o600, flag: 'wx' });
  return () => rm(file, { force: true });
}

/** The processes that can be reached. Removes the files of processes that have ended. Never rejects. */
export async function liveProcesses(folder: string = liveFolder()): Promise<LiveProcess[]> {
  return (await sweepLive({ folder })).live;
}

/** As `liveProcesses`, with the number of files that are left over from processes that have ended. */
export async function sweepLive({
  folder = liveFolder(),
  dryRun = false,
}: { readonly folder?: string; readonly dryRun?: boolean } = {}): Promise<{ live: LiveProcess[]; ended: number }> {
  const names = await readdir(folder).catch(() => []);
  const live: LiveProcess[] = [];
  let ended = 0;
  for (const name of names.filter((each) => each.endsWith('.json'))) {
    const file = join(folder, name);
    const found = await readLive(file);
    if (found === undefined) continue;
    if (isProcessAlive(found.identity, () => true) && !(await isFromEarlierBoot(file, found))) {
      live.push(found);
      continue;
    }
    ended += 1;
    if (!dryRun) await rm(file, { force: true }).catch(() => undefined);
  }
  return { live, ended };
}

/** Whether a process of an earlier start of this machine wrote the file, as far as one can tell. */
async function isFromEarlierBoot(file: string, { identity }: LiveProcess): Promise<boolean> {
  if (identity.split('/')[0] === ownIdentity.split('/')[0]) return false;
  // Another machine can share the folder, so only an old file is taken for one of this machine.
  const written = (await stat(file).catch(() => undefined))?.mtimeMs ?? 0;
  return Date.now() - written > FOREIGN_MS;
}

const FOREIGN_MS = 7 * 24 * 60 * 60 * 1000;

function liveFolder(): string {
  return join(stateHome(), 'live');
}

/** Undefined for a file that is not one of ours: answers are sent only to a server of the same user on this machine. */
async function readLive(file: string): Promise<LiveProcess | undefined> {
  try {
    const { uid, mode, size } = await stat(file);
    const isOurs = process.getuid === undefined || (uid === process.getuid() && (mode & 0o077) === 0);
    if (!isOurs || size > MAX_BYTES) return undefined;
    const value: unknown = JSON.parse(await readFile(file, 'utf8'));
    return isLive(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const MAX_BYTES = 64 * 1024;

function isLive(value: unknown): value is LiveProcess {
  if (typeof value !== 'object' || value === null) return false;
  const { pid, identity, workspace, url, token } = value as Partial<Record<keyof LiveProcess, unknown>>;
  return (
    typeof pid === 'number' &&
    [identity, workspace, token].every((text) => typeof text === 'string') &&
    typeof url === 'string' &&
    /^http:\/\/127\.0\.0\.1:\d+$/.test(url)
  );
}
