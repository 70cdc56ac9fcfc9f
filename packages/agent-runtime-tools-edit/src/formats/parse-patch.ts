import type { FilePatch } from './file-patch.ts';
import { FormatError, catchFault, type FormatFault } from './format-fault.ts';
import { isBeginPatch, readBeginPatch } from './read-begin-patch.ts';
import { readUnifiedDiff } from './read-unified-diff.ts';
import { unwrapPatch } from './unwrap-patch.ts';

export type ParsedPatch =
  | { readonly ok: true; readonly files: readonly FilePatch[] }
  | { readonly ok: false; readonly fault: FormatFault };

/** Parses a `*** Begin Patch` patch, or a unified or git diff. */
export function parsePatch(patch: string): ParsedPatch {
  const { lines, offset } = unwrapPatch(patch);
  const parsed = catchFault(() => {
    const files = isBeginPatch(lines) ? readBeginPatch(lines) : readUnifiedDiff(lines);
    if (files.length > 0) return files;
    throw new FormatError({
      line: 1,
      message: 'The patch names no file.',
      suggestion:
        'Write "*** Begin Patch", then "*** Update File: path" and its hunks, then "*** End Patch"; or a unified diff with "---" and "+++" lines.',
    });
  });
  if (parsed.ok) return { ok: true, files: parsed.value };
  return { ok: false, fault: { ...parsed.fault, line: parsed.fault.line + offset } };
}
