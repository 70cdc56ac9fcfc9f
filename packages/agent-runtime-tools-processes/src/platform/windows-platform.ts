import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { windowsInheritedNames } from '../environment/inherited-names.ts';
import type { Platform } from './platform.ts';
import { signalProcess } from './signal-group.ts';

/**
 * Windows has no groups and no polite signal: a tree is ended by `taskkill`, at once and while its root still runs.
 * What a program leaves behind after its own end cannot be found.
 */
export const windowsPlatform: Platform = {
  hasGroups: false,
  inheritedNames: windowsInheritedNames,
  ignoresCase: true,
  signalTree,
  groupExists: () => false,
  mayHaveLeft: () => false,
  outputsOf: () => [],
  holders: () => [],
  descendants: async () => [],
  marked: () => [],
  isReadingInput: async () => undefined,
  freeDescriptors: () => Number.POSITIVE_INFINITY,
  descriptorLimit: () => Number.POSITIVE_INFINITY,
};

function signalTree(pid: number, signal: NodeJS.Signals): boolean {
  const folder = process.env['SystemRoot'];
  if (folder === undefined) return signalProcess(pid, signal);
  execFile(join(folder, 'System32', 'taskkill.exe'), ['/pid', String(pid), '/T', '/F'], (error) => {
    if (error !== null) signalProcess(pid, signal);
  });
  return true;
}
