import type { CommandInput } from '../../command-line/command.ts';
import { unknownSubcommand } from '../../command-line/usage-error.ts';
import { candidates, type Candidate } from '../../completion/candidates.ts';
import { COMPLETION_SCRIPTS, SHELLS, type Shell } from '../../completion/scripts.ts';
import { firstSentence } from '../../describe/tool-summary.ts';
import { OK, type ExitCode } from '../../exit-code.ts';
import { toolboxPacks } from '../../toolbox-packs.ts';
import { COMMANDS } from '../commands.ts';

/** `toolbox completion`: prints the script for a shell. The scripts call `toolbox completion words -- WORD...`. */
export async function completion({ operands, terminal: { out }, packs }: CommandInput): Promise<ExitCode> {
  const [shell = '', ...words] = operands;
  if (isShell(shell)) {
    out.line(COMPLETION_SCRIPTS[shell]);
    return OK;
  }
  if (shell !== 'words') throw unknownSubcommand('completion', shell, SHELLS);
  const tools = async (): Promise<Candidate[]> =>
    (packs ?? (await toolboxPacks())).flatMap((pack) =>
      pack.tools.map(({ name, description }) => ({ value: name, description: firstSentence(description) })),
    );
  for (const { value, description } of await candidates(words, { commands: COMMANDS, tools }))
    out.line(`${value}\t${description}`);
  return OK;
}

function isShell(name: string): name is Shell {
  return SHELLS.some((shell) => shell === name);
}
