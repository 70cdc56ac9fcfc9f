import { type Call, hasOption } from '../../../calls/call.ts';
import type { Findings } from '../../../calls/findings.ts';
import { hazard } from '../../program.ts';

/** `grep -R` follows symbolic links below the folders it searches. */
export function inspectGrep(call: Call, found: Findings): void {
  if (!hasOption(call, '-R')) return;
  const folders = hasOption(call, '-e', '--regexp', '-f', '--file') ? call.operands : call.operands.slice(1);
  if (folders.length === 0) found.paths.push({ access: 'read', path: '.', intended: true, followsLinks: true });
  for (const folder of folders) found.addPath('read', folder, { followsLinks: true });
}

/** `fd -x command`: everything after the option is a command. */
export function inspectFd(call: Call, found: Findings): void {
  const start = call.options.find((option) => option.use.endsOptions === true)?.value;
  if (start !== undefined) {
    found.addCommand(call.args.slice(call.args.findIndex((arg) => arg.index === start.index)), 'fd -x');
  }
}

/** `less +command file`: the pager runs its own commands at the start. */
export function inspectPager(call: Call, found: Findings): void {
  for (const operand of call.operands) {
    if (operand.text.startsWith('+')) found.addHazard(hazard('executes', 'runs commands of the pager'), operand.index);
  }
}
