/** A few lines for a UI: the first one as a title, unless the text begins with it. */
export function previewText(title: string, text: string, maxLines: number): string[] {
  const lines = text.split('\n', maxLines + 1);
  return (lines[0] === title ? lines : [title, ...lines]).slice(0, maxLines);
}
