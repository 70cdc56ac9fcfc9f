import { mkdirSync, writeFileSync } from 'node:fs';

const WORDS =
  'const function return value index result buffer stream error module export import class this async await promise string number object array map filter reduce token parse render state action handler config option'.split(
    ' ',
  );
const ENDINGS = ['ts', 'js', 'md', 'json'];

/**
 * Files of forty lines in a hundred per folder, the same every time: `common_word` stands in more than a million lines,
 * `sometimes_here` in a tenth of the files, `needle_rare` in ten.
 */
export function makeTree(root: string, { files }: { files: number }): void {
  let seed = 12_345;
  const next = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
    return (seed >> 8) % below;
  };
  for (let file = 0; file < files; file++) {
    const folder = `${root}/pkg-${Math.floor(file / 2_000)}/mod-${Math.floor(file / 100) % 20}`;
    if (file % 100 === 0) mkdirSync(folder, { recursive: true });
    let text = '';
    for (let line = 0; line < 40; line++) {
      for (let word = 0; word < 6; word++) text += `${WORDS[next(WORDS.length)]} `;
      text += line % 3 === 0 ? 'common_word\n' : '\n';
    }
    if (file % 10 === 3) text += 'sometimes_here\n';
    if (file % Math.ceil(files / 10) === 17) text += 'needle_rare\n';
    writeFileSync(`${folder}/file-${file % 100}.${ENDINGS[file % 4]}`, text);
  }
  writeFileSync(`${root}/.gitignore`, 'dist/\n*.log\n');
}
