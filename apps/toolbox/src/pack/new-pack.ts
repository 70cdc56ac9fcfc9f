import { errorMessage } from '@ku0/agent-runtime-tools-core';
import { createPack, nextSteps, type CreatedPack } from '@ku0/create-agent-runtime-tools-pack';
import type { CommandInput } from '../command-line/command.ts';
import { needsOperand, UsageError } from '../command-line/usage-error.ts';
import { OK, type ExitCode } from '../exit-code.ts';
import { jsonText } from '../terminal/json-text.ts';

/** `toolbox pack new NAME`: creates the folder of a new pack. */
export async function newPack({ operands, options, terminal: { out }, program }: CommandInput): Promise<ExitCode> {
  const [, name, ...more] = operands;
  if (name === undefined || more.length > 0) throw needsOperand('pack new', 'one name', 'weather-pack', program);
  const created = create(name);
  if (options['json'] === true) out.line(jsonText(created, { indent: 2 }));
  else for (const line of nextSteps(created)) out.line(line);
  return OK;
}

function create(name: string): CreatedPack {
  try {
    return createPack(name);
  } catch (error) {
    throw new UsageError(errorMessage(error), { next: ['Choose another name, or remove the folder.'] });
  }
}
