/** What the words of a command line may be once a shell has read them: without quotes, with and without what it expands. */
export function commandWords(text: string, { workspace, home }: { workspace: string; home: string }): string[] {
  const words: string[] = [];
  for (const [word] of text.matchAll(WORD)) {
    const bare = word
      .replaceAll('`', ' ')
      .replace(/\\(.)|["']/g, '$1')
      .replace(PROJECT_FOLDER, () => workspace)
      .replace(/^~(?=\/|$)/, () => home);
    words.push(bare, ...bare.split(SEPARATORS), ...asWildcard(word, bare));
  }
  return [...new Set(words.flatMap(readings))].filter((word) => word !== '');
}

const WORD = /(?:"(?:[^"\\]|\\.)*"|'[^']*'|`[^`]*`|\\.|[^\s;&|()<>"'`\\])+/g;
const SEPARATORS = /[\s;&|()<>]+/;
const PROJECT_FOLDER = /\$\{?CLAUDE_PROJECT_DIR\}?/g;

/** `hooks/$NAME.sh` and ``hooks/`name`.sh``: below a folder that is named, what is expanded may be any name. */
function asWildcard(word: string, bare: string): string[] {
  if (!/[$`]/.test(word)) return [];
  const plain = bare.includes('$') ? bare : word.replace(/["']/g, '');
  const wild = plain.replace(EXPANSION, '*');
  return wild !== plain && namesFolder(wild.slice(0, wild.indexOf('*'))) ? [wild] : [];
}

const EXPANSION = /\$\{[^}]{0,200}\}|\$\w+|\$$|`[^`]*`/g;

/** Whether there is a name before the last `/`. */
function namesFolder(start: string): boolean {
  return /[^/]/.test(start.slice(0, Math.max(0, start.lastIndexOf('/'))));
}

/** `--flag=path`, `$ROOT/path` and what is left of `$(...)/path`: the path is also looked for in the workspace. */
function readings(word: string): string[] {
  const value = word.slice(word.indexOf('=') + 1);
  const closed = value.slice(Math.max(value.lastIndexOf(')'), value.lastIndexOf('}')) + 1);
  const dollar = closed.lastIndexOf('$');
  const unexpanded = dollar < 0 ? closed : closed.slice(dollar + 1).replace(/^\w+/, '');
  return [word, value, unexpanded, unexpanded.replace(/^\/+/, '')];
}
