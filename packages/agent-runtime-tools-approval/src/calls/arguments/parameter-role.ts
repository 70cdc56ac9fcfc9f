/** What a parameter holds, as its name says; `likely` is a path by the end of its name alone. */
export type ParameterRole = 'path' | 'from' | 'folder' | 'patch' | 'glob' | 'likely';

/** The role of a parameter; undefined where the name says nothing about files. */
export function parameterRole(name: string): ParameterRole | undefined {
  const known = roles.get(name);
  if (known !== undefined || roles.has(name)) return known;
  const role = ROLES.get(name.toLowerCase().replace(/[_-]/g, '')) ?? (LIKELY.test(name) ? 'likely' : undefined);
  if (name.length > MAX_NAME_LENGTH) return role;
  if (roles.size >= MAX_NAMES) roles.clear();
  roles.set(name, role);
  return role;
}

/** Whether a text could be the name of a file at all. */
export function mayBePath(text: string): boolean {
  return text !== '' && text.length <= MAX_LENGTH && !/[\n\r]/.test(text);
}

/** Whether a text can hardly be anything but a path that leads somewhere else. */
export function looksLikePath(text: string): boolean {
  return ELSEWHERE.test(text);
}

const roles = new Map<string, ParameterRole | undefined>();
const MAX_NAMES = 2000;
const MAX_NAME_LENGTH = 100;
const MAX_LENGTH = 1024;

const ROLES: ReadonlyMap<string, ParameterRole> = new Map(
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
const LIKELY =
  /(?:^|[_-])(?:path|file|dir|directory|folder|filename|uri)s?$|[a-z](?:Path|File|Dir|Directory|Folder|Filename|Uri)s?$|^(?!x|json|key|class)[a-z]*(?:path|filename)s?$|^(?:log|out|in|lock|dest|save)(?:file|dir)$/;
const ELSEWHERE =
  /^(?:~(?:\/|$)|file:|[A-Za-z]:\\|\/(?:bin|boot|dev|etc|home|lib|lib64|media|mnt|opt|proc|root|run|sbin|srv|sys|tmp|usr|var|Applications|Library|System|Users|Volumes|private)(?:\/|$))|(?:^|[/\\])\.\.(?:[/\\]|$)/;
