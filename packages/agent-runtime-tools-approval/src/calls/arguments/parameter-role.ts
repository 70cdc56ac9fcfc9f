/** What a parameter holds, judged by its name. `likely`: only the end of the name says that it is a path. */
export type ParameterRole = 'path' | 'from' | 'folder' | 'patch' | 'glob' | 'likely';

/** The role of a parameter; undefined if its name says nothing about files. */
export function parameterRole(name: string): ParameterRole | undefined {
  const known = roleCache.get(name);
  if (known !== undefined || roleCache.has(name)) return known;
  const role =
    ROLE_BY_NAME.get(name.toLowerCase().replace(/[_-]/g, '')) ?? (LIKELY_PATH_NAME.test(name) ? 'likely' : undefined);
  if (name.length > MAX_NAME_LENGTH) return role;
  if (roleCache.size >= MAX_NAMES) roleCache.clear();
  roleCache.set(name, role);
  return role;
}

/** Whether a text could be a file name at all. */
export function mayBePath(text: string): boolean {
  return text !== '' && text.length <= MAX_LENGTH && !/[\n\r]/.test(text);
}

/** Whether a text is almost certainly a path that leads out of the working folder. */
export function looksLikePath(text: string): boolean {
  return OUTSIDE_PATH.test(text);
}

const roleCache = new Map<string, ParameterRole | undefined>();
const MAX_NAMES = 2000;
const MAX_NAME_LENGTH = 100;
const MAX_LENGTH = 1024;

const ROLE_BY_NAME: ReadonlyMap<string, ParameterRole> = new Map(
  Object.entries({
    path: 'path paths file files filename filenames filepath filepaths directory dir folder target targetfile targetpath to destination dest newpath newfile output outputpath outputfile absolutepath notebookpath inputpath edits diffs',
    from: 'from source src oldpath oldfile',
    folder: 'cwd workdir workingdir workingdirectory',
    patch: 'patch input diff',
    glob: 'glob include',
  } satisfies Record<Exclude<ParameterRole, 'likely'>, string>).flatMap(([role, names]) =>
    names.split(' ').map((name): [string, ParameterRole] => [name, role as ParameterRole]),
  ),
);

/** `dirPath`, `log_file`, `outdir`, `savepath`; not `profile`, `xpath` or `jsonpath`. */
const LIKELY_PATH_NAME =
  /(?:^|[_-])(?:path|file|dir|directory|folder|filename|uri)s?$|[a-z](?:Path|File|Dir|Directory|Folder|Filename|Uri)s?$|^(?!x|json|key|class)[a-z]*(?:path|filename)s?$|^(?:log|out|in|lock|dest|save)(?:file|dir)$/;
const OUTSIDE_PATH =
  /^(?:~(?:\/|$)|file:|[A-Za-z]:\\|\/(?:bin|boot|dev|etc|home|lib|lib64|media|mnt|opt|proc|root|run|sbin|srv|sys|tmp|usr|var|Applications|Library|System|Users|Volumes|private)(?:\/|$))|(?:^|[/\\])\.\.(?:[/\\]|$)/;
