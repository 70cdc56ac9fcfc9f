/** The indentation of a text: `tabs`, or by the most frequent step to a deeper line, such as `2 spaces`. */
export function indentationOf(text: string): string | undefined {
  let [tabs, spaces, previous] = [0, 0, 0];
  const steps = new Map<number, number>();
  for (const line of text.split('\n')) {
    const blank = /^[ \t]*/.exec(line)?.[0] ?? '';
    // Continuation lines of block comments are indented by one blank.
    if (line.trim() === '' || /^\s*\*/.test(line)) continue;
    if (blank.startsWith('\t')) tabs++;
    else {
      if (blank !== '') spaces++;
      const step = blank.length - previous;
      if (step > 1 && step <= 8) steps.set(step, (steps.get(step) ?? 0) + 1);
      previous = blank.length;
    }
  }
  if (tabs > spaces) return 'tabs';
  const [width] = [...steps].toSorted(([, a], [, b]) => b - a)[0] ?? [];
  return width === undefined ? undefined : `${width} spaces`;
}
