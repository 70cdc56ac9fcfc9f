import type { FilePatch } from './file-patch.ts';
import { FormatError, withFault, type FormatFault } from './format-fault.ts';
import { isBeginPatch, readBeginPatch } from './read-begin-patch.ts';
import { readUnifiedDiff } from './read-unified-diff.ts';
import { unwrap } from './unwrap.ts';

export type ParsedPatch =
  | { readonly ok: true; readonly files: readonly FilePatch[] }
  | { readonly ok: false; readonly fault: FormatFault };

/** Both `*** Begin Patch` and unified or git diffs. */
export function parsePatch(patch: string): ParsedPatch {
  const { lines, offset } = unwrap(patch);
  const parsed = withFault(() => {
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
