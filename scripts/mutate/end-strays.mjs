import { readFileSync, readdirSync, readlinkSync } from 'node:fs';

/**
 * Ends the processes that work in a folder or have it in their environment: what a mutated program failed to end.
 * Linux only; elsewhere nothing happens.
 * @param {string} folder Absolute, and nobody else's.
 */
export function endStrays(folder) {
  for (const pid of processIds()) {
    if (pid === process.pid || !belongsTo(pid, folder)) continue;
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
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
    // Another user's, or gone.
    return false;
  }
}
