import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from './say.mjs';

const HEARTBEAT_MS = 2000;
const ABANDONED_MS = 30_000;

/**
 * Runs a task while holding a lock file. The holder updates the file's modification time. A lock is taken over if its
 * process has ended or its time is too old.
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} task
 * @returns {Promise<T>}
 */
export async function withLock(file, task) {
  mkdirSync(dirname(file), { recursive: true });
  for (let announced = false; !tryTake(file); announced = true) {
    if (!announced) say('waiting for another command that is setting up');
    if (isAbandoned(file)) removeLock(file);
    else await sleep(100);
  }
  const heartbeat = setInterval(() => touch(file), HEARTBEAT_MS);
  heartbeat.unref();
  try {
    return await task();
  } finally {
    clearInterval(heartbeat);
    rmSync(file, { force: true });
  }
}

/**
 * Creates the lock file with its content in one step, so that a reader always finds the process id in it.
 * @param {string} file
 */
function tryTake(file) {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, String(process.pid));
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** @param {string} file */
function isAbandoned(file) {
  try {
    return Date.now() - statSync(file).mtimeMs > ABANDONED_MS || !isAlive(Number(readFileSync(file, 'utf8')));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/**
 * Renames the file first: of several waiting processes, only one succeeds with that.
 * @param {string} file
 */
function removeLock(file) {
  const aside = `${file}.abandoned.${process.pid}`;
  try {
    renameSync(file, aside);
    rmSync(aside, { force: true });
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

/** @param {string} file */
function touch(file) {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // Somebody removed the lock by hand. The task goes on.
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
