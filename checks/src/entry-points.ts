import type { RepositoryPackage } from './repository.ts';

/** An entry point of a package that TypeScript sees: its subpath and the source file behind it. */
export interface EntryPoint {
  /** As in `exports`: `.` or `./testing`. */
  readonly subpath: string;
  /** Relative to the root. */
  readonly file: string;
}

/** The typed entries of the exports map, except patterns (`./tools/*`). The source of `dist/x.d.ts` is `src/x.ts`. */
export function entryPoints({ folder, manifest }: RepositoryPackage): EntryPoint[] {
  return Object.entries(manifest.exports ?? {}).flatMap(([subpath, target]) => {
    const types = typeof target === 'string' ? undefined : target['types'];
    const path = types === undefined ? undefined : /^\.\/dist\/(.+)\.d\.ts$/.exec(types)?.[1];
    return path === undefined || path.includes('*') ? [] : [{ subpath, file: `${folder}/src/${path}.ts` }];
  });
}

export function entryFiles(each: RepositoryPackage): string[] {
  return entryPoints(each).map(({ file }) => file);
}
