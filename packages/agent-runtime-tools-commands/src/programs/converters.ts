import { hasOption } from '../calls/call.ts';
import {
  does,
  each,
  edits,
  flagged,
  reads,
  runs,
  text,
  writes,
  type Program,
  type ProgramTable,
} from './vocabulary.ts';

const exact = (why: string): Program => ({
  lenient: true,
  hazard: does('executes', why, 'exact'),
  operands: 'loose',
  suggest: 'never',
});
const toFile: Program = { lenient: true, operands: { first: ['read'], rest: 'write' }, suggest: 'never' };
const inPlace: Program = { lenient: true, options: each('-o --output', writes), operands: 'edit', suggest: 'never' };

/** Programs that make one file of another, and name the new one in their arguments. */
export const converters: ProgramTable = () => ({
  'pdftotext pdftoppm pdftohtml pdftops ps2pdf ps2ascii pdf2ps sphinx-build djvutxt cwebp dwebp lwp-download': toFile,
  'mogrify indent strip objcopy patchelf': inPlace,
  'lcov genhtml gcovr mkdocs': {
    lenient: true,
    options: each('-o --output --output-file --output-directory -d --site-dir', writes),
    operands: 'loose',
    suggest: 'never',
  },
  sponge: { operands: 'write', options: { '-a': { takes: 'nothing' } }, suggest: 'never' },
  'as ld nasm yasm ld.gold ld.lld': {
    lenient: true,
    options: { ...each('-o', edits), ...each('-plugin --plugin -l -dynamic-linker', text), '-f': text },
    operands: 'loose',
    suggest: 'never',
  },
  protoc: {
    lenient: true,
    options: {
      '--plugin': runs('runs a program'),
      ...each('-I --proto_path', reads),
      ...each('-o --descriptor_set_out --dependency_out', writes),
    },
    operands: 'loose',
    inspect: (call, found) => {
      for (const { word, index } of call.args) {
        if (/^--\w+_out\b/.test(word.value)) found.hazard(does('writes', 'writes what it makes'), index);
      }
    },
    suggest: 'never',
  },
  exiftool: {
    lenient: true,
    options: {
      ...each(
        '-if -p -config -@ -execute -userparam -geotag',
        runs('runs a program text, or takes its options elsewhere'),
      ),
      ...each('-o -w -W -tagsfromfile -tagsFromFile', writes),
      ...each('-overwrite_original -delete_original -restore_original', flagged('writes', 'edits files in place')),
    },
    operands: 'read',
    inspect: (call, found) => {
      for (const { word, index } of call.args) {
        if (/^-[^=]*=/.test(word.value)) found.hazard(does('writes', 'edits files in place'), index);
      }
    },
    suggest: 'never',
  },
  'xmlstarlet xml': {
    lenient: true,
    options: each('-L --inplace', flagged('writes', 'edits files in place')),
    subcommands: {
      'ed edit': {
        lenient: true,
        options: each('-L --inplace', flagged('writes', 'edits files in place')),
        operands: 'loose',
      },
    },
    operands: 'loose',
    suggest: 'never',
  },
  xsltproc: { lenient: true, options: { '-o --output': writes }, operands: 'read', suggest: 'never' },
  tidy: {
    lenient: true,
    options: {
      ...each('-m -modify', flagged('writes', 'edits files in place')),
      ...each('-o -output -f -file', writes),
      '-config': reads,
    },
    operands: 'read',
    suggest: 'never',
  },
  'age rage minisign': {
    lenient: true,
    options: { ...each('-o --output', writes), '-i': reads },
    operands: 'read',
    suggest: 'never',
  },
  unsquashfs: {
    lenient: true,
    options: { '-d -dest': edits, ...each('-l -ls -ll -lls -s -stat', { takes: 'nothing' }) },
    operands: 'read',
    inspect: (call, found) => {
      if (!hasOption(call, '-l', '-ls', '-ll', '-lls', '-s', '-stat')) {
        found.hazard(does('writes', 'writes what is in the archive'), call.args.length);
      }
    },
    suggest: 'never',
  },
  uudecode: {
    lenient: true,
    options: { '-o': writes },
    operands: 'read',
    hazard: does('writes', 'writes a file named in its input', 'exact'),
    suggest: 'never',
  },
  pax: {
    lenient: true,
    options: {
      ...each('-r -w', flagged('writes', 'writes files or archives')),
      '-f': writes,
    },
    operands: 'read',
    suggest: 'never',
  },
  'gs ghostscript dvips enscript a2ps lilypond pic': exact('its input is a program, which can run others'),
});
