import { quotePath } from './quote-path.ts';

/** A move in git's form, with the `change` of its content, if there is one, as unifiedDiff gives it. Paths are relative, with `/`. */
export function renameDiff(from: string, to: string, change = ''): string {
  const heading = `diff --git ${quotePath(`a/${from}`)} ${quotePath(`b/${to}`)}`;
  const similarity = change === '' ? 'similarity index 100%\n' : '';
  return `${heading}\n${similarity}rename from ${quotePath(from)}\nrename to ${quotePath(to)}\n${change}`;
}
