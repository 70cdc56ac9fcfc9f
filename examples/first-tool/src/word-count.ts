/** The counts of a text. */
export interface WordCount {
  words: number;
  lines: number;
  characters: number;
  /** The most frequent words, most frequent first; words with the same count in alphabetical order. */
  top: { word: string; count: number }[];
}

/** Counts words in any script that separates them. Ignores case. */
export function wordCount(text: string, { top }: { top: number }): WordCount {
  const counts = new Map<string, number>();
  let words = 0;
  for (const [word] of text.matchAll(/[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu)) {
    const key = word.toLowerCase();
    counts.set(key, (counts.get(key) ?? 0) + 1);
    words++;
  }
  const ranked = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return {
    words,
    lines: text === '' ? 0 : text.replace(/\n$/, '').split('\n').length,
    characters: Array.from(text).length,
    top: ranked.slice(0, top).map(([word, count]) => ({ word, count })),
  };
}
