export { shellPack } from './shell-pack.ts';
export { shellErrors } from './errors.ts';

export type { ShellOptions } from './shell-options.ts';
