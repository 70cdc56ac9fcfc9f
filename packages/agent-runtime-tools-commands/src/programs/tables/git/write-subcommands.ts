import { inspectGitConfig } from '../../inspect/git.ts';
import { diffOptions } from './read-subcommands.ts';
import { runOperands } from '../../inspect/shell/run-operands.ts';
import {
  attached,
  each,
  edits,
  exactRuleOnly,
  flag,
  hazardFlag,
  permissive,
  namedHazard,
  reads,
  runs,
  text,
  writes,
} from '../entries.ts';
import { hazard, type OptionUse, type ProgramTable } from '../../program.ts';

const message = each('-m --message --author --date --trailer --cleanup --fixup --squash -C --reuse-message', text);
const opensEditor = hazardFlag('executes', 'opens an editor');
const destructive = (why: string): OptionUse => hazardFlag('deletes', why);
const direct = namedHazard('writes', 'changes the repository directly');
const starts = exactRuleOnly('executes', 'starts another program');

/** Subcommands of git that change the repository, its files or its settings. */
export const writeSubcommands: ProgramTable = () => ({
  config: {
    options: {
      '-f --file --blob': reads,
      '-e --edit': opensEditor,
      ...each('--type --default --comment --value --fixed-value --url --get-colorbool --get-color', text),
      ...each(
        [
          '-l -z --list --get --get-all --get-regexp --get-urlmatch --name-only --show-origin --show-scope --global',
          '--system --local --worktree --null --bool --int --bool-or-int --bool-or-str --path --expiry-date',
          '--no-type --includes --no-includes --all --regexp --add --replace-all --unset --unset-all',
          '--rename-section --remove-section --append',
        ],
        flag,
      ),
    },
    operands: 'text',
    inspect: inspectGitConfig,
    suggest: 'never',
  },
  branch: {
    options: {
      ...each('-d -D --delete', destructive('deletes branches')),
      ...each('-m -M --move -c -C --copy -f --force', hazardFlag('writes', 'moves or replaces branches')),
      '--edit-description': opensEditor,
      ...each('-u --set-upstream-to --unset-upstream', hazardFlag('writes', 'changes settings')),
      ...each(
        [
          '--contains --no-contains --merged --no-merged --points-at --format --sort --color --column',
          '--abbrev',
          '--track',
        ],
        attached,
      ),
      ...each(
        [
          '-a -r -v -l -q -i --all --remotes --list --show-current --verbose --quiet --ignore-case',
          '--no-track -t --no-abbrev --no-color --no-column --create-reflog --omit-empty --recurse-submodules',
        ],
        flag,
      ),
    },
    operands: 'text',
    suggest: 'never',
  },
  tag: {
    options: {
      ...each('-d --delete -f --force', destructive('deletes or replaces tags')),
      '-e --edit': opensEditor,
      '-F --file': reads,
      ...message,
      ...each('-u --local-user --sort --format', text),
      ...each('-n --color --column --contains --no-contains --merged --no-merged --points-at', attached),
      ...each(
        '-a -s -l -v -i --annotate --sign --no-sign --list --verify --ignore-case --no-column --create-reflog --no-color',
        flag,
      ),
      '--omit-empty': flag,
    },
    operands: 'text',
    suggest: 'never',
  },
  add: {
    allowUnknownOptions: true,
    options: {
      ...each('-e --edit -i --interactive -p --patch', opensEditor),
      '--pathspec-from-file': reads,
      '--chmod': text,
    },
    operands: 'maybe-path',
    suggest: 'never',
  },
  commit: {
    allowUnknownOptions: true,
    options: {
      ...message,
      ...each('-F --file -t --template --pathspec-from-file', reads),
      ...each('-e --edit -c --reedit-message -p --patch --interactive', opensEditor),
      ...each('-S --gpg-sign -u --untracked-files', attached),
      ...each(
        [
          '-a -v -q -s -n -i -o --all --amend --no-edit --no-verify --allow-empty --signoff --quiet',
          '--verbose --dry-run',
        ],
        flag,
      ),
    },
    operands: 'maybe-path',
    suggest: 'never',
  },
  'checkout switch': {
    allowUnknownOptions: true,
    options: {
      ...each('-f --force --discard-changes -B -C --force-create', destructive('discards changes')),
      ...each('-b -c --orphan --conflict', text),
      '-p --patch': opensEditor,
      '--pathspec-from-file': reads,
    },
    operands: 'maybe-path',
    suggest: 'never',
  },
  restore: {
    allowUnknownOptions: true,
    options: { '-s --source': text, '-p --patch': opensEditor, '--pathspec-from-file': reads },
    operands: 'maybe-path',
    suggest: 'never',
  },
  reset: {
    allowUnknownOptions: true,
    options: {
      ...each('--hard --merge --keep', destructive('discards changes')),
      '-p --patch': opensEditor,
      '--pathspec-from-file': reads,
    },
    operands: 'maybe-path',
    suggest: 'never',
  },
  clean: namedHazard('deletes', 'deletes files that are not tracked'),
  'rm mv': {
    allowUnknownOptions: true,
    options: { '--pathspec-from-file': reads },
    operands: 'maybe-path',
    suggest: 'never',
  },
  stash: {
    subcommands: {
      'drop clear': namedHazard('deletes', 'deletes stashed changes'),
      'list show': { options: diffOptions(), operands: 'text', suggest: 'subcommand' },
    },
    allowUnknownOptions: true,
    options: { ...message, '-p --patch': opensEditor, '--pathspec-from-file': reads },
    operands: 'maybe-path',
    suggest: 'never',
  },
  'merge cherry-pick revert': {
    allowUnknownOptions: true,
    options: {
      ...message,
      ...each('-s --strategy', runs('chooses a program for merging')),
      ...each('-X --strategy-option --into-name', text),
      '-F --file': reads,
      '-e --edit': opensEditor,
    },
    operands: 'text',
    suggest: 'never',
  },
  rebase: {
    allowUnknownOptions: true,
    options: {
      ...each('-x --exec', {
        takes: 'value',
        role: 'shell',
        hazard: hazard('executes', 'runs a command for every commit', 'exact'),
      }),
      ...each('-i --interactive --edit-todo', opensEditor),
      ...each('-s --strategy', runs('chooses a program for merging')),
      ...each('--onto -X', text),
    },
    operands: 'text',
    suggest: 'never',
  },
  'am apply': {
    allowUnknownOptions: true,
    options: {
      '--directory': edits,
      ...each('--exclude --include -p -C --whitespace', text),
      ...each('--unsafe-paths', hazardFlag('writes', 'writes outside the folder')),
      ...each('-i --interactive', opensEditor),
      '--build-fake-ancestor': writes,
    },
    operands: 'read',
    suggest: 'never',
  },
  bisect: {
    subcommands: {
      run: {
        wrapper: 'opaque',
        optionStyle: 'leading',
        operands: 'text',
        inspect: runOperands,
        hazard: hazard('executes', 'runs a command for every step', 'exact'),
      },
    },
    operands: 'text',
    suggest: 'never',
  },
  worktree: {
    subcommands: {
      list: { options: each('-v -z --verbose --porcelain', flag), operands: 'text', suggest: 'subcommand' },
      add: {
        allowUnknownOptions: true,
        options: each('-b -B --reason', text),
        operands: { first: ['edit'], rest: 'text' },
      },
    },
    unknownSubcommand: hazard('deletes', 'changes or deletes work trees'),
    ...permissive,
  },
  bundle: namedHazard('writes', 'writes a file'),
  'format-patch': {
    allowUnknownOptions: true,
    options: {
      ...each('-o --output-directory --output', writes),
      ...each('--ext-diff --textconv', hazardFlag('executes', 'runs a program that the repository names')),
      '--signature-file': reads,
      '--stdout': flag,
    },
    operands: 'text',
    hazard: hazard('writes', 'writes the patches as files'),
    suggest: 'never',
  },
  reflog: {
    subcommands: { 'expire delete drop': namedHazard('deletes', 'deletes entries of the reflog') },
    options: diffOptions(),
    operands: 'text',
    suggest: 'never',
  },
  'gc repack': {
    allowUnknownOptions: true,
    options: each('--prune -a -A -d', {
      takes: 'attached',
      hazard: hazard('deletes', 'deletes unreferenced objects'),
    }),
    operands: 'text',
    suggest: 'never',
  },
  prune: {
    allowUnknownOptions: true,
    operands: 'text',
    hazard: hazard('deletes', 'deletes unreferenced objects'),
    suggest: 'never',
  },
  'pack-refs fsck': { allowUnknownOptions: true, operands: 'text', suggest: 'never' },
  notes: {
    subcommands: { 'list show': { operands: 'text' } },
    unknownSubcommand: hazard('writes', 'changes notes'),
    allowUnknownOptions: true,
    operands: 'text',
    suggest: 'never',
  },
  'update-ref symbolic-ref replace update-index read-tree write-tree': direct,
  'checkout-index commit-tree hash-object fast-import unpack-objects maintenance': direct,
  'difftool mergetool': exactRuleOnly('executes', 'runs a program of the settings'),
  'filter-branch filter-repo': exactRuleOnly('executes', 'runs commands over the whole history'),
  'daemon instaweb gui citool http-backend shell upload-pack receive-pack upload-archive': starts,
  'send-email imap-send credential credential-store credential-cache hook for-each-repo': starts,
  'remote-ext remote-fd web--browse p4 svn cvsserver': starts,
  init: {
    options: {
      ...each('-q --quiet --bare', flag),
      ...each('--object-format --ref-format', text),
      '--template': runs('takes files and hooks from another folder'),
      '--separate-git-dir': edits,
      ...each('-b --initial-branch --shared', text),
    },
    operands: 'edit',
  },
  help: {
    options: each('-w --web -i --info -m --man', hazardFlag('executes', 'opens a viewer')),
    allowUnknownOptions: true,
    operands: 'text',
  },
  'lfs annex flow': {
    allowUnknownOptions: true,
    operands: 'maybe-path',
    hazard: hazard('executes', 'an extension of git'),
  },
});
