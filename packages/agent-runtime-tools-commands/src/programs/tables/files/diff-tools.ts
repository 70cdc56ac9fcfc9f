import { each, flag, hazardFlag, attached, helpOptions, reads, runs, text, writes, edits } from '../entries.ts';
import type { ProgramTable } from '../../program.ts';

/** Programs that compare files or apply differences. */
export const diffTools: ProgramTable = () => ({
  'diff colordiff': {
    options: {
      '-l --paginate': hazardFlag('executes', 'starts another program'),
      ...each('--to-file --from-file -X --exclude-from', reads),
      ...each('-U --unified -C --context --color --tabsize -W --width', attached),
      ...each(
        [
          '-x --exclude -I --ignore-matching-lines -F --show-function-line --label -L -S --starting-file -D --ifdef',
          '--line-format --old-line-format --new-line-format --unchanged-line-format --palette --old-group-format',
          '--new-group-format --changed-group-format --unchanged-group-format',
        ],
        text,
      ),
      '--horizon-lines': text,
      ...each(
        [
          '--normal -q --brief -s --report-identical-files -c -u -e --ed -n --rcs -y --side-by-side -p -r',
          '--left-column --suppress-common-lines --show-c-function -t --expand-tabs -T --initial-tab -N',
          '--suppress-blank-empty --recursive --no-dereference --new-file --unidirectional-new-file -P -i',
          '--ignore-file-name-case --no-ignore-file-name-case --ignore-case -E --ignore-tab-expansion -Z',
          '--ignore-trailing-space -b --ignore-space-change -w --ignore-all-space -B --ignore-blank-lines -a --text',
          '--strip-trailing-cr -d --minimal -H --speed-large-files -v',
        ],
        flag,
      ),
      ...helpOptions,
    },
    operands: 'tree',
    suggest: 'prefix',
  },
  cmp: {
    options: {
      ...each('-i --ignore-initial -n --bytes', text),
      ...each('-b --print-bytes -l --verbose -s --quiet --silent -v', flag),
      ...helpOptions,
    },
    operands: { first: ['read', 'read'], rest: 'text' },
    suggest: 'prefix',
  },
  diff3: {
    options: {
      '--diff-program': runs('runs another program'),
      ...each('-L --label', text),
      ...each(
        [
          '-A --show-all -e --ed -E --show-overlap -3 --easy-only -x --overlap-only -X -i -m --merge -a -T --text',
          '--strip-trailing-cr --initial-tab -v',
        ],
        flag,
      ),
      ...helpOptions,
    },
    operands: 'read',
  },
  sdiff: {
    options: {
      '-o --output': writes,
      '--diff-program': runs('runs another program'),
      ...each('-w --width -I --ignore-matching-lines --tabsize', text),
      ...each(
        [
          '-i -E -Z -b -W -B -a -l -s -t -d -H -v --ignore-case --left-column --suppress-common-lines --expand-tabs',
          '--minimal --text --ignore-all-space --ignore-space-change --ignore-blank-lines',
        ],
        flag,
      ),
      ...helpOptions,
    },
    operands: 'read',
  },
  patch: {
    options: {
      '-e --ed': hazardFlag('executes', 'runs a script of the editor ed'),
      ...each('-o --output -r --reject-file', writes),
      ...each('-d --directory', edits),
      '-i --input': reads,
      ...each(
        [
          '-p --strip -F --fuzz -B --prefix -z --suffix -V -Y -D -g --quoting-style --reject-format --read-only',
          '--ifdef --version-control --basename-prefix --get',
        ],
        text,
      ),
      '--merge': attached,
      ...each(
        [
          '-l -c -n -u -N -R -E -Z -T -b -t -f -s -v --ignore-whitespace --forward --reverse --dry-run',
          '--remove-empty-files --backup-if-mismatch --no-backup-if-mismatch --backup --batch --force --quiet',
          '--silent --verbose --posix --binary --context --normal --unified --set-utc --set-time',
        ],
        flag,
      ),
      ...helpOptions,
    },
    operands: 'edit',
    suggest: 'never',
  },
});
