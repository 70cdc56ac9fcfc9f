export { readFileHeader, type FileHeader } from './patch/file-header.ts';
export { NULL_PATH, decodeGitPaths, decodePatchPath, stripPathPrefixes } from './patch/patch-path.ts';
export { patchPaths, type PatchPath, type PatchPathsOptions } from './patch/patch-paths.ts';
