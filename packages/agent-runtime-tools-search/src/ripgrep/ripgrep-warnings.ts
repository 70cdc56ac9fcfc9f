/** Warnings about files and folders that ripgrep could not read, with displayed paths. */
export function ripgrepWarnings(errors: string, display: (path: string) => string): string[] {
  const lines = errors
    .split('\n')
    .filter((line) => line.startsWith('rg: '))
    .map((line) => line.slice(4).replace(/ \(os error \d+\)$/, ''))
    .map((line) => line.replace(/^\.\/([^]*?)(?=: )/, (_, path: string) => display(path)));
  // A file that was deleted during the search needs no warning.
  const unread = [...new Set(lines)].filter((line) => !line.includes('No such file or directory')).sort();
  const shown = unread.slice(0, MAX_SHOWN).map((line) => `Not searched: ${line}`);
  return unread.length > MAX_SHOWN ? [...shown, `Not searched: ${unread.length - MAX_SHOWN} more places.`] : shown;
}

const MAX_SHOWN = 5;
