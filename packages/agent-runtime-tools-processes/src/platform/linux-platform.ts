import { inheritedNames } from '../environment/inherited-names.ts';
import { isReadingInput } from './linux-input.ts';
import {
  commandOf,
  descriptorLimit,
  freeDescriptors,
  lastPid,
  pidsWithMarks,
  mayHaveMark,
  openFiles,
  outputPipesOf,
  processIds,
  readProcess,
  ticksBefore,
} from './linux-proc.ts';
import type { LinuxProcess } from './linux-proc.ts';
import { isRecent, snapshotFor } from './linux-snapshot.ts';
import type { FoundProcess, Platform, RootProcess } from './platform.ts';
import { groupExists, signalGroup } from './signal-group.ts';
import { spawnInGroup } from './spawn-in-group.ts';

export const linuxPlatform: Platform = {
  hasGroups: true,
  inheritedNames,
  ignoresCase: false,
  spawn: (plan) => spawnInGroup(plan, descriptorLimit),
  signalTree: signalGroup,
  groupExists,
  mayHaveDescendants,
  descendants,
  outputPipesOf,
  outputHolders,
  pidsWithMarks,
  isReadingInput: async (root) =>
    isReadingInput(
      root.pid,
      (await descendants(root)).map(({ pid }) => pid),
    ),
  freeDescriptors,
};

/**
 * Linux assigns process ids in ascending order and shows the last one. Descendants of a program therefore have ids
 * between its own and the last one, so after a short program only a few ids have to be checked:
 *
 *     program 4100 exits, last id 4103: check 4101, 4102 and 4103
 */
function mayHaveDescendants(root: RootProcess, isOwnProgram: (pid: number) => boolean): boolean {
  const last = isRecent(root) ? lastPid() : undefined;
  if (last === undefined || last < root.pid) return true;
  const candidates = idsBetween(root.pid, last).filter((pid) => !isOwnProgram(pid));
  return candidates.length > MAX_QUICK_CHECKS || candidates.some((pid) => mayHaveMark(pid, root.mark));
}

/** All ids of a small range; of a large one only those in use, because one listing is cheaper than many checks. */
function idsBetween(first: number, last: number): readonly number[] {
  if (last - first <= SMALL_RANGE) return Array.from({ length: last - first }, (_, index) => first + 1 + index);
  return processIds().filter((pid) => pid > first && pid <= last);
}

const SMALL_RANGE = 32;
const MAX_QUICK_CHECKS = 200;

/** Descendants are recognised by mark, process group, session and parent. */
async function descendants(root: RootProcess): Promise<readonly FoundProcess[]> {
  const found = belongingTo(root, await snapshotFor(root));
  return found.map(({ pid, group }) => ({ pid, command: commandOf(pid), inGroup: group === root.pid }));
}

function belongingTo(root: RootProcess, all: readonly LinuxProcess[]): readonly LinuxProcess[] {
  const found = new Map<number, LinuxProcess>();
  const isOurs = ({ marks, parent, group, session }: LinuxProcess): boolean =>
    marks.includes(root.mark) || found.has(parent) || (!root.groupGone && (group === root.pid || session === root.pid));
  for (let before = -1; before < found.size;) {
    before = found.size;
    for (const one of all) if (!found.has(one.pid) && isOurs(one)) found.set(one.pid, one);
  }
  return [...found.values()];
}

/** A process that has one of the output pipes open is a descendant: no other process can have opened it. */
function outputHolders({ outputs = [], pid: root, startedAt }: RootProcess): readonly FoundProcess[] {
  if (outputs.length === 0) return [];
  const since = ticksBefore(performance.now() - startedAt);
  return processIds()
    .filter((pid) => readProcess(pid, since) !== undefined && openFiles(pid).some((file) => outputs.includes(file)))
    .map((pid) => ({ pid, command: commandOf(pid), inGroup: pid === root }));
}
