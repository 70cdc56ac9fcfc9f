import { inspectCat } from '../../inspect/files/coreutils.ts';
import { each, edits, flag, attached, helpOptions, reads, runs, text, writes, fileReader } from '../entries.ts';
import { hazard, type ProgramTable } from '../../program.ts';

/** Programs that read text and print a changed version of it. */
export const textFilters: ProgramTable = () => ({
  cat: {
    options: {
      ...each(
        [
          '-A --show-all -b --number-nonblank -e -E --show-ends -n --number -s --squeeze-blank -t -T --show-tabs -u',
          '-v --show-nonprinting',
        ],
        flag,
      ),
      ...helpOptions,
    },
    ...fileReader,
    inspect: inspectCat,
  },
  'tac rev tsort': {
    options: { ...each('-s --separator', text), ...each('-b --before -r --regex -h -V', flag), ...helpOptions },
    ...fileReader,
  },
  nl: {
    options: {
      ...each(
        [
          '-b -d -f -h -i -l -n -s -v -w --body-numbering --number-separator --starting-line-number',
          '--section-delimiter --footer-numbering --header-numbering --line-increment --join-blank-lines',
          '--number-format --number-width',
        ],
        text,
      ),
      ...each('-p --no-renumber', flag),
      ...helpOptions,
    },
    ...fileReader,
  },
  'expand unexpand': {
    options: { ...each('-t --tabs', text), ...each('-i --initial -a --all --first-only', flag), ...helpOptions },
    ...fileReader,
  },
  'fold fmt': {
    options: {
      ...each('-w --width -g --goal -p --prefix', text),
      ...each('-b --bytes -s --spaces --split-only -c --crown-margin -t --tagged-paragraph -u', flag),
      '--uniform-spacing': flag,
      ...helpOptions,
    },
    ...fileReader,
  },
  'head tail': {
    options: {
      ...each('-n --lines -c --bytes --pid -s --sleep-interval --max-unchanged-stats', text),
      '--follow': attached,
      ...each('-q --quiet --silent -v --verbose -z --zero-terminated -f -F --retry -r', flag),
      ...helpOptions,
    },
    ...fileReader,
  },
  wc: {
    options: {
      '--files0-from': reads,
      '--total': text,
      ...each('-c --bytes -m --chars -l --lines -L --max-line-length -w --words', flag),
      ...helpOptions,
    },
    ...fileReader,
  },
  cut: {
    options: {
      ...each('-f --fields -d --delimiter -c --characters -b --bytes --output-delimiter', text),
      ...each('-n --complement -s --only-delimited -z --zero-terminated -w', flag),
      ...helpOptions,
    },
    ...fileReader,
  },
  paste: {
    options: { ...each('-d --delimiters', text), ...each('-s --serial -z --zero-terminated', flag), ...helpOptions },
    ...fileReader,
  },
  join: {
    options: {
      ...each('-t -o -e -1 -2 -j -v -a', text),
      ...each('-i --ignore-case --check-order --nocheck-order --header -z --zero-terminated', flag),
      ...helpOptions,
    },
    ...fileReader,
  },
  comm: {
    options: {
      '--output-delimiter': text,
      ...each('-1 -2 -3 -i --check-order --nocheck-order --total -z --zero-terminated', flag),
      ...helpOptions,
    },
    ...fileReader,
  },
  column: {
    options: {
      ...each(
        [
          '-s --separator -o --output-separator -N --table-columns -c --columns --output-width -n --table-name -O',
          '--table-order -l --table-columns-limit -E --table-noextreme -H --table-hide -R --table-right -T',
          '--table-truncate -W --table-wrap -r --tree -i --tree-id -p --tree-parent',
        ],
        text,
      ),
      ...each(
        [
          '-t --table -d --table-noheadings -e --table-header-repeat -L --keep-empty-lines -J --json -x --fillrows',
          '-h -V',
        ],
        flag,
      ),
      ...helpOptions,
    },
    ...fileReader,
  },
  pr: {
    options: {
      ...each(
        [
          '-h --header -l --length -w --width -o --indent -D --date-format -N --first-line-number -W --page-width',
          '--columns --pages',
        ],
        text,
      ),
      ...each('-e --expand-tabs -i --output-tabs -n --number-lines -s --separator -S --sep-string', attached),
      ...each(
        [
          '-a --across -c --show-control-chars -d --double-space -F -f --form-feed -J --join-lines -m --merge -r',
          '--no-file-warnings -t --omit-header -T --omit-pagination -v --show-nonprinting',
        ],
        flag,
      ),
      ...helpOptions,
    },
    ...fileReader,
  },
  tr: {
    options: {
      ...each('-c -C --complement -d --delete -s --squeeze-repeats -t --truncate-set1 -u', flag),
      ...helpOptions,
    },
    operands: 'text',
    suggest: 'prefix',
  },
  sort: {
    options: {
      '-o --output': writes,
      '--compress-program': runs('runs a program to compress'),
      ...each('--files0-from --random-source', reads),
      '-T --temporary-directory': writes,
      ...each('-k --key -t --field-separator -S --buffer-size --parallel --batch-size --sort', text),
      ...each('--check', attached),
      ...each(
        [
          '-b --ignore-leading-blanks -d --dictionary-order -f --ignore-case -g --general-numeric-sort -i',
          '--ignore-nonprinting -M --month-sort -h --human-numeric-sort -n --numeric-sort -R --random-sort -r',
          '--reverse -V --version-sort -c -C -m --merge -s --stable -u --unique -z --zero-terminated --debug --help',
          '--version',
        ],
        flag,
      ),
    },
    ...fileReader,
  },
  uniq: {
    options: {
      ...each('-f --skip-fields -s --skip-chars -w --check-chars', text),
      ...each('--group --all-repeated', attached),
      ...each('-c --count -d --repeated -D -i --ignore-case -u --unique -z --zero-terminated', flag),
      ...helpOptions,
    },
    operands: { first: ['read', 'write'] },
    suggest: 'never',
  },
  shuf: {
    options: {
      '-o --output': writes,
      '--random-source': reads,
      ...each('-n --head-count -i --input-range', text),
      ...each('-e --echo -r --repeat -z --zero-terminated', flag),
      ...helpOptions,
    },
    ...fileReader,
  },
  split: {
    options: {
      '--filter': runs('runs a program on every piece'),
      ...each('-a -b -C -l -n -t --additional-suffix --bytes --lines --number --suffix-length --line-bytes', text),
      '--separator': text,
      ...each('--numeric-suffixes --hex-suffixes', attached),
      ...each('-d -x -e --elide-empty-files -u --unbuffered --verbose', flag),
      ...helpOptions,
    },
    operands: { first: ['read'], rest: 'write' },
    hazard: hazard('writes', 'writes the pieces as files'),
    suggest: 'never',
  },
  csplit: {
    operands: { first: ['read'], rest: 'text' },
    options: {
      ...each('-f --prefix', edits),
      ...each('-b --suffix-format -n --digits', text),
      ...each('-k --keep-files --suppress-matched -s --quiet --silent -z --elide-empty-files', flag),
      ...helpOptions,
    },
    hazard: hazard('writes', 'writes the pieces as files'),
    suggest: 'never',
  },
});
