import type { Call } from '../calls/call.ts';
import type { Findings } from '../calls/findings.ts';
import { checkAwk } from '../languages/awk-program.ts';
import { checkSed } from '../languages/sed-script.ts';
import {
  does,
  each,
  edits,
  flag,
  flagged,
  glued,
  gluedHazard,
  loose,
  reads,
  runs,
  text,
  writes,
  type Program,
  type ProgramTable,
} from './vocabulary.ts';

const reader: Program = { operands: 'read', suggest: 'prefix' };

/** Programs that read text and print it changed. */
export const filters: ProgramTable = () => ({
  cat: { ...reader, inspect: passOn },
  'tac rev tsort': { options: each('-s --separator', flag), ...reader },
  nl: {
    options: each(['-b -d -f -h -i -l -n -s -v -w --body-numbering --number-separator --starting-line-number'], text),
    ...reader,
  },
  'expand unexpand fold fmt': { options: each('-w --width -t --tabs -g --goal -p --prefix', text), ...reader },
  'head tail': {
    options: {
      ...each('-n --lines -c --bytes --pid -s --sleep-interval --max-unchanged-stats', text),
      '--follow': glued,
    },
    ...reader,
  },
  wc: { options: { '--files0-from': reads, '--total': text }, ...reader },
  cut: {
    options: each('-f --fields -d --delimiter -c --characters -b --bytes --output-delimiter', text),
    ...reader,
  },
  paste: { options: each('-d --delimiters', text), ...reader },
  'join comm': { options: each('-t -o -e -1 -2 -j -v -a --output-delimiter', text), ...reader },
  column: { options: each('-s --separator -o --output-separator -N --table-columns -c --columns', text), ...reader },
  pr: { options: each('-h --header -l --length -w --width -o --indent -D --date-format', text), ...reader },
  tr: { operands: 'text', suggest: 'prefix' },
  sort: {
    strict: true,
    options: {
      '-o --output': writes,
      '--compress-program': runs('runs a program to compress'),
      ...each('--files0-from --random-source', reads),
      '-T --temporary-directory': { takes: 'value', role: 'write' },
      ...each('-k --key -t --field-separator -S --buffer-size --parallel --batch-size --sort', text),
      ...each('--check', glued),
      ...each(['-b --ignore-leading-blanks -d --dictionary-order -f --ignore-case -g --general-numeric-sort'], flag),
      ...each(
        ['-i --ignore-nonprinting -M --month-sort -h --human-numeric-sort -n --numeric-sort -R', '--random-sort'],
        flag,
      ),
      ...each(
        [
          '-r --reverse -V --version-sort -c -C -m --merge -s --stable -u --unique -z --zero-terminated',
          '--debug --help --version',
        ],
        flag,
      ),
    },
    ...reader,
  },
  uniq: {
    options: {
      ...each('-f --skip-fields -s --skip-chars -w --check-chars', text),
      ...each('--group --all-repeated', glued),
      ...each('-c --count -d --repeated -D -i --ignore-case -u --unique -z --zero-terminated', flag),
    },
    operands: { first: ['read', 'write'] },
    suggest: 'never',
  },
  shuf: {
    options: {
      '-o --output': writes,
      '--random-source': reads,
      ...each('-n --head-count -i --input-range', text),
      '-e --echo': flag,
    },
    ...reader,
  },
  split: {
    options: {
      '--filter': runs('runs a program on every piece'),
      ...each('-a -b -C -l -n -t --additional-suffix --bytes --lines --number', text),
    },
    operands: { first: ['read'], rest: 'write' },
    hazard: does('writes', 'writes the pieces as files'),
    suggest: 'never',
  },
  csplit: {
    operands: { first: ['read'], rest: 'text' },
    options: { ...each('-f --prefix', edits), ...each('-b --suffix-format -n --digits', text) },
    hazard: does('writes', 'writes the pieces as files'),
    suggest: 'never',
  },
  sed: {
    strict: true,
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
    strict: true,
    options: {
      ...each('-f --file -i --include -l --load -E --exec', runs('takes its program from a file')),
      ...each('-e --source', text),
      ...each('-F --field-separator -v --assign', text),
      ...each('-o --pretty-print -p --profile -d --dump-variables -D --debug', gluedHazard('writes', 'writes a file')),
      ...each(
        ['-b -c -C -g -h -L -M -n -N -O -P -r -s -S -t -V --posix --re-interval --sandbox --version --csv', '-k'],
        flag,
      ),
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
    },
    suggest: 'prefix',
  },
  yq: {
    options: {
      '-i --inplace --in-place': flagged('writes', 'edits files in place'),
      ...each('-s --split-exp', runs('writes files')),
      '--from-file': runs('takes its program from a file'),
      ...each('-p -o --input-format --output-format -I --indent', text),
    },
    operands: 'loose',
    inspect: (call, found) => {
      for (const { word, index } of call.args) {
        if (/\b(?:load\w*|system|env\w*)\s*\(/.test(word.value)) {
          found.hazard(does('unknown', 'a program that loads files or runs others'), index);
        }
      }
    },
  },
  'od hexdump hd strings base64 base32 iconv': {
    options: { ...each('-A -j -N -S -t -w -n -s -e -d -f -c -l --format', glued), '-o --output': writes },
    operands: 'read',
  },
  xxd: { options: each('-c -g -l -o -s -n', text), operands: { first: ['read', 'write'] } },
  'diff cmp diff3 colordiff': {
    options: {
      '-l --paginate': flagged('executes', 'starts another program'),
      ...each('--to-file --from-file -X --exclude-from', reads),
      ...each('-U --unified -C --context --color --tabsize -W --width', glued),
      ...each(['-x --exclude -I --ignore-matching-lines -F --show-function-line --label -L -S --starting-file'], text),
    },
    operands: 'tree',
    suggest: 'prefix',
  },
  sdiff: { options: { '-o --output': writes, '--diff-program': runs('runs another program') }, operands: 'read' },
  patch: {
    options: {
      '-e --ed': flagged('executes', 'runs a script of the editor ed'),
      ...each('-o --output -r --reject-file', writes),
      ...each('-d --directory', { takes: 'value', role: 'edit' }),
      '-i --input': reads,
      ...each('-p --strip -F --fuzz -B --prefix -z --suffix -V -Y -D', text),
    },
    operands: 'edit',
    suggest: 'never',
  },
  envsubst: { operands: 'text' },
  xmllint: {
    options: {
      '--output -o': writes,
      ...each('--xpath --encode --pretty', text),
      '--path --schema --dtdvalid --relaxng': loose,
    },
    operands: 'read',
  },
});

/** `cat <<'EOF'` prints a text that is in the command: the usual way to write a long message. */
function passOn(call: Call, found: Findings): void {
  if (call.args.length === 0 && call.stdin?.certain === true) found.neutral = true;
}
