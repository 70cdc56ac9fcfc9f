import { inspectJq, inspectYq } from '../../inspect/text/scripted-filters.ts';
import { inspectAwk } from '../../languages/awk-program.ts';
import { inspectSed } from '../../languages/sed-script.ts';
import {
  each,
  flag,
  hazardFlag,
  attached,
  attachedHazard,
  helpOptions,
  maybePath,
  reads,
  runs,
  text,
  writes,
  editsInPlace,
} from '../entries.ts';
import type { ProgramTable } from '../../program.ts';

/** Filters whose argument is a program in a small language: sed, awk, jq. */
export const scriptedFilters: ProgramTable = () => ({
  sed: {
    options: {
      ...each('-e --expression', text),
      '-f --file': runs('takes its script from a file'),
      '-i --in-place': attached,
      '-l --line-length': text,
      ...each(
        [
          '-n --quiet --silent -E -r --regexp-extended -s --separate -u --unbuffered -z --null-data --posix --debug',
          '--sandbox --follow-symlinks --help --version',
        ],
        flag,
      ),
    },
    operands: 'text',
    inspect: inspectSed,
    suggest: 'never',
  },
  'awk gawk mawk nawk': {
    optionStyle: 'leading',
    options: {
      ...each('-f --file -i --include -l --load -E --exec', runs('takes its program from a file')),
      ...each('-e --source -F --field-separator -v --assign', text),
      ...each(
        '-o --pretty-print -p --profile -d --dump-variables -D --debug',
        attachedHazard('writes', 'writes a file'),
      ),
      ...each(
        [
          '-b -c -C -g -h -M -n -N -O -P -r -s -S -t -V -k --posix --re-interval --sandbox --version --csv --help',
          '--characters-as-bytes --traditional --copyright --bignum --non-decimal-data --use-lc-numeric --optimize',
          '--no-optimize --lint-old --gen-pot',
        ],
        flag,
      ),
      ...each('-L --lint', attached),
      '-W': runs('passes an option on'),
    },
    operands: 'text',
    inspect: inspectAwk,
    suggest: 'never',
  },
  jq: {
    options: {
      '-f --from-file': runs('takes its program from a file'),
      '-L --library-path': reads,
      ...each('--arg --argjson --indent --slurpfile --rawfile', text),
      ...each(
        [
          '--args --jsonargs --stream-errors --unbuffered --raw-output0 --ascii --color --binary -b -h -V',
          '--build-configuration --no-color',
        ],
        flag,
      ),
      ...helpOptions,
      ...each(
        [
          '--tab -n --null-input -r --raw-output -j --join-output -a --ascii-output -s --slurp -c --compact-output',
          '-C --color-output -M --monochrome-output -S --sort-keys -e --exit-status -R --raw-input --stream --seq',
        ],
        flag,
      ),
    },
    operands: { first: ['text'], skipFirstWith: '-f', rest: 'maybe-path' },
    inspect: inspectJq,
    suggest: 'prefix',
  },
  yq: {
    options: {
      '-i --inplace --in-place': editsInPlace,
      ...each('-s --split-exp', runs('writes files')),
      '--from-file': runs('takes its program from a file'),
      ...each('-p -o --input-format --output-format -I --indent --arg --argjson --xml-attribute-prefix', text),
      ...each(
        [
          '-r -P -e -n -N -C -M -j -V -h -y -Y -S -c -v -0 -R -a --unwrapScalar --prettyPrint --exit-status',
          '--null-input --no-doc --colors --no-colors --tojson --raw-output --slurp --compact-output --sort-keys',
          '--yaml-output --verbose --raw-input',
        ],
        flag,
      ),
      ...helpOptions,
    },
    operands: 'maybe-path',
    inspect: inspectYq,
  },
  envsubst: { options: { ...each('-v --variables -h -V', flag), ...helpOptions }, operands: 'text' },
  xmllint: {
    options: {
      '--output -o': writes,
      ...each('--xpath --encode --pretty', text),
      ...each('--path --schema --dtdvalid --relaxng', maybePath),
      ...each(
        [
          '--noout --format --recover --huge --html --nonet --valid --postvalid --noblanks --c14n --nocdata',
          '--nowarning --noerror --quiet --timing --dropdtd --version --help',
        ],
        flag,
      ),
      '--maxmem': text,
      ...each('--noent --xinclude --loaddtd --dtdattr', hazardFlag('unknown', 'reads files that the document names')),
    },
    operands: 'read',
  },
});
