import { attached, each, flag, hazardFlag, reads, text, writes } from '../entries.ts';
import { hazard, type Options, type Program, type ProgramTable } from '../../program.ts';
import { lazy } from '../../../lazy.ts';

/** The options of subcommands that print commits and differences. */
export const diffOptions = lazy((): Options => ({
  '--output': writes,
  ...each('--ext-diff --textconv', hazardFlag('executes', 'runs a program that the repository names')),
  '-O': reads,
  ...each(
    [
      '-S -G --author --committer --grep --grep-reflog --since --after --until --before --format',
      '--date --diff-filter --word-diff-regex --inter-hunk-context --stat-width --src-prefix',
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
      '--output-indicator-context -X -I -l --stat-count --stat-name-width --stat-graph-width --notes --cherry',
      '--color-words --simplify-merges --remerge-diff --color-moved-ws --max-depth --ancestry-path --creation-factor --since-as-filter',
      '--diff-merges --rotate-to --skip-to --max-age --min-age --exclude-hidden --show-notes --missing --filter --disk-usage',
      '--ignore-matching-lines',
      '--compact-summary --break-rewrites --find-object --no-color-moved --objects --bisect --timestamp --group -e',
      '--pretty --no-notes --abbrev-commit --current --more --list --independent --topics --children',
    ],
    attached,
  ),
  ...each(
    [
      '-p -u -s -z -a -b -w -R -1 -i -E -F -P -W -c -m -r -t -q --text --no-index --patch --no-patch',
      '--raw --name-only --name-status --cached --staged --oneline --graph --all --follow --numstat',
      '--shortstat --summary --check --exit-code --quiet --no-color --no-ext-diff --no-textconv',
      '--reverse --merges --no-merges --first-parent --no-renames --ignore-space-change',
      '--ignore-all-space --ignore-blank-lines --histogram --minimal --patience --full-index --binary',
      '--show-signature --left-right --cherry-pick --topo-order --date-order --walk-reflogs -g',
      '--merge-base --pickaxe-all --pickaxe-regex --function-context --patch-with-stat --patch-with-raw --cumulative',
      '--no-indent-heuristic --indent-heuristic --no-prefix --default-prefix --irreversible-delete --find-copies-harder',
      '--no-relative --ignore-space-at-eol --ignore-cr-at-eol --ita-invisible-in-index --ita-visible-in-index --cc',
      '--combined-all-paths --no-diff-merges --no-rename-empty --rename-empty --base --ours --theirs --full-diff',
      '--log-size --no-decorate --clear-decorations --source --use-mailmap --no-use-mailmap --mailmap --no-mailmap',
      '--no-abbrev-commit --no-abbrev --all-match --invert-grep --regexp-ignore-case --extended-regexp --perl-regexp',
      '--basic-regexp --fixed-strings --remove-empty --no-min-parents --no-max-parents --not --stdin --ignore-missing',
      '--reflog --alternate-refs --single-worktree --boundary --left-only --right-only --cherry-mark --simplify-by-decoration',
      '--show-pulls --full-history --dense --sparse --exclude-first-parent-only --author-date-order --no-graph',
      '--relative-date --parents --show-linear-break --count --header --root --no-commit-id --pretty-print --line-porcelain',
      '--porcelain --incremental --show-stats --show-name --show-number --show-email --score-debug --progress',
      '--no-progress --no-dual-color --dual-color --numbered --email --reflog --no-name --sha1-name --sparse --no-sparse',
      '--dirstat-by-file --no-follow --no-text --no-compact-summary --no-function-context --no-full-index --no-minimal',
      '--no-source --no-exit-code --no-find-copies-harder --color-lines --color-by-age --bisect-vars --bisect-all',
      '--expand-tabs --no-expand-tabs --minimal --no-patch-with-stat -0 -d -D -f -h -k -v -y --no-mailmap --no-quiet',
      '--in-commit-order --objects-edge --unpacked --no-object-names --object-names --use-bitmap-index --timestamp',
    ],
    flag,
  ),
}));
const reading = (options: Options, operands: Program['operands'] = 'maybe-path'): Program => ({
  options,
  operands,
  suggest: 'subcommand',
});

