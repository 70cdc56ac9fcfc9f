export { PROVIDE_WORKSPACE, requireWorkspace } from './require-workspace.ts';
export { createWorkspace, type WorkspaceOptions } from './create-workspace.ts';
export { workspaceErrors } from './errors.ts';
export { SyncDiskReader, type FoundPath } from './fs/sync-disk-reader.ts';
export { MemoryFileSystem } from './fs/memory-file-system.ts';
export { nodeFileSystem } from './fs/node-file-system.ts';
export { interceptFileSystem, type FileOperation, type FileOperationName } from './fs/intercept-file-system.ts';
export { TOOL_IGNORE_FILES } from './ignore/hidden-path-rules.ts';
export { isProcessAlive, ownIdentity, type ProcessIdentity } from './locks/process-identity.ts';
export { allFilesResource, fileResource } from './paths/file-resource.ts';
export { withPathSuggestions } from './read/with-path-suggestions.ts';
export { isProgramConfig } from './paths/program-config.ts';
export { workingFolder, workingFolderSync } from './paths/working-folder.ts';
export { protectedPathMatcher, type ProtectedPathMatcher } from './paths/protected-path-matcher.ts';
export { updateStateFile } from './state/update-state-file.ts';
export { inspectState, type StateOptions, type StateReport, type WorkspaceState } from './state/inspect-state.ts';
export { purgeState, type PurgeOptions, type PurgeReport } from './state/purge-state.ts';
export { purgeStateFiles, type PurgeStateFilesOptions, type StateFilesReport } from './state/purge-state-files.ts';
export { stateHome } from './state/state-folder.ts';
export { createTrustStore, type TrustStore, type TrustStoreOptions } from './trust/trust-store.ts';
export { trustDigest, type TrustPart } from './trust/trust-digest.ts';
export { encodeTextFile, parseTextFile, type TextFile } from './text/text-file.ts';
export { TEXT_ENCODINGS, type TextEncoding } from './text/encoding/text-encoding.ts';
export { renameDiff } from './text/diff/rename-diff.ts';
export { unifiedDiff, type UnifiedDiff, type UnifiedDiffOptions } from './text/diff/unified-diff.ts';
export { detectLineEnding, withLineEnding, type LineEnding } from './text/line-ending.ts';

export type { CapturedValue } from './capture/capture.ts';
export type { CaptureOptions } from './capture/capture-changes.ts';
export type {
  ChangedFile,
  CommittedChange,
  PathStat,
  TransactionOptions,
  Workspace,
  WorkspaceLines,
} from './workspace.ts';
export type { FileKind, FileStat, FileSystem, FolderEntry, OpenFile } from './fs/file-system.ts';
export type { FileLock, LockOptions } from './locks/file-locks.ts';
export type { PathAccess, ResolvedPath, ResolveOptions } from './paths/resolved-path.ts';
export type { RootOption } from './paths/roots.ts';
export type { FileVersion } from './read/file-version.ts';
export type { ListEntry, Listing, ListOptions } from './read/list-folder.ts';
export type { ListChangesOptions } from './list-changes.ts';
export type { FileContent, FileSlice, ReadOwner, ReadOptions, TrackedReadOptions } from './read/read-content.ts';
export type { ReadLinesOptions } from './read/read-lines.ts';
export type { ReadReport, ReadTracker, SeenFile } from './tracking/read-tracker.ts';
export type { ChangeOrigin } from './transaction/change-origin.ts';
export type { RecoveryReport } from './transaction/recover/recover.ts';
export type { TrustEntry, TrustSubject } from './trust/trust-entry.ts';
export type { MoveOptions, RemoveOptions, Transaction, WriteOptions } from './transaction/stage/staged-transaction.ts';
export type { RetentionOptions } from './undo/retention.ts';
export type { ChangedFileDiff } from './undo/change-diff.ts';
export type { ChangeFilter } from './undo/change-owner.ts';
export type { PlannedRestore, UndoOptions, UndoResult } from './undo/undo-changes.ts';
