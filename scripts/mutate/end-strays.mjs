import { readFileSync, readdirSync, readlinkSync } from 'node:fs';

/**
 * Kills the processes whose working folder is below a folder, or that have it in their environment: mutated code may have
 * failed to end them. Works on Linux only; does nothing elsewhere.
 * @param {string} folder Absolute, and used by this run only.
 */
export function endStrays(folder) {
  for (const pid of processIds()) {
    if (pid === process.pid || !belongsTo(pid, folder)) continue;
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has already ended.
    }
  }
}

function processIds() {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

/**
 * @param {number} pid
 * @param {string} folder
 */
function belongsTo(pid, folder) {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`, 'latin1');
    return environment.includes(`${folder}/`) || `${readlinkSync(`/proc/${pid}/cwd`)}/`.startsWith(`${folder}/`);
  } catch {
    // The process belongs to another user or has ended.
    return false;
  }
}
