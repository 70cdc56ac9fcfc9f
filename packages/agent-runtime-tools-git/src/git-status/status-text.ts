import { printable } from '@ku0/agent-runtime-tools-core';
import type { GitStatusValue } from './git-status.ts';
import type { StatusEntry } from './parse-status.ts';

/** The value as a model reads it: the branch, then a line for each file. */
export function statusText(value: GitStatusValue): string {
  const { clean, files, notes = [] } = value;
  return [
    headLine(value),
    ...(value.operation === undefined ? [] : [`A ${value.operation} is under way.`]),
    ...(value.stashes > 0 ? [`Stashes: ${value.stashes}`] : []),
    ...(clean ? ['Nothing has changed.'] : []),
    ...files.map(fileLine),
    ...notes.map((note) => `[${note}]`),
  ].join('\n');
}

export function headLine({ branch, commit, upstream, ahead, behind }: GitStatusValue): string {
  const at = commit === undefined ? ', no commits yet' : ` at ${commit.slice(0, 12)}`;
  const distance =
    ahead === undefined || behind === undefined ? ', which does not exist' : `: ${ahead} ahead, ${behind} behind`;
  return (
    (branch === undefined ? 'HEAD is detached' : `On branch ${printable(branch)}`) +
    at +
    (upstream === undefined ? '' : ` (${printable(upstream)}${distance})`)
  );
}

function fileLine({ path, from, staged, unstaged, conflict, isSubmodule }: StatusEntry): string {
  const name =
    printable(from === undefined ? path : `${from} -> ${path}`) + (isSubmodule === true ? ' (submodule)' : '');
  if (conflict !== undefined) return `conflict (${conflict}): ${name}`;
  if (staged === 'untracked' || staged === 'ignored') return `${staged}: ${name}`;
  const states = [
    ...(staged === 'unmodified' ? [] : [`${staged} (staged)`]),
    ...(unstaged === 'unmodified' ? [] : [`${unstaged} (not staged)`]),
  ];
  return `${states.join(', ')}: ${name}`;
}
