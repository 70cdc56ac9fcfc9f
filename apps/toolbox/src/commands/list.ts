import { paintFor } from '@ku0/agent-runtime-tools-terminal';
import type { CommandInput } from '../command-line/command.ts';
import { shownPacks } from '../toolbox-packs.ts';
import { packLines } from '../describe/pack-lines.ts';
import { listedTool } from '../describe/listed-tool.ts';
import { OK, type ExitCode } from '../exit-code.ts';
import { jsonText } from '../terminal/json-text.ts';

/** `toolbox list`: every tool, by pack. */
export async function list(input: CommandInput): Promise<ExitCode> {
  const {
    options,
    terminal: { out },
    packs: given,
  } = input;
  const packs = given ?? (await shownPacks(input));
  if (options['json'] === true) {
    const listed = packs.flatMap((pack) => pack.tools.map((tool) => listedTool(tool, pack)));
    out.line(jsonText(listed, { indent: 2 }));
  } else {
    out.line(packLines(packs, paintFor(out), out).join('\n'));
  }
  return OK;
}
