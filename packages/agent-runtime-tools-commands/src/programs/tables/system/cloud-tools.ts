import { hasOption, optionValues, type Call } from '../../../calls/call.ts';
import type { Findings } from '../../../calls/findings.ts';
import { hazard, each, maybePath, reads, runs, text, type Program, type ProgramTable } from '../../program.ts';

const changes = (why: string): Program => ({
  allowUnknownOptions: true,
  operands: 'maybe-path',
  hazard: hazard('writes', why),
  suggest: 'never',
});

/** Programs that change what is on other machines: forges, clouds, registries. */
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
      'alias extension config auth secret variable codespace ssh-key gpg-key': changes(
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
        inspect: checkRequest,
        suggest: 'never',
      },
    },
    operands: 'maybe-path',
    inspect: (call, found) => {
      const [, action] = call.operands;
      if (action !== undefined && /^(?:delete|archive|transfer|rename|merge)$/.test(action.text)) {
        found.addHazard(hazard('deletes', `${action.text} cannot be taken back easily`), action.index);
      }
      const end = call.args.find((arg) => arg.word.value === '--');
      if (end !== undefined) {
        found.addHazard(hazard('executes', 'hands options on to git'), call.args.at(-1)?.index ?? end.index);
      }
    },
    suggest: 'never',
  },
  'terraform tofu pulumi': {
    allowUnknownOptions: true,
    options: each('-chdir', { takes: 'value', role: 'read' }),
    subcommands: {
      'apply destroy import taint untaint force-unlock up refresh': changes('changes what runs elsewhere'),
      'state workspace stack': {
        allowUnknownOptions: true,
        subcommands: { 'rm mv push delete replace-provider': changes('changes what is known of what runs elsewhere') },
        operands: 'maybe-path',
      },
    },
    operands: 'maybe-path',
    suggest: 'never',
  },
  helm: {
    allowUnknownOptions: true,
    noAbbreviations: true,
    options: each('--post-renderer --kubeconfig --kube-apiserver', runs('runs a program, or goes elsewhere')),
    subcommands: { 'uninstall delete rollback': changes('changes what runs elsewhere') },
    operands: 'maybe-path',
    suggest: 'never',
  },
  twine: {
    allowUnknownOptions: true,
    subcommands: { 'upload register': changes('changes what is published') },
    operands: 'maybe-path',
  },
});

/** A request of the forge's interface: only questions are covered by a star. */
function checkRequest(call: Call, found: Findings): void {
  const methods = optionValues(call, '-X', '--method');
  for (const { text: method, index } of methods) {
    if (!/^(?:get|head)$/i.test(method))
      found.addHazard(hazard('writes', `${method} changes something elsewhere`), index);
  }
  const fields = optionValues(call, '-F', '--field', '-f', '--raw-field');
  const isQuery = call.operands[0]?.text === 'graphql';
  for (const { text: field, index } of fields) {
    const sends = isQuery ? /\bmutation\b/.test(field) : methods.length === 0;
    if (sends) found.addHazard(hazard('writes', 'changes something elsewhere'), index);
  }
  if (hasOption(call, '--input')) found.addHazard(hazard('writes', 'sends a file'), call.args.length);
}
