import { inspectGrep, inspectFd } from '../../inspect/text/text-tools.ts';
import { inspectFind } from '../../languages/find-expression.ts';
import { each, flag, hazardFlag, attached, helpOptions, reads, runs, text } from '../entries.ts';
import { hazard, type ProgramTable } from '../../program.ts';

const pattern = { first: ['text'], rest: 'read' } as const;
const context = each('-A --after-context -B --before-context -C --context -m --max-count', text);

/** Programs that search for files and in files. */
export const searchTools: ProgramTable = () => ({
  find: { skipOptionParsing: true, inspect: inspectFind, suggest: 'never' },
  'grep egrep fgrep zgrep': {
    options: {
      ...each('-e --regexp', text),
      ...each('-f --file --exclude-from', reads),
      ...context,
      ...each(
        ['-d --directories -D --devices --include --exclude --exclude-dir --label --binary-files', '--group-separator'],
        text,
      ),
      ...each('--color --colour', attached),
      '-R --dereference-recursive': flag,
      ...each(
        [
          '-E -F -G -P -i -v -w -x -c -L -l -o -q -s -b -H -h -n -T -Z -a -I -r -U -z -y --extended-regexp',
          '--fixed-strings --basic-regexp --perl-regexp --ignore-case --no-ignore-case --invert-match --word-regexp',
          '--line-regexp --count --files-without-match --files-with-matches --only-matching --quiet --silent',
          '--no-messages --byte-offset --with-filename --no-filename --line-number --initial-tab --null --text',
          '--recursive --binary --null-data --line-buffered -V -u --unix-byte-offsets --no-group-separator',
        ],
        flag,
      ),
      ...helpOptions,
    },
    operands: { ...pattern, skipFirstWith: '-e --regexp -f --file' },
    inspect: inspectGrep,
    suggest: 'prefix',
  },
  'rg ripgrep': {
    options: {
      '--pre': runs('runs a program on every file'),
      '--hostname-bin': runs('runs a program'),
      '-z --search-zip': hazardFlag('executes', 'starts decompressors'),
      '-L --follow': hazardFlag('unknown', 'follows symbolic links out of the workspace'),
      ...each('-e --regexp', text),
      ...each('-f --file --ignore-file', reads),
      ...context,
      ...each(
        [
          '-g --glob --iglob -t --type -T --type-not --type-add --type-clear -d --max-depth --max-filesize -j',
          '--threads -M --max-columns -r --replace -E --encoding --sort --sortr --color --colors --engine',
          '--context-separator --field-context-separator --field-match-separator --path-separator --pre-glob',
          '--dfa-size-limit --regex-size-limit --hyperlink-format --generate',
        ],
        text,
      ),
      ...each(
        [
          '-i -S -s -v -w -x -c -l -o -q -n -N -H -I -h -p -u -U -P -F -a -0 -b -. --files --hidden --no-ignore',
          '--json --stats --vimgrep --heading --no-heading --column --line-number --count --count-matches --trim',
          '--files-with-matches --files-without-match --ignore-case --smart-case --case-sensitive --fixed-strings',
          '--word-regexp --line-regexp --invert-match --only-matching --multiline --multiline-dotall --pcre2',
          '--quiet --no-line-number --with-filename --no-filename --pretty --null --unrestricted --passthru',
          '--type-list --text --no-messages --no-config --no-ignore-vcs --debug --trace --version --help',
          '--one-file-system -V --no-ignore-dot --no-ignore-exclude --no-ignore-files --no-ignore-global',
          '--no-ignore-messages --no-ignore-parent --no-hidden --no-follow --no-mmap --mmap --no-unicode --no-pcre2',
          '--no-stats --no-text --no-pre --no-search-zip --no-json --no-trim --no-column --no-multiline',
          '--auto-hybrid-regex --crlf --binary --block-buffered --line-buffered --byte-offset',
          '--glob-case-insensitive --ignore-file-case-insensitive --include-zero --max-columns-preview',
          '--no-block-buffered --no-line-buffered --no-encoding --null-data --no-binary --pcre2-version',
          '--require-git --no-require-git --stop-on-nonmatch --no-context-separator --ignore --ignore-dot',
          '--ignore-exclude --ignore-files --ignore-global --ignore-messages --ignore-parent --ignore-vcs',
          '--messages --passthrough --sort-files --no-sort-files --no-one-file-system --no-auto-hybrid-regex',
        ],
        flag,
      ),
      '--maxdepth': text,
    },
    operands: { ...pattern, skipFirstWith: '-e --regexp -f --file --files --type-list' },
    suggest: 'prefix',
  },
  'ag ack': {
    options: {
      '--pager': runs('runs a pager'),
      ...each('-z --search-zip', hazardFlag('executes', 'starts decompressors')),
      ...each('-f --follow', hazardFlag('unknown', 'follows symbolic links out of the workspace')),
      ...each('--ackrc --path-to-ignore -p', reads),
      ...context,
      ...each('-G --file-search-regex --ignore --depth --type', text),
      ...each(
        [
          '-i -S -s -v -w -Q -l -L -c -n -u -U -a -H -h -o -0 -q --hidden --ignore-case --smart-case --literal',
          '--count --column --numbers --nonumbers --heading --noheading --group --nogroup --color --nocolor',
          '--files-with-matches --files-without-matches --word-regexp --invert-match --case-sensitive --vimgrep',
          '--all-text --all-types --unrestricted --stats --break --nobreak --filename --nofilename --js --ts --py',
          '--python --java --ruby --go --rust --cpp --cc --css --html --json --yaml --md',
        ],
        flag,
      ),
      ...helpOptions,
    },
    operands: pattern,
  },
  'fd fdfind': {
    noAbbreviations: true,
    options: {
      ...each('-x --exec -X --exec-batch', {
        takes: 'value',
        role: 'text',
        hazard: hazard('executes', 'runs a command for what it finds', 'exact'),
        endsOptions: true,
      }),
      ...each('-L --follow', hazardFlag('unknown', 'follows symbolic links out of the workspace')),
      ...each('--base-directory --search-path --ignore-file -C', reads),
      ...each(
        [
          '-e --extension -t --type -d --max-depth --min-depth --exact-depth -E --exclude -S --size -c --color -j',
          '--threads --changed-within --changed-before -o --owner --max-results --and --format --path-separator',
        ],
        text,
      ),
      ...each(
        [
          '-H -I -u -s -i -g -F -a -l -p -0 -1 -q -h -V --hidden --no-ignore --glob --absolute-path',
          '--list-details --full-path --no-hidden --ignore --no-ignore-vcs --no-ignore-parent --unrestricted',
          '--case-sensitive --ignore-case --regex --fixed-strings --relative-path --no-follow --print0 --prune --quiet',
          '--show-errors --strip-cwd-prefix --one-file-system --no-global-ignore-file --no-require-git',
        ],
        flag,
      ),
      ...helpOptions,
    },
    operands: pattern,
    inspect: inspectFd,
    suggest: 'prefix',
  },
  'locate plocate mlocate': {
    options: {
      '-d --database': reads,
      ...each('-n -l --limit', text),
      ...each('-i -b -c -e -r -q -w -0 --ignore-case --basename --count --existing --regex', flag),
      ...helpOptions,
    },
    operands: 'text',
    hazard: hazard('unknown', 'looks outside the workspace'),
  },
});
