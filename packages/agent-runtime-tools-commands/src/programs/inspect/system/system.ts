import type { Call } from '../../../calls/call.ts';
import type { Findings } from '../../../calls/findings.ts';
import { hazard } from '../../program.ts';

/** `hostname x` sets the name of the machine; without an operand it only prints. */
export function inspectHostname(call: Call, found: Findings): void {
  const [name] = call.operands;
  if (name !== undefined) found.addHazard(hazard('privilege', 'sets the name of the machine'), name.index);
}

/** `ifconfig eth0` only prints; another operand changes the interface. */
export function inspectIfconfig(call: Call, found: Findings): void {
  const [, change] = call.operands;
  if (change !== undefined) found.addHazard(hazard('privilege', 'changes the network'), change.index);
}

/** `ip link set ...`: any later word may be abbreviated. */
export function inspectIp(call: Call, found: Findings): void {
  for (const { text: word, index } of call.operands.slice(1)) {
    if (/^(?:a(?:d|dd)?|d(?:e|el.*)?|set|ch.*|rep.*|app.*|fl.*|exec|attach|detach|restore)$/.test(word)) {
      found.addHazard(hazard('privilege', 'changes the network'), index);
    }
  }
}

/** `docker exec box command`: the command is not analysed, so a rule has to name the container. */
export function inspectContainerCommand(call: Call, found: Findings): void {
  found.addHazard(hazard('executes', 'runs a command in a container'), call.operands[0]?.index ?? call.args.length);
}
