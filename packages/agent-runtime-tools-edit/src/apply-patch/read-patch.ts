import { editErrors, throwFailure } from '../errors.ts';
import type { FilePatch } from '../formats/file-patch.ts';
import { parsePatch } from '../formats/parse-patch.ts';

/** Parses a patch. Throws PATCH_INVALID or PATCH_UNSUPPORTED with the line and what to write instead. */
export function readPatch(patch: string): readonly FilePatch[] {
  const parsed = parsePatch(patch);
  if (!parsed.ok) {
    const { line, message, suggestion, unsupported = false } = parsed.fault;
    const make = unsupported ? editErrors.PATCH_UNSUPPORTED : editErrors.PATCH_INVALID;
    return throwFailure(make({ message: `Line ${line} of the patch: ${message}`, suggestion, details: { line } }));
  }
  return parsed.files;
}
