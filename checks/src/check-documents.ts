import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { documentPages, readText } from './repository.ts';

/** Says which links and file names in the pages at the root, in `docs` and in the READMEs lead nowhere. */
export function checkDocuments(root: string): string[] {
  return documentPages(root).flatMap((page) => [
    ...linkProblems(root, page),
    ...(page.includes('/') ? [] : nameProblems(root, page)),
  ]);
}

/** Relative links lead to a file or folder of the repository. */
function linkProblems(root: string, page: string): string[] {
  return [...prose(root, page).matchAll(/\]\((?!https?:|mailto:|#)([^)\s#]+)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !existsSync(join(root, dirname(page), target)))
    .map((target) => `${page}: links to ${target}, which does not exist`);
}

/**
 * A file name in backticks exists: below the root, below the package it begins with (`core/src/errors.ts`), or below
 * a folder that the same section names.
 */
function nameProblems(root: string, page: string): string[] {
  return prose(root, page)
    .split(/^(?=#+ )/m)
    .flatMap((section) => {
      const names = [...section.matchAll(/`([\w.-]+(?:\/[\w.-]+)*)`/g)].map(([, name = '']) => name);
      const folders = names.flatMap((name) => placesOf(name).filter((place) => existsSync(join(root, place))));
      const isFound = (name: string): boolean =>
        [...placesOf(name), ...folders.map((folder) => join(folder, name))].some((place) =>
          existsSync(join(root, place)),
        );
      return names.filter((name) => isRepositoryPath(name) && !isFound(name));
    })
    .map((name) => `${page}: names ${name}, which does not exist`);
}

function placesOf(name: string): string[] {
  return [name, `packages/agent-runtime-tools-${name}`];
}

/** `core/src/schema`, `checks/surface` and `call/call.ts`, but not `errors.ts` or `examples`. */
function isRepositoryPath(name: string): boolean {
  return /\/(src|test)(\/|$)|^(checks|scripts|docs)\/|\/.*\.(ts|mjs)$/.test(name) && !name.startsWith('src/');
}

/** The page without its fences. */
function prose(root: string, page: string): string {
  return (readText(root, page) ?? '').replaceAll(/^```.*?^```/gms, '');
}
