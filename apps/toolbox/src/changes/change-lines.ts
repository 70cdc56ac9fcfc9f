import type { ChangedFileDiff } from '@ku0/agent-runtime-tools-workspace';
import type { ChangeEntry } from '@ku0/studio/api';
import { diffLines, type Paint } from '@ku0/agent-runtime-tools-terminal';

/** A change with its files: one line, and one for each file. */
export function changeLines({ id, time, tool, task, files, undoes, undone }: ChangeEntry, paint: Paint): string[] {
  const facts = [
    localTime(time),
    ...(tool === undefined ? [] : [tool]),
    ...(task === undefined ? [] : [`task ${task}`]),
    ...(undoes === undefined ? [] : [`undid ${undoes.join(', ')}`]),
  ];
  const state = undone ? ` ${paint.yellow('undone')}` : '';
  return [
    `${paint.cyan(id)} ${paint.dim(facts.join(' · '))}${state}`,
    ...files.map(({ path, kind, from, lost }) => {
      const place = from === undefined ? path : `${from} -> ${path}`;
      return `  ${kind.padEnd(KIND_WIDTH)} ${paint.plain(place)}${lost === true ? paint.yellow(' (cannot be restored)') : ''}`;
    }),
  ];
}

const KIND_WIDTH = 'modified'.length;

/** The diffs of a change, file by file. */
export function changeDiffLines(diffs: readonly ChangedFileDiff[], paint: Paint): string[] {
  return diffs.flatMap(({ path, diff, reason }) =>
    reason === undefined ? diffLines(diff, paint) : [`${paint.bold(path)} ${paint.dim(`not shown: ${reason}`)}`],
  );
}

/** `2026-01-02 03:04:05`, in the zone of the machine. */
function localTime(time: number): string {
  const minutes = new Date(time).getTimezoneOffset();
  return new Date(time - minutes * 60_000).toISOString().slice(0, 19).replace('T', ' ');
}
