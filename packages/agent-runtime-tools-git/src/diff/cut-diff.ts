export interface CutDiff {
  readonly diff: string;
  readonly isCut: boolean;
  /** How many whole files the diff has. */
  readonly files: number;
  /** Not even the first file fits: its diff ends in the middle. */
  readonly isFileCut: boolean;
}

/** Removes the incomplete end of a diff that was cut off in the middle: the last file, or the last line of the only file. */
export function cutDiff(text: string, isCut: boolean): CutDiff {
  const starts = [...text.matchAll(FILE_START)].map(({ index }) => index);
  if (!isCut) return { diff: text, isCut, files: starts.length, isFileCut: false };
  const last = starts.at(-1) ?? 0;
  if (last > 0) return { diff: text.slice(0, last), isCut, files: countFiles(text.slice(0, last)), isFileCut: false };
  return { diff: text.slice(0, text.lastIndexOf('\n') + 1), isCut, files: 0, isFileCut: true };
}

/** Lines of a hunk begin with a blank, a sign or a backslash, so this line is always the start of a file. */
const FILE_START = /^diff --(?:git|cc|combined) .*$/gm;

/** A change of type is two diffs of one file, with the same first line. */
function countFiles(diff: string): number {
  const lines = [...diff.matchAll(FILE_START)].map(([line]) => line);
  return lines.filter((line, index) => line !== lines[index - 1]).length;
}
