import type { ChildProcess } from 'node:child_process';
import { windowsInheritedNames } from '../environment/inherited-names.ts';
import type { Platform, SpawnPlan } from './platform.ts';

/**
 * Windows has no process groups and no polite signal. execa resolves program names (PATHEXT, .cmd files, shebangs), which
 * `node:child_process` does not do, and ends a process tree with taskkill. Descendants that outlive the program are not found.
 */
export const windowsPlatform: Platform = {
  hasGroups: false,
  inheritedNames: windowsInheritedNames,
  ignoresCase: true,
  spawn: spawnWithExeca,
  signalTree: (pid, signal) => killFunctions.get(pid)?.(signal) ?? false,
  groupExists: () => false,
  mayHaveDescendants: () => false,
  outputPipesOf: () => [],
  outputHolders: () => [],
  descendants: async () => [],
  pidsWithMarks: () => [],
  isReadingInput: async () => undefined,
  freeDescriptors: () => Number.POSITIVE_INFINITY,
};

/** execa's function that ends the tree of a running program, by process id. */
const killFunctions = new Map<number, (signal: NodeJS.Signals) => boolean>();

/** Rejects with an error that has the system's `code`. */
export async function spawnWithExeca({ file, args, shell, cwd, env, openInput }: SpawnPlan): Promise<ChildProcess> {
  const { execa } = await import('execa');
  const subprocess = execa(file, args, {
    shell,
    cwd,
    env,
    extendEnv: false,
    cleanup: false,
    killDescendants: true,
    forceKillAfterDelay: false,
    stdin: openInput ? 'pipe' : 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    buffer: false,
  });
  const { pid, nodeChildProcess } = subprocess;
  if (pid === undefined) {
    await subprocess;
    throw new Error(`execa started ${file} without a process id.`);
  }
  // How the program ended is read from the child process itself.
  subprocess.catch(() => undefined);
  killFunctions.set(pid, (signal) => subprocess.kill(signal));
  nodeChildProcess.once('exit', () => killFunctions.delete(pid));
  return nodeChildProcess;
}
