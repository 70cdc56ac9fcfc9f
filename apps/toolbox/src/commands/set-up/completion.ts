import type { CommandInput } from '../../command-line/command.ts';
import { unknownSubcommand } from '../../command-line/usage-error.ts';
import { candidates, type Candidate } from '../../completion/candidates.ts';
import { COMPLETION_SCRIPTS, SHELLS, type Shell } from '../../completion/scripts.ts';
import { firstSentence } from '../../describe/tool-summary.ts';
import { OK, type ExitCode } from '../../exit-code.ts';
import { jsonText } from '../../terminal/json-text.ts';
import { toolboxPacks } from '../../toolbox-packs.ts';
import { COMMANDS } from '../commands.ts';

/** `toolbox completion`: prints the script for a shell. The scripts call `toolbox completion words -- WORD...`. */
export async function completion({ operands, options, terminal: { out }, packs }: CommandInput): Promise<ExitCode> {
  const [shell = '', ...words] = operands;
  if (isShell(shell)) {
    const script = COMPLETION_SCRIPTS[shell];
    out.line(options['json'] === true ? jsonText({ shell, script }) : script);
    return OK;
  }
  if (shell !== 'words') throw unknownSubcommand('completion', shell, SHELLS);
  const tools = async (): Promise<Candidate[]> =>
    (packs ?? (await toolboxPacks())).flatMap((pack) =>
      pack.tools.map(({ name, description }) => ({ value: name, description: firstSentence(description) })),
    );
  const found = await candidates(words, { commands: COMMANDS, tools });
  if (options['json'] === true) out.line(jsonText(found));
  else for (const { value, description } of found) out.line(`${value}\t${description}`);
  return OK;
}

function isShell(name: string): name is Shell {
  return SHELLS.some((shell) => shell === name);
}
