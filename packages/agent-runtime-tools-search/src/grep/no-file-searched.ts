import type { SearchScope } from '../scope/search-scope.ts';
import type { GrepParameters } from './grep-schema.ts';

/** Explains why no file was searched and what to do. Without it, the model would conclude that the text does not exist. */
export function noFileSearchedNote(
  { include, type, includeIgnored = false }: GrepParameters,
  { display, start, isFile }: SearchScope,
): string {
  const where = isFile ? display(start) : start === '.' ? 'nothing in the workspace' : `nothing in ${display(start)}`;
  const verb = isFile ? 'does not match' : 'matches';
  if (include?.startsWith('!') === true)
    return `No file was searched: include ${JSON.stringify(include)} excludes all of them.`;
  if (include !== undefined)
    return `No file was searched: ${where} ${verb} include ${JSON.stringify(include)}${includeHint(include)}.`;
  if (type !== undefined) return `No file was searched: ${where} ${isFile ? 'is not' : 'is'} of the type ${type}.`;
  return `No file was searched: there is none${includeIgnored ? '' : ', or .gitignore excludes them; includeIgnored: true searches those too'}.`;
}

function includeHint(include: string): string {
  if (include.includes(',') && !include.includes('{')) return '; several globs are written {a,b}';
  if (include.startsWith('/')) return '; globs start at path';
  return /[*?[\]{}/]/.test(include) ? '' : '; a folder is given as path, or as "folder/**"';
}
