/** The inside of `Read(...)` or `Edit(...)`: a gitignore pattern and the folder it starts from. */
export interface PathSpecifier {
  /**
   * - `disk`: `//etc/hosts`
   * - `home`: `~/notes`
   * - `settings`: `/src`, from the folder that the settings belong to; without settings, from the workspace's roots
   * - `cwd`: `./src`
   * - `workspace`: `src` or `*.ts`, from the current folder and the workspace's roots
   */
  readonly start: 'disk' | 'home' | 'settings' | 'cwd' | 'workspace';
  /** For `compileIgnorePattern`. */
  readonly pattern: string;
}

/** Throws a TypeError for a pattern that is negated. */
export function parsePathSpecifier(text: string): PathSpecifier {
  if (text.startsWith('!')) throw new TypeError(`${JSON.stringify(text)}: a rule cannot be negated`);
  if (text.startsWith('//')) return { start: 'disk', pattern: text.slice(1) };
  if (text === '~' || text.startsWith('~/')) return { start: 'home', pattern: `/${text.slice(2)}` };
  if (text.startsWith('/')) return { start: 'settings', pattern: text };
  if (text.startsWith('./')) return { start: 'cwd', pattern: text.slice(1) };
  return { start: 'workspace', pattern: text };
}
