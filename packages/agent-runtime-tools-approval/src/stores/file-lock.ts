import { randomUUID } from 'node:crypto';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** Runs `body` while no other process holds the lock. A lock whose holder is gone is taken over. */
export async function withFileLock<T>(path: string, body: () => Promise<T>): Promise<T> {
  const token = `${process.pid} ${randomUUID()}`;
  const until = performance.now() + MOST_WAITING_MS;
  while (!(await tryLock(path, token))) {
    if (performance.now() > until) throw new Error(`${path} is held by another process`);
    if (await isAbandoned(path)) await takeAway(path);
    else await delay(5 + Math.random() * 20);
  }
  try {
    return await body();
  } finally {
    if ((await holderOf(path)) === token) await rm(path, { force: true });
  }
}

async function tryLock(path: string, token: string): Promise<boolean> {
  try {
    await writeFile(path, token, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

async function isAbandoned(path: string): Promise<boolean> {
  const holder = await holderOf(path);
  const pid = Number(holder?.split(' ')[0]);
  try {
    const age = Date.now() - (await stat(path)).mtimeMs;
    if (!Number.isInteger(pid) || pid <= 0) return age > HALF_WRITTEN_MS;
    if (age < HALF_WRITTEN_MS) return false;
  } catch {
    return false;
  }
  return !isAlive(pid);
}

/** Two that find the same dead lock: only the one that gets this second lock removes it. */
async function takeAway(path: string): Promise<void> {
  const claim = `${path}.claim`;
  if (!(await tryLock(claim, String(process.pid)))) {
    await delay(20);
    const claimed = await stat(claim).catch(() => undefined);
    if (claimed !== undefined && Date.now() - claimed.mtimeMs > MOST_WAITING_MS) await rm(claim, { force: true });
    return;
  }
  try {
    if (await isAbandoned(path)) await rm(path, { force: true });
  } finally {
    await rm(claim, { force: true });
  }
}

async function holderOf(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

const MOST_WAITING_MS = 5000;
const HALF_WRITTEN_MS = 1000;
