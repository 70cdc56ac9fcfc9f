import { checkGitConfig } from './git-inspectors.ts';
import { diffOptions } from './git-reading.ts';
import { runOperands } from './run-operands.ts';
import {
  does,
  each,
  edits,
  flag,
  flagged,
  reads,
  runs,
  text,
  writes,
  type OptionUse,
  type Program,
  type ProgramTable,
} from './vocabulary.ts';

const message = each('-m --message --author --date --trailer --cleanup --fixup --squash -C --reuse-message', text);
const opensEditor = flagged('executes', 'opens an editor');
const destructive = (why: string): OptionUse => flagged('deletes', why);
const named = (kind: 'executes' | 'writes' | 'deletes', why: string): Program => ({
  operands: 'loose',
  hazard: does(kind, why),
  suggest: 'never',
});
const exact = (why: string): Program => ({
  operands: 'loose',
  hazard: does('executes', why, 'exact'),
  suggest: 'never',
});
const direct = named('writes', 'changes the repository directly');
const starts = exact('starts another program');

/** Subcommands that change the repository, its files or its settings. */
export const changingSubcommands: ProgramTable = () => ({
  config: {
    options: {
      '-f --file --blob': reads,
      '-e --edit': opensEditor,
      ...each('--type --default --comment --value --fixed-value --url', text),
    },
    operands: 'text',
    inspect: checkGitConfig,
    suggest: 'never',
  },
  branch: {
    options: {
      ...each('-d -D --delete', destructive('deletes branches')),
      ...each('-m -M --move -c -C --copy -f --force', flagged('writes', 'moves or replaces branches')),
      '--edit-description': opensEditor,
      ...each('-u --set-upstream-to --unset-upstream', flagged('writes', 'changes settings')),
      ...each(
        ['--contains --no-contains --merged --no-merged --points-at --format --sort --color --column', '--abbrev'],
        { takes: 'glued', role: 'text' },
      ),
      ...each(
        [
          '-a -r -v -l -q -i --all --remotes --list --show-current --verbose --quiet --ignore-case --track',
          '--no-track -t',
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
    },
    operands: 'text',
    suggest: 'never',
  },
  add: {
    options: {
      ...each('-e --edit -i --interactive -p --patch', opensEditor),
      '--pathspec-from-file': reads,
      '--chmod': text,
    },
    operands: 'loose',
    suggest: 'never',
  },
  commit: {
    options: {
      ...message,
      ...each('-F --file -t --template --pathspec-from-file', reads),
      ...each('-e --edit -c --reedit-message -p --patch --interactive', opensEditor),
      ...each('-S --gpg-sign -u --untracked-files', { takes: 'glued', role: 'text' }),
      ...each(
        [
          '-a -v -q -s -n -i -o --all --amend --no-edit --no-verify --allow-empty --signoff --quiet',
          '--verbose --dry-run',
        ],
        flag,
      ),
    },
    operands: 'loose',
    suggest: 'never',
  },
  'checkout switch': {
    options: {
      ...each('-f --force --discard-changes -B -C --force-create', destructive('throws changes away')),
      ...each('-b -c --orphan --conflict', text),
      '-p --patch': opensEditor,
      '--pathspec-from-file': reads,
    },
    operands: 'loose',
    suggest: 'never',
  },
  restore: {
    options: { '-s --source': text, '-p --patch': opensEditor, '--pathspec-from-file': reads },
    operands: 'loose',
    suggest: 'never',
  },
  reset: {
    options: {
      ...each('--hard --merge --keep', destructive('throws changes away')),
      '-p --patch': opensEditor,
      '--pathspec-from-file': reads,
    },
    operands: 'loose',
    suggest: 'never',
  },
  clean: named('deletes', 'deletes files that are not tracked'),
  'rm mv': { options: { '--pathspec-from-file': reads }, operands: 'loose', suggest: 'never' },
  stash: {
    subcommands: {
      'drop clear': named('deletes', 'deletes what was put aside'),
      'list show': {
        options: {
          '--output': writes,
          ...each('--ext-diff --textconv', flagged('executes', 'runs a program that the repository names')),
        },
        operands: 'text',
        suggest: 'subcommand',
      },
    },
    options: { ...message, '-p --patch': opensEditor, '--pathspec-from-file': reads },
    operands: 'loose',
    suggest: 'never',
  },
  'merge cherry-pick revert': {
    options: {
      ...message,
      ...each('-s --strategy', runs('chooses a program for merging')),
      ...each('-X --strategy-option -F --into-name', text),
      '-e --edit': opensEditor,
    },
    operands: 'text',
    suggest: 'never',
  },
  rebase: {
    options: {
      ...each('-x --exec', {
        takes: 'value',
        role: 'shell',
        hazard: does('executes', 'runs a command for every commit', 'exact'),
      }),
      ...each('-i --interactive --edit-todo', opensEditor),
      ...each('-s --strategy', runs('chooses a program for merging')),
      ...each('--onto -X', text),
    },
    operands: 'text',
    suggest: 'never',
  },
  'am apply': {
    options: {
      '--directory': edits,
      ...each('--exclude --include -p -C --whitespace', text),
      ...each('--unsafe-paths', flagged('writes', 'writes outside the folder')),
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
        style: 'leading',
        operands: 'text',
        inspect: runOperands,
        hazard: does('executes', 'runs a command for every step', 'exact'),
      },
    },
    operands: 'text',
    suggest: 'never',
  },
  worktree: {
    subcommands: {
      list: { operands: 'text', suggest: 'subcommand' },
      add: { options: each('-b -B --reason', text), operands: { first: ['edit'], rest: 'text' } },
    },
    otherSubcommand: does('deletes', 'changes or deletes work trees'),
    operands: 'loose',
    suggest: 'never',
  },
  bundle: named('writes', 'writes a file'),
  'format-patch': {
    options: {
      ...each('-o --output-directory --output', writes),
      ...each('--ext-diff --textconv', flagged('executes', 'runs a program that the repository names')),
      '--signature-file': reads,
      '--stdout': flag,
    },
    operands: 'text',
    hazard: does('writes', 'writes the patches as files'),
    suggest: 'never',
  },
  reflog: {
    subcommands: { 'expire delete drop': named('deletes', 'deletes the record of what was') },
    options: diffOptions,
    operands: 'text',
    suggest: 'never',
  },
  'gc repack': {
    options: each('--prune -a -A -d', { takes: 'glued', hazard: does('deletes', 'deletes what nothing refers to') }),
    operands: 'text',
    suggest: 'never',
  },
  prune: { operands: 'text', hazard: does('deletes', 'deletes what nothing refers to'), suggest: 'never' },
  'pack-refs fsck': { operands: 'text', suggest: 'never' },
  notes: {
    subcommands: { 'list show': { operands: 'text' } },
    otherSubcommand: does('writes', 'changes notes'),
    operands: 'text',
    suggest: 'never',
  },
  'update-ref symbolic-ref replace update-index read-tree write-tree': direct,
  'checkout-index commit-tree hash-object fast-import unpack-objects maintenance': direct,
  'difftool mergetool': exact('runs a program of the settings'),
  'filter-branch filter-repo': exact('runs commands over the whole history'),
  'daemon instaweb gui citool http-backend shell upload-pack receive-pack upload-archive': starts,
  'send-email imap-send credential credential-store credential-cache hook for-each-repo': starts,
  'remote-ext remote-fd web--browse p4 svn cvsserver': starts,
  init: {
    options: {
      '--template': runs('takes files, also hooks, from another folder'),
      '--separate-git-dir': edits,
      ...each('-b --initial-branch --shared', text),
    },
    operands: 'edit',
  },
  help: { options: each('-w --web -i --info -m --man', flagged('executes', 'opens a viewer')), operands: 'text' },
  'lfs annex flow': { operands: 'loose', hazard: does('executes', 'an extension of git') },
});
