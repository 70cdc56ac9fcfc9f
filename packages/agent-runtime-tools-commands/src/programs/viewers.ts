import { does, each, flag, reads, runs, text, writes, type ProgramTable } from './vocabulary.ts';

/** Programs that show texts, and let a reader run commands. */
export const viewers: ProgramTable = () => ({
  man: {
    strict: true,
    options: {
      '-P --pager': runs('runs a pager'),
      '-H --html': { takes: 'glued', hazard: does('executes', 'opens a browser') },
      '-C --config-file': runs('takes its settings, also its programs, from a file'),
      ...each('-M --manpath -l --local-file', reads),
      ...each('-X --gxditview -T --troff-device -Z --ditroff -t --troff', {
        takes: 'glued',
        hazard: does('executes', 'starts a formatter'),
      }),
      ...each('-p --preprocessor -R --recode', runs('runs a preprocessor')),
      ...each('-s -S --sections -L --locale -m --systems -e --extension -r --prompt -E --encoding', text),
      ...each(
        ['-f --whatis -k --apropos -K --global-apropos -w -W --where --path --location -a --all -i -I -7', '--ascii'],
        flag,
      ),
      ...each(
        [
          '--no-hyphenation --nh --no-justification --nj --no-subpages --regex --wildcard --names-only -u',
          '--update -d --debug -D --default -c --catman -? --help --usage -V --version',
        ],
        flag,
      ),
    },
    operands: 'loose',
  },
  'less more most': {
    strict: true,
    options: {
      ...each('-o -O --log-file --LOG-FILE', writes),
      ...each('-k --lesskey-file --lesskey-src --lesskey-content', runs('reads commands from a file')),
      ...each(
        [
          '-t --tag -T --tag-file -p --pattern -P --prompt -x --tabs -z --window -b --buffers -h',
          '--max-back-scroll -j --jump-target -y',
        ],
        text,
      ),
      ...each(
        ['-N -n -S -R -r -F -X -i -I -e -E -s -u -U -m -M -f -g -G -w -W -J -a -A -B -c -C -d -q -Q -V -L', '-K -~ -#'],
        flag,
      ),
      ...each(
        [
          '--LINE-NUMBERS --chop-long-lines --RAW-CONTROL-CHARS --quit-if-one-screen --no-init',
          '--ignore-case --no-lessopen --version --help',
        ],
        flag,
      ),
    },
    operands: 'read',
    inspect: (call, found) => {
      for (const operand of call.operands) {
        if (operand.text.startsWith('+')) found.hazard(does('executes', 'runs commands of the pager'), operand.index);
      }
    },
  },
  'bat batcat': {
    exactOptions: true,
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
      ...each('-p -n -A -d --plain --number --show-all', flag),
    },
    operands: 'read',
    suggest: 'prefix',
  },
  'info tldr whatis apropos': { options: { '-o --output': writes, '-f --file': reads }, operands: 'text' },
});
