import {
  does,
  each,
  flag,
  flagged,
  reads,
  text,
  writes,
  type Options,
  type Program,
  type ProgramTable,
} from './vocabulary.ts';

/** Options of everything that prints differences. */
export const diffOptions: Options = {
  '--output': writes,
  ...each('--ext-diff --textconv', flagged('executes', 'runs a program that the repository names')),
  '-O': reads,
  ...each(
    [
      '-S -G --author --committer --grep --grep-reflog --since --after --until --before --format',
      '--pretty --date --diff-filter --word-diff-regex --inter-hunk-context --stat-width --src-prefix',
      '--dst-prefix --line-prefix --ws-error-highlight --diff-algorithm --anchored --decorate-refs',
      '--decorate-refs-exclude --exclude --glob -n --max-count --skip --min-parents --max-parents',
    ],
    text,
  ),
  ...each(
    [
      '-L -U --unified --color --stat --submodule --word-diff --abbrev --find-renames -M -C',
      '--find-copies -B --ignore-submodules --decorate --branches --tags --remotes --encoding',
      '--relative --dirstat --color-moved --no-walk --output-indicator-new --output-indicator-old',
      '--output-indicator-context',
    ],
    { takes: 'glued', role: 'text' },
  ),
  ...each(
    [
      '-p -u -s -z -a -b -w -R -1 -i -E -F -P -W -c -m -r -t -q --text --no-index --patch --no-patch',
      '--raw --name-only --name-status --cached --staged --oneline --graph --all --follow --numstat',
      '--shortstat --summary --check --exit-code --quiet --no-color --no-ext-diff --no-textconv',
      '--reverse --merges --no-merges --first-parent --no-renames --ignore-space-change',
      '--ignore-all-space --ignore-blank-lines --histogram --minimal --patience --full-index --binary',
      '--show-signature --left-right --cherry-pick --topo-order --date-order --walk-reflogs -g',
      '--merge-base --pickaxe-all --pickaxe-regex --function-context',
    ],
    flag,
  ),
};
const reading = (options: Options, operands: Program['operands'] = 'loose'): Program => ({
  options,
  operands,
  suggest: 'subcommand',
});

const asking = reading(
  {
    ...each('--match --exclude --format --sort --abbrev --candidates --default --prefix --git-path', text),
    '--resolve-git-dir': reads,
  },
  'text',
);

/** Subcommands that only read, as long as their options do. */
export const readingSubcommands: ProgramTable = () => ({
  'log show diff whatchanged diff-tree diff-index diff-files range-diff shortlog show-branch rev-list':
    reading(diffOptions),
  status: reading({
    ...each(['-u --untracked-files --ignored --ignore-submodules --column --porcelain --find-renames -M'], {
      takes: 'glued',
      role: 'text',
    }),
    ...each(
      ['-s -b -v -z --short --branch --show-stash --long --verbose --ahead-behind --no-ahead-behind', '--no-renames'],
      flag,
    ),
  }),
  grep: reading(
    {
      ...each('-O --open-files-in-pager', {
        takes: 'glued',
        hazard: does('executes', 'opens what it finds in a program'),
      }),
      ...each('--textconv --ext-grep', flagged('executes', 'runs a program that the repository names')),
      ...each(['-e -A --after-context -B --before-context -C --context -m --max-count --max-depth --threads'], text),
      ...each('--color', { takes: 'glued', role: 'text' }),
      '-f': reads,
      ...each(
        [
          '-n -i -I -w -v -l -L -c -o -p -q -h -H -z -a -E -F -G -P -W --text --cached --untracked --no-index',
          '--and --or --not --all-match --heading --break --line-number --ignore-case --name-only',
          '--files-with-matches --count --only-matching --recurse-submodules --column',
        ],
        flag,
      ),
    },
    { first: ['text'], unless: '-e -f', rest: 'loose' },
  ),
  'blame annotate': reading({ ...diffOptions, ...each('--contents --ignore-revs-file', reads), '--ignore-rev': text }),
  'ls-files ls-tree check-ignore check-attr': reading({
    ...each('-X --exclude-from --exclude-per-directory', reads),
    ...each('-x --exclude --with-tree --abbrev --format', text),
  }),
  'cat-file': reading(
    {
      ...each('--textconv --filters', flagged('executes', 'runs a program that the repository names')),
      '--path': text,
    },
    'text',
  ),
  'rev-parse describe name-rev merge-base show-ref for-each-ref var version': asking,
  'count-objects cherry merge-tree verify-commit verify-tag verify-pack stripspace diff-pairs last-modified': asking,
});
