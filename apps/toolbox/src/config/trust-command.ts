import { resolve } from 'node:path';
import { shellWord } from '../command-line/suggested-command.ts';

/** The command that trusts the configuration of a project. */
export function trustCommand(program: string, workspace: string): string {
  return `${program} trust config${workspace === resolve('.') ? '' : ` --workspace ${shellWord(workspace)}`}`;
}
