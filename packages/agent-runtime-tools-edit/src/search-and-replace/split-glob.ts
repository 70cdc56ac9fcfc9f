/** The folder that a glob begins with, and the glob below it; the whole as `folder` when nothing in it is special. */
export function splitGlob(glob: string): { readonly folder: string; readonly rest: string } {
  const names = glob.split('/');
  const first = names.findIndex((name) => SPECIAL.test(name));
  if (first === -1) return { folder: glob, rest: '' };
  const folder = names.slice(0, first).join('/');
  return { folder: folder === '' ? (first === 0 ? '.' : '/') : folder, rest: names.slice(first).join('/') };
}

const SPECIAL = /[*?[\]{}()!+@\\]/;
