/** The first paragraph of prose in a README: no heading, badge, quote, list, table or HTML. */
export function summaryOfReadme(text: string): string | undefined {
  const withoutCode = text.slice(0, 20_000).replace(/^```[^]*?(?:^```|$(?![^]))/gm, '');
  for (const paragraph of withoutCode.split(/\r?\n\s*\r?\n/)) {
    const lines = paragraph.split(/\r?\n/).filter((line) => !/^\s*(?:#|=+\s*$|-+\s*$|\[?!\[|<|>|\||[*-] )/.test(line));
    const prose = lines.join(' ').trim();
    if (/\w{3,}\s+\w+/.test(prose)) return prose.slice(0, 500);
  }
  return undefined;
}
