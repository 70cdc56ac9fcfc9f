import { type Call, optionValues, hasOption } from '../../../calls/call.ts';
import type { Findings } from '../../../calls/findings.ts';
import { hazard } from '../../program.ts';

/** Actions of `gh` and `glab` that delete or publish, and arguments for git after `--`. */
export function inspectForge(call: Call, found: Findings): void {
  const [, action] = call.operands;
  if (action !== undefined && /^(?:delete|archive|transfer|rename|merge)$/.test(action.text)) {
    found.addHazard(hazard('deletes', `${action.text} cannot be undone easily`), action.index);
  }
  const end = call.args.find((arg) => arg.word.value === '--');
  if (end !== undefined) {
    found.addHazard(hazard('executes', 'passes options to git'), call.args.at(-1)?.index ?? end.index);
  }
}

/** `gh api`: a request that only reads is covered by a `*`, one that sends something is not. */
export function inspectForgeRequest(call: Call, found: Findings): void {
  const methods = optionValues(call, '-X', '--method');
  for (const { text: method, index } of methods) {
    if (!/^(?:get|head)$/i.test(method))
      found.addHazard(hazard('writes', `${method} changes something on the server`), index);
  }
  const fields = optionValues(call, '-F', '--field', '-f', '--raw-field');
  const isQuery = call.operands[0]?.text === 'graphql';
  for (const { text: field, index } of fields) {
    const sends = isQuery ? /\bmutation\b/.test(field) : methods.length === 0;
    if (sends) found.addHazard(hazard('writes', 'changes something on the server'), index);
  }
  if (hasOption(call, '--input')) found.addHazard(hazard('writes', 'sends a file'), call.args.length);
}
