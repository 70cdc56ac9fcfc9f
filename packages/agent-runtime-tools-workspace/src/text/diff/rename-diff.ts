import { quotePath } from './quote-path.ts';

/** The git diff of a renamed file. `change` is the unified diff of its content, if that changed. Paths are relative, with `/`. */
export function renameDiff(from: string, to: string, change = ''): string {
  const heading = `diff --git ${quotePath(`a/${from}`)} ${quotePath(`b/${to}`)}`;
  const similarity = change === '' ? 'similarity index 100%\n' : '';
  return `${heading}\n${similarity}rename from ${quotePath(from)}\nrename to ${quotePath(to)}\n${change}`;
}
