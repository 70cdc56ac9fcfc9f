import { inspectPager } from '../../inspect/text/text-tools.ts';
import { each, flag, helpOptions, reads, runs, text, writes } from '../entries.ts';
import { hazard, type ProgramTable } from '../../program.ts';

/** Programs that display text. Most of them can run commands from within. */
export const pagers: ProgramTable = () => ({
  man: {
    options: {
      '-P --pager': runs('runs a pager'),
      '-H --html': { takes: 'attached', hazard: hazard('executes', 'opens a browser') },
      '-C --config-file': runs('takes its settings and programs from a file'),
      ...each('-M --manpath -l --local-file', reads),
      ...each('-X --gxditview -T --troff-device -Z --ditroff -t --troff', {
        takes: 'attached',
        hazard: hazard('executes', 'starts a formatter'),
      }),
      ...each('-p --preprocessor -R --recode', runs('runs a preprocessor')),
      ...each('-s -S --sections -L --locale -m --systems -e --extension -r --prompt -E --encoding', text),
      ...each(
        [
          '-f --whatis -k --apropos -K --global-apropos -w -W --where --path --location -a --all -i -I -7 --ascii',
          '--no-hyphenation --nh --no-justification --nj --no-subpages --regex --wildcard --names-only -u --update',
          '-d --debug -D --default -c --catman -? --help --usage -V --version',
        ],
        flag,
      ),
    },
    operands: 'maybe-path',
  },
  less: {
    options: {
      ...each('-o -O --log-file --LOG-FILE', writes),
      ...each('-k --lesskey-file --lesskey-src --lesskey-content', runs('reads commands from a file')),
      ...each(
        [
          '-t --tag -T --tag-file -p --pattern -P --prompt -x --tabs -z --window -b --buffers -h',
          '--max-back-scroll -j --jump-target -y --max-forw-scroll -D --color --quotes --rscroll --shift',
        ],
        text,
      ),
      ...each(
        [
          '-N -n -S -R -r -F -X -i -I -e -E -s -u -U -m -M -f -g -G -w -W -J -a -A -B -c -C -d -q -Q -V -L -K -~ -#',
          '--LINE-NUMBERS --chop-long-lines --RAW-CONTROL-CHARS --quit-if-one-screen --no-init --ignore-case',
          '--no-lessopen --version --help -? --line-numbers --raw-control-chars --IGNORE-CASE --quit-at-eof',
          '--QUIT-AT-EOF --squeeze-blank-lines --underline-special --long-prompt --LONG-PROMPT --force',
          '--hilite-search --HILITE-SEARCH --status-column --search-skip-screen --SEARCH-SKIP-SCREEN --quiet',
          '--QUIET --silent --SILENT --auto-buffers --clear-screen --dumb --tilde --quit-on-intr --mouse',
          '--use-color --incsearch --no-keypad --no-histdups --follow-name --save-marks --exit-follow-on-close',
          '--file-size --wordwrap',
        ],
        flag,
      ),
    },
    operands: 'read',
    inspect: inspectPager,
  },
  'more most': {
    options: {
      ...each('-n --lines', text),
      ...each(
        [
          '-d -l -e -f -p -c -s -u -h -V --silent --logical --exit-on-eof --no-pause --print-over --clean-print',
          '--squeeze --plain',
        ],
        flag,
      ),
      ...helpOptions,
    },
    operands: 'read',
    inspect: inspectPager,
  },
  'bat batcat': {
    noAbbreviations: true,
    options: {
      '--pager': runs('runs a pager'),
      '--diff': flag,
      ...each(
        [
          '-l --language -H --highlight-line -r --line-range --theme --style --color --decorations --paging',
          '--wrap --tabs -m --map-syntax --terminal-width --file-name',
        ],
        text,
      ),
      ...each(
        [
          '-p -n -A -d -P -u -h -V -L -f -S --plain --number --show-all --force-colorization --list-languages',
          '--list-themes --no-paging --chop-long-lines --unbuffered --no-config --squeeze-blank --diagnostic',
        ],
        flag,
      ),
      ...each('--italic-text --diff-context --ignored-suffix --squeeze-limit --binary', text),
      ...helpOptions,
    },
    operands: 'read',
    suggest: 'prefix',
  },
  'info tldr whatis apropos': {
    options: {
      '-o --output': writes,
      '-f --file': reads,
      ...each('-s --sections -l --language -p --platform -L --locale -m -n --node', text),
      ...each('-u --update -a --and -e --exact -w --wildcard --list --long -d --debug -v -r --regex', flag),
      ...helpOptions,
    },
    operands: 'text',
  },
});
