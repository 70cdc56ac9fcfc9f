import { optionValues } from '../calls/call.ts';
import { checkAwk } from '../languages/awk-program.ts';
import { checkSed } from '../languages/sed-script.ts';
import {
  does,
  each,
  flag,
  flagged,
  glued,
  gluedHazard,
  informs,
  loose,
  reads,
  runs,
  text,
  writes,
  type ProgramTable,
} from './vocabulary.ts';

/** Filters that take a program of a small language, and read it. */
export const scriptedFilters: ProgramTable = () => ({
  sed: {
    options: {
      ...each('-e --expression', text),
      '-f --file': runs('takes its script from a file'),
      '-i --in-place': glued,
      '-l --line-length': text,
      ...each(['-n --quiet --silent -E -r --regexp-extended -s --separate -u --unbuffered -z --null-data'], flag),
      ...each('--posix --debug --sandbox --follow-symlinks --help --version', flag),
    },
    operands: 'text',
    inspect: checkSed,
    suggest: 'never',
  },
  'awk gawk mawk nawk': {
    style: 'leading',
    options: {
      ...each('-f --file -i --include -l --load -E --exec', runs('takes its program from a file')),
      ...each('-e --source', text),
      ...each('-F --field-separator -v --assign', text),
      ...each('-o --pretty-print -p --profile -d --dump-variables -D --debug', gluedHazard('writes', 'writes a file')),
      ...each(
        [
          '-b -c -C -g -h -M -n -N -O -P -r -s -S -t -V -k --posix --re-interval --sandbox --version --csv --help',
          '--characters-as-bytes --traditional --copyright --bignum --non-decimal-data --use-lc-numeric --optimize',
          '--no-optimize --lint-old --gen-pot',
        ],
        flag,
      ),
      ...each('-L --lint', glued),
      '-W': runs('hands an option on'),
    },
    operands: 'text',
    inspect: checkAwk,
    suggest: 'never',
  },
  jq: {
    options: {
      '-f --from-file': runs('takes its program from a file'),
      '-L --library-path': reads,
      ...each('--arg --argjson --indent', text),
      ...each('--slurpfile --rawfile', text),
      ...each('--args --jsonargs --stream-errors --unbuffered --raw-output0 --ascii --color --binary -b -h -V', flag),
      ...each('--build-configuration --no-color', flag),
      ...informs,
      ...each(
        ['--tab -n --null-input -r --raw-output -j --join-output -a --ascii-output -s --slurp -c', '--compact-output'],
        flag,
      ),
      ...each(
        ['-C --color-output -M --monochrome-output -S --sort-keys -e --exit-status -R --raw-input --stream', '--seq'],
        flag,
      ),
    },
    operands: { first: ['text'], unless: '-f', rest: 'loose' },
    inspect: (call, found) => {
      for (const { word, index } of call.args) {
        if (/\b(?:import|include)\s*"/.test(word.value)) {
          found.hazard(does('unknown', 'a program that loads files'), index);
        }
      }
      // These take two values: a name, and a file.
      for (const { index } of optionValues(call, '--slurpfile', '--rawfile')) {
        const file = call.args.find((arg) => arg.index === index + 1);
        if (file !== undefined) found.path('read', { text: file.word.value, kind: file.word.kind, index: index + 1 });
      }
    },
    suggest: 'prefix',
  },
  yq: {
    options: {
      '-i --inplace --in-place': flagged('writes', 'edits files in place'),
      ...each('-s --split-exp', runs('writes files')),
      '--from-file': runs('takes its program from a file'),
      ...each('-p -o --input-format --output-format -I --indent --arg --argjson --xml-attribute-prefix', text),
      ...each('-r -P -e -n -N -C -M -j -V -h -y -Y -S -c -v -0 -R -a', flag),
      ...each('--unwrapScalar --prettyPrint --exit-status --null-input --no-doc --colors --no-colors --tojson', flag),
      ...each('--raw-output --slurp --compact-output --sort-keys --yaml-output --verbose --raw-input', flag),
      ...informs,
    },
    operands: 'loose',
    inspect: (call, found) => {
      for (const { word, index } of call.args) {
        if (/\b(?:load\w*|system|eval|env\w*)\s*\(/.test(word.value)) {
          found.hazard(does('unknown', 'a program that loads files or runs others'), index);
        }
      }
    },
  },
  envsubst: { options: { ...each('-v --variables -h -V', flag), ...informs }, operands: 'text' },
  xmllint: {
    options: {
      '--output -o': writes,
      ...each('--xpath --encode --pretty', text),
      ...each('--path --schema --dtdvalid --relaxng', loose),
      ...each('--noout --format --recover --huge --html --nonet --valid --postvalid --noblanks --c14n', flag),
      ...each('--nocdata --nowarning --noerror --quiet --timing --dropdtd --version --help', flag),
      '--maxmem': text,
      ...each('--noent --xinclude --loaddtd --dtdattr', flagged('unknown', 'reads files that the document names')),
    },
    operands: 'read',
  },
});
