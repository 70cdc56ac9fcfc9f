export { editPack, type EditPackOptions } from './edit-pack.ts';
export { editErrors } from './errors.ts';
export type { EditLimits } from './change/edit-limits.ts';
export type { EditedFile, EditedFiles, EditedHunk } from './change/edited-files.ts';
