import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { workspaceErrors } from '@ku0/agent-runtime-tools-workspace';
import type { EditLimits } from '../change/edit-limits.ts';
import type { EditTransaction, OpenText } from '../change/edit-transaction.ts';
import type { EditedHunk } from '../change/edited-files.ts';
import type { NamedFile } from '../change/known-files.ts';
import { editErrors, refuse } from '../errors.ts';
import type { Replacements } from '../patterns/pattern-job.ts';
import { PatternThread } from '../patterns/pattern-thread.ts';
import { literalPattern } from './literal-pattern.ts';
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
  { files, limits }: { files: readonly NamedFile[]; limits: EditLimits },
): Promise<void> {
  await using thread = new PatternThread({ timeoutMs: limits.patternTimeoutMs, signal: edit.signal });
  const isNamed = params.path !== undefined;
  let passedOver = 0;
  for (const [index, { path }] of files.entries()) {
    edit.progress(index, files.length, path);
    const open = isNamed ? await edit.open(path) : await openIfText(edit, path);
    if (open === undefined) {
      passedOver++;
      continue;
    }
    const replaced = await replaceIn(open, params, { thread, limits });
    if (isNamed && replaced === undefined) refuse(noSuchLine(open, params));
    if (replaced === undefined || replaced.count === 0 || (!isNamed && replaced.text === open.text)) continue;
    await edit.modify(open, replaced.text, { replacements: replaced.count, hunks: replaced.lines.map(toHunk) });
  }
  edit.progress(files.length, files.length, '');
  if (edit.files.length === 0) refuse(notFound(params, files));
  if (passedOver > 0)
    edit.warnings.push(
      `Passed over because they are binary, too large or protected: ${passedOver} of ${files.length} files.`,
    );
}

/** Of a glob, files that are no text, too large or protected are passed over. */
async function openIfText(edit: EditTransaction, path: string): Promise<OpenText | undefined> {
  try {
    const open = await edit.open(path, { check: 'later' });
    return open.file.protected ? undefined : open;
  } catch (error) {
    if (error instanceof ToolFailure && PASSED_OVER.has(error.error.code)) return undefined;
    throw error;
  }
}

const PASSED_OVER: ReadonlySet<string> = new Set([
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
  const where = { lineEnding, startLine, endLine, seesReturns: regex && search.includes('\\r') };
  return replaceInText(text, where, async (part, mark) => {
    if (!regex) {
      const [wanted, fresh] = [wholeBreaks(search), withBreaks(wholeBreaks(replace), mark)];
      return (
        replaceAll(part, literalPattern(wanted, { ignoreCase }), fresh, { references: false, maxChars }) ??
        refuse(tooLong(file))
      );
    }
    const replacement = withBreaks(replace, mark);
    const pattern = { source: withBreaks(search, '\n'), ignoreCase };
    const answer = await thread.run({ kind: 'replace', text: part, pattern, replacement, maxChars });
    return answer.kind === 'replaced' ? answer : refuse(editErrors.REGEX_INVALID());
  });
}

function tooLong({ display }: OpenText['file']): ReturnType<typeof workspaceErrors.TOO_LARGE> {
  return workspaceErrors.TOO_LARGE({
    message: `The replacement would make ${display} larger than the limit.`,
    suggestion: 'Replace less at once, or by something shorter.',
    details: { path: display },
  });
}

/** A carriage return at the very end of a text is what is left of a line break that was cut in two. */
function wholeBreaks(text: string): string {
  return text.replace(/(?<=[^\r])\r$/, '');
}

function withBreaks(text: string, mark: string): string {
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
  files: readonly NamedFile[],
): ReturnType<typeof editErrors.EDIT_NO_MATCH> {
  const where = path ?? (files.length === 1 ? 'the only file that fits the glob' : `any of ${files.length} files`);
  const hints = [...(ignoreCase === true ? [] : ['ignoreCase']), ...(regex === true ? [] : ['regex'])];
  const hint = hints.length === 0 ? '' : ` If it is meant otherwise, set ${hints.join(' or ')}.`;
  return editErrors.EDIT_NO_MATCH({
    message: `Nothing to replace was found in ${where}.`,
    suggestion: `Read the file to see what it says.${hint}`,
  });
}
