/**
 * The text of a file that a patch adds, with the line breaks that its lines have in the patch. Where the headers end
 * with a carriage return too, the patch as a whole was written so, and says nothing about the file.
 */
export function newFileText(content: string, section: readonly string[]): string {
  const [header = ''] = section;
  if (header.endsWith('\r') || !section.some((line) => line.endsWith('\r'))) return content;
  const start = header.startsWith('***') ? 1 : section.findIndex((line) => line.startsWith('+++ ')) + 1;
  const added = section.slice(start).filter((line) => line.startsWith('+'));
  const lines = content.split(/(?<=\n)/);
  if (added.length !== lines.length) return content;
  return lines.map((line, index) => (added[index]?.endsWith('\r') ? line.replace(/\n$/, '\r\n') : line)).join('');
}
