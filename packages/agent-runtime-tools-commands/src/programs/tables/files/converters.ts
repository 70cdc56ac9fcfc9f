import { inspectProtoc, inspectExiftool } from '../../inspect/files/converters.ts';
import { inspectUnsquashfs } from '../../inspect/files/archivers.ts';
import { each, edits, flag, exactRuleOnly, editsInPlace, hazardFlag, reads, runs, text, writes } from '../entries.ts';
import { hazard, type Program, type ProgramTable } from '../../program.ts';

const toFile: Program = { allowUnknownOptions: true, operands: { first: ['read'], rest: 'write' }, suggest: 'never' };
const inPlace: Program = {
  allowUnknownOptions: true,
  options: each('-o --output', writes),
  operands: 'edit',
  suggest: 'never',
};

/** Programs that convert one file into another. */
export const converters: ProgramTable = () => ({
  'pdftotext pdftoppm pdftohtml pdftops ps2pdf ps2ascii pdf2ps sphinx-build djvutxt cwebp dwebp lwp-download': toFile,
  'mogrify indent strip objcopy patchelf': inPlace,
  'lcov genhtml gcovr mkdocs': {
    allowUnknownOptions: true,
    options: each('-o --output --output-file --output-directory -d --site-dir', writes),
    operands: 'maybe-path',
    suggest: 'never',
  },
  sponge: { operands: 'write', options: { '-a': flag }, suggest: 'never' },
  'as ld nasm yasm ld.gold ld.lld': {
    allowUnknownOptions: true,
    options: { ...each('-o', edits), ...each('-plugin --plugin -l -dynamic-linker', text), '-f': text },
    operands: 'maybe-path',
    suggest: 'never',
  },
  protoc: {
    allowUnknownOptions: true,
    options: {
      '--plugin': runs('runs a program'),
      ...each('-I --proto_path', reads),
      ...each('-o --descriptor_set_out --dependency_out', writes),
    },
    operands: 'maybe-path',
    inspect: inspectProtoc,
    suggest: 'never',
  },
  exiftool: {
    allowUnknownOptions: true,
    options: {
      ...each('-if -p -config -@ -execute -userparam -geotag', runs('runs code, or reads its options from a file')),
      ...each('-o -w -W -tagsfromfile -tagsFromFile', writes),
      ...each('-overwrite_original -delete_original -restore_original', editsInPlace),
    },
    operands: 'read',
    inspect: inspectExiftool,
    suggest: 'never',
  },
  'xmlstarlet xml': {
    allowUnknownOptions: true,
    options: each('-L --inplace', editsInPlace),
    subcommands: {
      'ed edit': {
        allowUnknownOptions: true,
        options: each('-L --inplace', editsInPlace),
        operands: 'maybe-path',
      },
    },
    operands: 'maybe-path',
    suggest: 'never',
  },
  xsltproc: { allowUnknownOptions: true, options: { '-o --output': writes }, operands: 'read', suggest: 'never' },
  tidy: {
    allowUnknownOptions: true,
    options: {
      ...each('-m -modify', editsInPlace),
      ...each('-o -output -f -file', writes),
      '-config': reads,
    },
    operands: 'read',
    suggest: 'never',
  },
  'age rage minisign': {
    allowUnknownOptions: true,
    options: { ...each('-o --output', writes), '-i': reads },
    operands: 'read',
    suggest: 'never',
  },
  unsquashfs: {
    allowUnknownOptions: true,
    options: { '-d -dest': edits, ...each('-l -ls -ll -lls -s -stat', flag) },
    operands: 'read',
    inspect: inspectUnsquashfs,
    suggest: 'never',
  },
  uudecode: {
    allowUnknownOptions: true,
    options: { '-o': writes },
    operands: 'read',
    hazard: hazard('writes', 'writes a file named in its input', 'exact'),
    suggest: 'never',
  },
  pax: {
    allowUnknownOptions: true,
    options: {
      ...each('-r -w', hazardFlag('writes', 'writes files or archives')),
      '-f': writes,
    },
    operands: 'read',
    suggest: 'never',
  },
  'gs ghostscript dvips enscript a2ps lilypond pic': exactRuleOnly(
    'executes',
    'its input is a program, which can run others',
  ),
});
