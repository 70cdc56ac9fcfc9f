/** One edit of whole lines, in every format that can say it. */
export interface LineEdit {
  readonly path: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Where it is thought to be, for the formats that have a place for it. */
  readonly line?: number;
}

export interface FormattedEdit {
  readonly format: string;
  readonly tool: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export function inEveryFormat(edit: LineEdit): FormattedEdit[] {
  const { path, before, after } = edit;
  return [
    {
      format: 'edit_file',
      tool: 'edit_file',
      params: { path, old_string: before.join('\n'), new_string: after.join('\n') },
    },
    { format: 'apply_diff', tool: 'apply_diff', params: { path, diff: searchReplace(edit) } },
    {
      format: 'multi_apply_diff',
      tool: 'multi_apply_diff',
      params: { files: [{ path, diff: searchReplace(edit) }] },
    },
    { format: 'patch', tool: 'apply_patch', params: { patch: beginPatch(edit) } },
    { format: 'unified diff', tool: 'apply_patch', params: { patch: unified(edit) } },
  ];
}

/** The formats that carry a line number. */
export function inEveryHintedFormat(edit: LineEdit): FormattedEdit[] {
  return inEveryFormat(edit).filter(({ format }) => format !== 'edit_file' && format !== 'patch');
}

/** Lines that look like markers are escaped. */
export function searchReplace({ before, after, line }: LineEdit): string {
  const escaped = (lines: readonly string[]): string[] =>
    lines.map((text) => (/^\\*(?:<{7}|={7}|>{7}|-{7}|:)/.test(text) ? `\\${text}` : text));
  return [
    '<<<<<<< SEARCH',
    ...(line === undefined ? [] : [`:start_line:${line}`, '-------']),
    ...escaped(before),
    '=======',
    ...escaped(after),
    '>>>>>>> REPLACE',
  ].join('\n');
}

export function beginPatch({ path, before, after }: LineEdit): string {
  return [
    '*** Begin Patch',
    `*** Update File: ${path}`,
    '@@',
    ...before.map((text) => `-${text}`),
    ...after.map((text) => `+${text}`),
    '*** End Patch',
    '',
  ].join('\n');
}

export function unified({ path, before, after, line = 1 }: LineEdit): string {
  return [
    `--- a/${path}`,
    `+++ b/${path}`,
    `@@ -${line},${before.length} +${line},${after.length} @@`,
    ...before.map((text) => `-${text}`),
    ...after.map((text) => `+${text}`),
    '',
  ].join('\n');
}
