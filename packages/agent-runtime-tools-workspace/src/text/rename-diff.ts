import { quotePath } from './quote-path.ts';

/** A move that changes no content, in git's form. Paths are relative, with `/`. */
export function renameDiff(from: string, to: string): string {
  const heading = `diff --git ${quotePath(`a/${from}`)} ${quotePath(`b/${to}`)}`;
  return `${heading}\nsimilarity index 100%\nrename from ${quotePath(from)}\nrename to ${quotePath(to)}\n`;
}
