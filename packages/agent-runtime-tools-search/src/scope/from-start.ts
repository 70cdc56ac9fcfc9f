import type { SearchScope } from './search-scope.ts';

/** Models like to write whole paths: a glob of one inside the folder that is searched is taken from there. */
export function fromStart(glob: string, { root, start }: SearchScope): string {
  const folder = start === '.' ? `${root}/` : `${root}/${start}/`;
  return glob.startsWith(folder) ? glob.slice(folder.length) : glob;
}
