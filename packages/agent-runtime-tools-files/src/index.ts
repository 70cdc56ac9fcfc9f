export { filesPack, type FilesPackOptions } from './files-pack.ts';
export { filesErrors } from './errors.ts';

export type { ChangeScope } from './change-scope.ts';
export type { ReadLimits } from './read-limits.ts';
export type { ListedChange } from './list-changes/list-changes.ts';
export type { DirectoryEntry, DirectoryListing } from './list-directory/list-directory.ts';
export type { DeletedFiles } from './delete-file/delete-file.ts';
export type { MovedFile } from './move-file/move-file.ts';
export type { FileRead } from './read-file/read-file.ts';
export type { FilesRead } from './read/read.ts';
export type { UndoneChanges } from './undo-change/undo-change.ts';
export type { WrittenFile } from './write-file/write-file.ts';
