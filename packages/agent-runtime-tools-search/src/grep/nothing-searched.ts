import type { SearchScope } from '../scope/search-scope.ts';
import type { GrepParameters } from './grep-schema.ts';

/** Why a search looked into no file at all, and what to ask for instead: to a model it looks like a text that is not there. */
export function nothingSearched(
  { include, type, includeIgnored = false }: GrepParameters,
  { display, start, isFile }: SearchScope,
): string {
  const where = isFile ? display(start) : start === '.' ? 'nothing in the workspace' : `nothing in ${display(start)}`;
  const not = isFile ? 'does not fit' : 'fits';
  if (include?.startsWith('!') === true)
    return `No file was searched: include ${JSON.stringify(include)} leaves all of them out.`;
  if (include !== undefined)
    return `No file was searched: ${where} ${not} include ${JSON.stringify(include)}${howTo(include)}.`;
  if (type !== undefined) return `No file was searched: ${where} ${isFile ? 'is not' : 'is'} of the type ${type}.`;
  return `No file was searched: there is none${includeIgnored ? '' : ', or .gitignore leaves them out, which includeIgnored: true undoes'}.`;
}

function howTo(include: string): string {
  if (include.includes(',') && !include.includes('{')) return '; several globs are written {a,b}';
  if (include.startsWith('/')) return '; globs start at path';
  return /[*?[\]{}/]/.test(include) ? '' : '; a folder is given as path, or as "folder/**"';
}
