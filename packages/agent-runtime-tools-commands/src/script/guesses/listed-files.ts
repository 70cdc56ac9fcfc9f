import type { ListedFiles } from '../../calls/call.ts';
import type { CommandPart } from '../../command-analysis.ts';

/** The folders that contain all files whose names a plain `find` prints. */
export function listedFiles(part: CommandPart | undefined): ListedFiles | undefined {
  if (part === undefined || part.argv[0] !== 'find' || part.dynamic) return undefined;
  if (part.redirects.some(({ target }) => target !== '/dev/null')) return undefined;
  const args = part.argv.slice(1);
  const start = args.findIndex((arg) => /^[-(!,]/.test(arg));
  const folders = start < 0 ? args : args.slice(0, start);
  const expression = start < 0 ? [] : args.slice(start);
  if (folders.length > MAX_FOLDERS || expression.some((arg) => OTHERWISE.test(arg))) return undefined;
  const byNul = expression.includes('-print0');
  if (byNul && expression.includes('-print')) return undefined;
  return { folders: folders.length === 0 ? ['.'] : folders, nulSeparated: byNul };
}

/** The same after a filter that keeps or drops whole lines: `find src | grep test`. */
export function filteredFiles(part: CommandPart | undefined, files: ListedFiles | undefined): ListedFiles | undefined {
  if (part === undefined || files === undefined || files.nulSeparated || part.dynamic) return undefined;
  if (part.redirects.length > 0 || part.paths.length > 0 || part.hazards.length > 0) return undefined;
  return FILTERS.get(part.argv[0] ?? '')?.test(part.argv.slice(1).join(' ')) === true ? files : undefined;
}

/** The arguments with which a filter prints lines unchanged. */
const FILTERS: ReadonlyMap<string, RegExp> = new Map([
  ['sort', /^(?:-[urnVf]+)?$/],
  ['uniq', /^$/],
  ['head', /^(?:-n ?\d+|-\d+)?$/],
  ['tail', /^(?:-n ?\d+|-\d+)?$/],
  ['grep', /^(?:-[vEFiwx]+ )*[^-\s]\S*$/],
]);

/** Actions that print something else, and options that follow links. */
const OTHERWISE = /^-(?:printf|fprint.*|ls|fls|exec.*|ok.*|[HLPD]|O\d|follow|files0-from|delete)$/;
const MAX_FOLDERS = 50;
