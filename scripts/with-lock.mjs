import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from './say.mjs';

const HEARTBEAT_MS = 2000;
const ABANDONED_MS = 30_000;

/**
 * Runs a task while holding a lock file. The holder keeps the file's time fresh; a lock whose process has
 * ended, or whose time has stood still, is taken over.
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} task
 * @returns {Promise<T>}
 */
export async function withLock(file, task) {
  mkdirSync(dirname(file), { recursive: true });
  for (let announced = false; !tryTake(file); announced = true) {
    if (!announced) say('waiting for another command that is setting up');
    if (isAbandoned(file)) takeAway(file);
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
 * The file appears together with its content, so a reader never finds it without its process id.
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
 * Moved aside first: of several that wait, one moves it and the others find it gone.
 * @param {string} file
 */
function takeAway(file) {
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
    // The lock is gone: removed by hand. The task goes on; there is nobody left to tell.
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
