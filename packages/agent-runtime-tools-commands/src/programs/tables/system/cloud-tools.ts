import { inspectForgeRequest, inspectForge } from '../../inspect/system/cloud-tools.ts';
import { each, maybePath, namedHazard, reads, runs, text } from '../entries.ts';
import type { ProgramTable } from '../../program.ts';

/** Command-line clients of code forges, clouds and registries. */
export const cloudTools: ProgramTable = () => ({
  'gh glab': {
    allowUnknownOptions: true,
    noAbbreviations: true,
    options: {
      ...each(
        [
          '-t --title -b --body -l --label -a --assignee -r --reviewer -m --milestone -H --head -B --base -R --repo',
          '-q --jq -L --limit -s --state --json -S --search -A --author --notes -n --name',
        ],
        text,
      ),
      ...each('-F --body-file --notes-file -T --template', maybePath),
    },
    subcommands: {
      'alias extension config auth secret variable codespace ssh-key gpg-key': namedHazard(
        'writes',
        'changes settings, or reads secrets',
      ),
      api: {
        allowUnknownOptions: true,
        options: {
          ...each('--input', reads),
          ...each('-X --method -H --header -q --jq -t --template --hostname', text),
          ...each('-F --field -f --raw-field', maybePath),
        },
        operands: 'text',
        inspect: inspectForgeRequest,
        suggest: 'never',
      },
    },
    operands: 'maybe-path',
    inspect: inspectForge,
    suggest: 'never',
  },
  'terraform tofu pulumi': {
    allowUnknownOptions: true,
    options: each('-chdir', reads),
    subcommands: {
      'apply destroy import taint untaint force-unlock up refresh': namedHazard('writes', 'changes remote resources'),
      'state workspace stack': {
        allowUnknownOptions: true,
        subcommands: {
          'rm mv push delete replace-provider': namedHazard('writes', 'changes the state of remote resources'),
        },
        operands: 'maybe-path',
      },
    },
    operands: 'maybe-path',
    suggest: 'never',
  },
  helm: {
    allowUnknownOptions: true,
    noAbbreviations: true,
    options: each('--post-renderer --kubeconfig --kube-apiserver', runs('runs a program, or connects elsewhere')),
    subcommands: { 'uninstall delete rollback': namedHazard('writes', 'changes remote resources') },
    operands: 'maybe-path',
    suggest: 'never',
  },
  twine: {
    allowUnknownOptions: true,
    subcommands: { 'upload register': namedHazard('writes', 'changes what is published') },
    operands: 'maybe-path',
  },
});
