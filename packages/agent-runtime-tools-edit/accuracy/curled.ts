/** As a word processor would write it. */
export function curled(line: string): string {
  return line
    .replaceAll(/(^|[\s([{=,:])"/g, '$1\u201c')
    .replaceAll('"', '\u201d')
    .replaceAll(/(^|[\s([{=,:])'/g, '$1\u2018')
    .replaceAll("'", '\u2019')
    .replaceAll('-', '\u2013');
}
