import { toToolDefinitions, type ToolDefinitionFormat, type ToolHandler } from '@ku0/agent-runtime-tools-core';
import { paintFor } from '@ku0/agent-runtime-tools-terminal';
import type { CommandInput } from '../command-line/command.ts';
import { unknownTool } from '../command-line/usage-error.ts';
import { toolboxPacks } from '../toolbox-packs.ts';
import { listedTool } from '../describe/listed-tool.ts';
import { toolLines } from '../describe/tool-lines.ts';
import { OK, type ExitCode } from '../exit-code.ts';
import { jsonText } from '../terminal/json-text.ts';

/** `toolbox describe`: one tool, as text or as the definition for a model provider. */
export async function describe({
  operands: [name = ''],
  options,
  terminal: { out },
  program,
  packs: given,
}: CommandInput): Promise<ExitCode> {
  const packs = given ?? (await toolboxPacks(undefined, options));
  const pack = packs.find(
    ({ tools, aliases = {} }) => tools.some((tool) => tool.name === name) || Object.hasOwn(aliases, name),
  );
  const tool = pack?.tools.find((each) => each.name === (pack.aliases?.[name] ?? name));
  if (pack === undefined || tool === undefined) throw unknownTool(name, packs, program);
  const { format } = options;
  if (isFormat(format)) out.line(jsonText(definitionOf(tool, format), { indent: 2 }));
  else if (options['json'] === true) {
    const { parameters, output } = tool;
    out.line(jsonText({ ...listedTool(tool, pack), parameters, output }, { indent: 2 }));
  } else
    out.line(
      toolLines(tool, pack, { paint: paintFor(out), program, width: out.isTerminal ? out.columns : undefined }).join(
        '\n',
      ),
    );
  return OK;
}

/** The parser of the command line has checked the value. */
function isFormat(format: string | true | undefined): format is ToolDefinitionFormat {
  return typeof format === 'string';
}

function definitionOf(tool: ToolHandler, format: ToolDefinitionFormat): unknown {
  return toToolDefinitions([tool], { format })[0];
}
