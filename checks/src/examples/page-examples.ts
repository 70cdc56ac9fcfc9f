import { moduleImports, packageOf } from '../module-imports.ts';
import { documentPages, readPackages, readText, rootManifest } from '../repository.ts';
import type { RepositoryPackage } from '../repository.ts';

/** A TypeScript example in a page. */
export interface PageExample {
  /** The page, relative to the root. */
  readonly page: string;
  /** The line of the page on which the code starts. */
  readonly line: number;
  readonly code: string;
  /** False for a fence marked `no-run`, which is only type-checked. */
  readonly runs: boolean;
  /** The workspace folder that can resolve all imports of the example; undefined if there is none. */
  readonly home: string | undefined;
}

/** Every ```ts fence in the pages at the root, in `docs` and in the workspace's READMEs. */
export function pageExamples(root: string): PageExample[] {
  const packages = readPackages(root);
  return documentPages(root).flatMap((page) =>
    fences(readText(root, page) ?? '').map((fence) => ({
      ...fence,
      page,
      home: homeOf(page, fence.code, packages, Object.keys(rootManifest(root).devDependencies ?? {})),
    })),
  );
}

function fences(text: string): Pick<PageExample, 'line' | 'code' | 'runs'>[] {
  return [...text.matchAll(/^```ts\b([^\n]*)\n(.*?)^```\s*$/gms)].map(({ index, 1: words = '', 2: code = '' }) => ({
    line: text.slice(0, index).split('\n').length + 1,
    code,
    runs: !words.split(' ').includes('no-run'),
  }));
}

/** The package of the page if it declares all imports of the example, otherwise the first package that does. */
function homeOf(
  page: string,
  code: string,
  packages: readonly RepositoryPackage[],
  everywhere: readonly string[],
): string | undefined {
  const needed = moduleImports('example.ts', code)
    .flatMap(({ specifier }) => packageOf(specifier) ?? [])
    .filter((name) => !everywhere.includes(name));
  const findsAll = ({ name: own, manifest }: RepositoryPackage): boolean => {
    const found = { [own]: '', ...manifest.dependencies, ...manifest.devDependencies };
    return needed.every((name) => Object.hasOwn(found, name));
  };
  const pageOwner = packages.filter(({ folder }) => page.startsWith(`${folder}/`));
  return [...pageOwner, ...packages].find(findsAll)?.folder;
}