const asking = lazy((): Program =>
  reading(
    {
      ...each('--match --exclude --format --sort --candidates --default --prefix --git-path --count --points-at', text),
      ...each(
        [
          '--branch --glob --exclude-existing --refs --hash --path-format --shell --merged --contains --abbrev',
          '--no-merged --no-contains --short --dirty --broken --symbolic --branches --tags --remotes --abbrev-ref',
          '--show-object-format --disambiguate --since --until --after --before --color --merge-base',
        ],
        attached,
      ),
      ...each(
        [
          '-q -v -s -d -n -H -h -a -z -l -c -p --quiet --verify --verbose --raw --heads --dereference --head --all --exact-match',
          '--first-parent --always --long --contains --debug --name-only --no-undefined --annotate-stdin --stdin --symbolic-full-name',
          '--show-toplevel --show-prefix --show-cdup --show-superproject-working-tree --is-inside-git-dir --absolute-git-dir',
          '--is-inside-work-tree --is-bare-repository --is-shallow-repository --git-dir --git-common-dir --shared-index-path',
          '--local-env-vars --sq --sq-quote --revs-only --no-revs --flags --no-flags --not --parseopt --keep-dashdash --end-of-options',
          '--octopus --independent --is-ancestor --fork-point --perl --python --tcl --ignore-case --omit-empty --human-readable',
          '--strip-comments --comment-lines --write-tree --trivial-merge --messages --no-messages --allow-unrelated-histories',
          '--no-abbrev --peel-tag --no-tags --no-color --stat-only --exists --show-ref-format --build-options --exclude-first-parent-only',
        ],
        flag,
      ),
      '--resolve-git-dir': reads,
    },
    'text',
  ),
);

/** Subcommands of git that only read, unless an option says otherwise. */
export const readSubcommands: ProgramTable = () => ({
  'log show diff whatchanged diff-tree diff-index diff-files range-diff shortlog show-branch rev-list':
    reading(diffOptions()),
  status: reading({
    ...each('-u --untracked-files --ignored --ignore-submodules --column --porcelain --find-renames -M', attached),
    ...each(
      [
        '-s -b -v -z --short --branch --show-stash --long --verbose --ahead-behind --no-ahead-behind --renames',
        '--no-renames',
        '--no-column --no-short --no-branch --null -h --no-verbose --no-ignored --no-untracked-files',
      ],
      flag,
    ),
  }),
  grep: reading(
    {
      ...each('-O --open-files-in-pager', {
        takes: 'attached',
        hazard: hazard('executes', 'opens what it finds in a program'),
      }),
      ...each('--textconv --ext-grep', hazardFlag('executes', 'runs a program that the repository names')),
      ...each('-e -A --after-context -B --before-context -C --context -m --max-count --max-depth --threads', text),
      ...each('--color', attached),
      '-f': reads,
      ...each(
        [
          '-n -i -I -w -v -l -L -c -o -p -q -h -H -z -a -E -F -G -P -W --text --cached --untracked --no-index',
          '--and --or --not --all-match --heading --break --line-number --ignore-case --name-only',
          '--files-with-matches --count --only-matching --recurse-submodules --column --invert-match --word-regexp -r',
          '--no-recursive --recursive --extended-regexp --basic-regexp --fixed-strings --perl-regexp --full-name --null',
          '--name-only --files-without-match --no-color --no-column --no-line-number --quiet --show-function --exclude-standard',
          '--no-exclude-standard --function-context --no-textconv --no-messages -s -1 -2 -3 --no-recurse-submodules',
        ],
        flag,
      ),
    },
    { first: ['text'], skipFirstWith: '-e -f', rest: 'maybe-path' },
  ),
  'blame annotate': reading({
    ...diffOptions(),
    ...each('--contents --ignore-revs-file', reads),
    '--ignore-rev': text,
  }),
  'ls-files ls-tree check-ignore check-attr': reading({
    ...each('-X --exclude-from --exclude-per-directory', reads),
    ...each('-x --exclude --with-tree --format --source', text),
    '--abbrev': attached,
    ...each(
      [
        '-c -d -i -k -m -o -s -t -u -v -z -f -r -l -n -a -q --cached --deleted --modified --others --ignored',
        '--stage --unmerged --killed --directory --no-empty-directory --eol --deduplicate --exclude-standard',
        '--error-unmatch --full-name --full-tree --recurse-submodules --debug --sparse --name-only --name-status',
        '--object-only --long --resolve-undo --non-matching --verbose --quiet --no-index --stdin --all',
      ],
      flag,
    ),
  }),
  'cat-file': reading(
    {
      ...each('--textconv --filters', hazardFlag('executes', 'runs a program that the repository names')),
      '--path': text,
      ...each('--batch --batch-check --batch-command', attached),
      ...each(
        [
          '-e -p -s -t -z --follow-symlinks --batch-all-objects --buffer --unordered --allow-unknown-type',
          '--use-mailmap --no-use-mailmap --mailmap',
        ],
        flag,
      ),
    },
    'text',
  ),
  'rev-parse describe name-rev merge-base show-ref for-each-ref var version': asking(),
  'count-objects cherry merge-tree verify-commit verify-tag verify-pack stripspace diff-pairs last-modified': asking(),
});
