/**
 * The text of an HTML document without a parser, in linear time: for documents that defeat one.
 *
 *     <p>Hello <b>there</b></p><script>x</script>   ->   Hello there
 */
export function stripTags(html: string): string {
  let text = '';
  let index = 0;
  while (index < html.length) {
    const open = html.indexOf('<', index);
    if (open === -1) return tidied(text + html.slice(index));
    text += html.slice(index, open);
    const name = /^<\/?([a-z][\w-]{0,30})/i.exec(html.slice(open, open + 34))?.[1]?.toLowerCase() ?? '';
    if (BLOCKS.has(name)) text += '\n';
    index = HIDDEN.has(name) && html[open + 1] !== '/' ? endOfElement(html, open, name) : endOfTag(html, open);
  }
  return tidied(text);
}

const HIDDEN = new Set(['script', 'style', 'noscript', 'template', 'svg', 'head']);
const BLOCKS = new Set(
  'address article aside blockquote br dd div dl dt figure footer h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tr ul'.split(
    ' ',
  ),
);

function endOfTag(html: string, open: number): number {
  const close = html.indexOf('>', open);
  return close === -1 ? html.length : close + 1;
}

function endOfElement(html: string, open: number, name: string): number {
  const pattern = new RegExp(`</${name}\\b`, 'gi');
  pattern.lastIndex = open;
  const found = pattern.exec(html);
  return found === null ? html.length : endOfTag(html, found.index);
}

function tidied(text: string): string {
  return text
    .replaceAll(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => ENTITIES[name] ?? ' ')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n[ \n]*/g, '\n')
    .trim();
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" };
