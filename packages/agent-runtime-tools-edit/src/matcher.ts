export { applyHunks, type ApplyHunksOptions, type ApplyHunksResult } from './engine/apply-hunks.ts';
export { parsePatch, type ParsedPatch } from './formats/parse-patch.ts';
export { parseSearchReplace, type ParsedSearchReplace } from './formats/parse-search-replace.ts';
export type { Hunk, HunkReport, HunkStatus, MatchKind } from './engine/hunk.ts';
export type { FilePatch } from './formats/file-patch.ts';
export type { FormatFault } from './formats/format-fault.ts';
