import { editErrors, refuse } from '../errors.ts';
import type { FilePatch } from '../formats/file-patch.ts';
import { parsePatch } from '../formats/parse-patch.ts';

/** What a patch does, file by file. Fails with PATCH_INVALID or PATCH_UNSUPPORTED, which say where and what to write instead. */
export function readPatch(patch: string): readonly FilePatch[] {
  const parsed = parsePatch(patch);
  if (!parsed.ok) {
    const { line, message, suggestion, unsupported = false } = parsed.fault;
    const make = unsupported ? editErrors.PATCH_UNSUPPORTED : editErrors.PATCH_INVALID;
    return refuse(make({ message: `Line ${line} of the patch: ${message}`, suggestion, details: { line } }));
  }
  for (const file of parsed.files) checkMode(file);
  return parsed.files;
}

/** A regular file, executable or not, is all that a mode may make. */
function checkMode(file: FilePatch): void {
  if (file.kind === 'delete' || file.mode === undefined) return;
  if (REGULAR.has(file.mode)) return;
  refuse(
    editErrors.PATCH_UNSUPPORTED({
      message: `Line ${file.line} of the patch: ${file.path} would get mode ${file.mode.toString(8)}, which no regular file has.`,
      details: { path: file.path, line: file.line },
    }),
  );
}

const REGULAR: ReadonlySet<number> = new Set([0o644, 0o664, 0o755, 0o775]);
