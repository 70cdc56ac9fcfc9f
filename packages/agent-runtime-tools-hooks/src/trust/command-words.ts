/**
 * The words that a shell may make of a command line: without quotes, and with variables both kept and dropped.
 *
 *     "$CLAUDE_PROJECT_DIR"/lint.sh --config=a.json   ->   /ws/lint.sh, --config=a.json, a.json
 */
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
  return [...new Set(words.flatMap(possiblePaths))].filter((word) => word !== '');
}

const WORD = /(?:"(?:[^"\\]|\\.)*"|'[^']*'|`[^`]*`|\\.|[^\s;&|()<>"'`\\])+/g;
const SEPARATORS = /[\s;&|()<>]+/;
const PROJECT_FOLDER = /\$\{?CLAUDE_PROJECT_DIR\}?/g;

/** `hooks/$NAME.sh` becomes `hooks/*.sh`: an expansion below a named folder may be any name. */
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

/** Also the path in `--flag=path`, `$ROOT/path` and `$(...)/path`, as if it were relative to the workspace. */
function possiblePaths(word: string): string[] {
  const value = word.slice(word.indexOf('=') + 1);
  const closed = value.slice(Math.max(value.lastIndexOf(')'), value.lastIndexOf('}')) + 1);
  const dollar = closed.lastIndexOf('$');
  const unexpanded = dollar < 0 ? closed : closed.slice(dollar + 1).replace(/^\w+/, '');
  return [word, value, unexpanded, unexpanded.replace(/^\/+/, '')];
}
