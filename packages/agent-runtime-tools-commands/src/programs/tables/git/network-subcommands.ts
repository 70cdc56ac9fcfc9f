import { inspectGitPush } from '../../inspect/git.ts';
import { runShellOperands } from '../../inspect/shell/run-operands.ts';
import { each, edits, flag, hazardFlag, attachedHazard, reads, runs, text, writes, permissive } from '../entries.ts';
import { hazard, type Options, type ProgramTable } from '../../program.ts';
import { lazy } from '../../../lazy.ts';

const remote = lazy((): Options => ({
  ...each('--upload-pack --receive-pack --exec', runs('runs a program for the connection')),
  ...each(
    '-o --server-option --push-option --depth --shallow-since --shallow-exclude --filter --refmap -j --jobs',
    text,
  ),
  ...each('-v -q -f -p -t -n -a -4 -6 --all --tags --prune --dry-run --quiet --verbose --force-if-includes', flag),
}));

/** Subcommands of git that connect to other repositories. */
export const networkSubcommands: ProgramTable = () => ({
  remote: {
    subcommands: {
      'add rename remove rm set-url set-head set-branches': {
        allowUnknownOptions: true,
        operands: 'url',
        hazard: hazard('writes', 'changes the remotes of the repository'),
        suggest: 'never',
      },
      'update prune': { allowUnknownOptions: true, operands: 'text', hazard: hazard('network', 'reaches the remotes') },
      'show get-url': { options: each('-n --push --all', flag), operands: 'text' },
    },
    options: each('-v --verbose', flag),
    operands: 'text',
    suggest: 'subcommand',
  },
  'fetch ls-remote pull': {
    allowUnknownOptions: true,
    options: { ...remote(), ...each('-s --strategy -X --strategy-option', runs('chooses a program for merging')) },
    operands: 'url',
  },
  clone: {
    allowUnknownOptions: true,
    options: {
      ...remote(),
      '-u': runs('runs a program for the connection'),
      '-c --config': runs('changes settings, which can name programs to run'),
      ...each('--template --reference --reference-if-able', runs('takes files from another folder')),
      '--separate-git-dir': edits,
      ...each('-b --branch --origin', text),
      ...each('--recurse-submodules --recursive', hazardFlag('network', 'clones what the repository names')),
    },
    operands: { first: ['url'], rest: 'edit' },
    suggest: 'never',
  },
  push: {
    allowUnknownOptions: true,
    options: {
      ...remote(),
      ...each(
        '-f --force --mirror -d --delete --prune',
        hazardFlag('deletes', 'overwrites or deletes branches of the remote'),
      ),
      '--force-with-lease': attachedHazard('deletes', 'overwrites branches of the remote'),
    },
    operands: 'url',
    inspect: inspectGitPush,
    suggest: 'never',
  },
  submodule: {
    subcommands: {
      foreach: {
        optionStyle: 'leading',
        options: each('--recursive -q --quiet', flag),
        operands: 'text',
        inspect: runShellOperands,
        hazard: hazard('executes', 'runs a command in every submodule', 'exact'),
      },
      'status summary': { options: each('--cached --recursive --files -q --quiet', flag), operands: 'text' },
    },
    unknownSubcommand: hazard('network', 'changes submodules'),
    ...permissive,
  },
  archive: {
    allowUnknownOptions: true,
    options: {
      ...each('-o --output', writes),
      ...each('--exec --remote', runs('runs a program for the connection')),
      ...each('--format --prefix', text),
      '--add-file': reads,
    },
    operands: 'text',
    suggest: 'never',
  },
});
