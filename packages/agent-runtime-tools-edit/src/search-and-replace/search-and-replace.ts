import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { workspaceErrors } from '@ku0/agent-runtime-tools-workspace';
import type { EditLimits } from '../change/edit-limits.ts';
import type { EditTransaction, OpenText } from '../change/edit-transaction.ts';
import type { EditedHunk } from '../change/edited-files.ts';
import type { TargetFile } from '../change/approval-snapshot.ts';
import { editErrors, throwFailure } from '../errors.ts';
import type { Replacements } from '../patterns/pattern-job.ts';
import { PatternThread } from '../patterns/pattern-thread.ts';
import { replaceAll } from '../patterns/replace-all.ts';
import { replaceInText } from './replace-in-text.ts';

export interface SearchAndReplaceParams {
  readonly path?: string;
  readonly glob?: string;
  readonly search: string;
  readonly replace: string;
  readonly regex?: boolean;
  readonly ignoreCase?: boolean;
  readonly startLine?: number;
  readonly endLine?: number;
}

/** Replaces every occurrence in all the files, or changes none. */
export async function searchAndReplace(
  edit: EditTransaction,
  params: SearchAndReplaceParams,
  { files, limits }: { files: readonly TargetFile[]; limits: EditLimits },
): Promise<void> {
  await using thread = new PatternThread({ timeoutMs: limits.patternTimeoutMs, signal: edit.signal });
  const isNamed = params.path !== undefined;
  let skipped = 0;
  for (const [index, { path }] of files.entries()) {
    edit.reportProgress(index, files.length, path);
    const open = isNamed ? await edit.open(path) : await openIfText(edit, path);
    if (open === undefined) {
      skipped++;
      continue;
    }
    const replaced = await replaceIn(open, params, { thread, limits });
    if (isNamed && replaced === undefined) throwFailure(noSuchLine(open, params));
    if (replaced === undefined || replaced.count === 0 || (!isNamed && replaced.text === open.text)) continue;
    await edit.modify(open, replaced.text, { replacements: replaced.count, hunks: replaced.lines.map(toHunk) });
  }
  edit.reportProgress(files.length, files.length, '');
  if (edit.files.length === 0) throwFailure(notFound(params, files));
  if (skipped > 0)
    edit.warnings.push(`Skipped because they are binary, too large or protected: ${skipped} of ${files.length} files.`);
}

/** Opens a file of a glob; undefined for a binary, too large, protected or deleted file, which is skipped. */
async function openIfText(edit: EditTransaction, path: string): Promise<OpenText | undefined> {
  try {
    const open = await edit.open(path, { check: 'later' });
    return open.file.protected ? undefined : open;
  } catch (error) {
    if (error instanceof ToolFailure && SKIPPED_CODES.has(error.error.code)) return undefined;
    throw error;
  }
}

const SKIPPED_CODES: ReadonlySet<string> = new Set([
  workspaceErrors.BINARY_FILE.code,
  workspaceErrors.TOO_LARGE.code,
  workspaceErrors.FILE_NOT_FOUND.code,
]);

function replaceIn(
  { file, text, lineEnding }: OpenText,
  { search, replace, regex = false, ignoreCase = false, startLine, endLine }: SearchAndReplaceParams,
  { thread, limits }: { thread: PatternThread; limits: EditLimits },
): Promise<Replacements | undefined> {
  const maxChars = limits.maxFileBytes;
  const where = { lineEnding, startLine, endLine, keepCarriageReturns: regex && search.includes('\\r') };
  return replaceInText(text, where, async (part, mark) => {
    if (!regex) {
      const [wanted, fresh] = [dropHalfLineBreak(search), withLineBreak(dropHalfLineBreak(replace), mark)];
      return (
        replaceAll(part, literalPattern(wanted, { ignoreCase }), fresh, { references: false, maxChars }) ??
        throwFailure(tooLong(file))
      );
    }
    const replacement = withLineBreak(replace, mark);
    const pattern = { source: withLineBreak(search, '\n'), ignoreCase };
    const answer = await thread.run({ text: part, pattern, replacement, maxChars });
    return answer.kind === 'replaced' ? answer : throwFailure(editErrors.REGEX_INVALID());
  });
}

/** A regular expression that matches exactly this text, with any line breaks. Takes linear time. */
function literalPattern(search: string, { ignoreCase }: { ignoreCase: boolean }): RegExp {
  const source = search.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replaceAll(/\r\n|\r|\n/g, '(?:\\r\\n|\\r|\\n)');
  return new RegExp(source, ignoreCase ? 'giu' : 'gu');
}

function tooLong({ display }: OpenText['file']): ReturnType<typeof workspaceErrors.TOO_LARGE> {
  return workspaceErrors.TOO_LARGE({
    message: `The replacement would make ${display} larger than the limit.`,
    suggestion: 'Replace less at once, or by something shorter.',
    details: { path: display },
  });
}

/** Removes a carriage return at the very end, which is half of a CRLF that was cut in two. */
function dropHalfLineBreak(text: string): string {
  return text.replace(/(?<=[^\r])\r$/, '');
}

function withLineBreak(text: string, mark: string): string {
  return text.replaceAll(/\r\n|\r|\n/g, () => mark);
}

function toHunk(line: number, index: number): EditedHunk {
  return { index, status: 'applied', line, similarity: 1 };
}

function noSuchLine(
  { file }: OpenText,
  { startLine }: SearchAndReplaceParams,
): ReturnType<typeof editErrors.LINE_OUT_OF_RANGE> {
  return editErrors.LINE_OUT_OF_RANGE({
    message: `${file.display} has no line ${startLine}.`,
    suggestion: 'Read the file to see its lines, or leave startLine and endLine out to search all of it.',
    details: { path: file.display, startLine },
  });
}

function notFound(
  { path, regex, ignoreCase }: SearchAndReplaceParams,
  files: readonly TargetFile[],
): ReturnType<typeof editErrors.EDIT_NO_MATCH> {
  const where = path ?? (files.length === 1 ? 'the only file that matches the glob' : `any of ${files.length} files`);
  const hints = [...(ignoreCase === true ? [] : ['ignoreCase']), ...(regex === true ? [] : ['regex'])];
  const hint = hints.length === 0 ? '' : ` To search differently, set ${hints.join(' or ')}.`;
  return editErrors.EDIT_NO_MATCH({
    message: `The text was not found in ${where}.`,
    suggestion: `Read the file to see its text.${hint}`,
  });
}
