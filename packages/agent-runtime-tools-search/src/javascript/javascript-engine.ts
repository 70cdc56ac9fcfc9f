/** Loaded by the first search that needs it. */
export { javascriptGlob } from './javascript-glob.ts';
export { javascriptGrep } from './javascript-grep.ts';
export { handful } from './handful.ts';
