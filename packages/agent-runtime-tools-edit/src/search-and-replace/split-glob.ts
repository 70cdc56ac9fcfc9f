import { isLiteralGlob } from '@ku0/agent-runtime-tools-rules';

/**
 * Splits a glob into the folder it begins with and the rest; a path without wildcards is all `folder`.
 *
 *     src/lib/*.ts  ->  folder src/lib, rest *.ts
 */
export function splitGlob(glob: string): { readonly folder: string; readonly rest: string } {
  const names = glob.split('/');
  const first = names.findIndex((name) => !isLiteralGlob(name));
  if (first === -1) return { folder: glob, rest: '' };
  const folder = names.slice(0, first).join('/');
  return { folder: folder === '' ? (first === 0 ? '.' : '/') : folder, rest: names.slice(first).join('/') };
}
