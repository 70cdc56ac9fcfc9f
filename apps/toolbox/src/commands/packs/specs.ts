import {
  fileLoader,
  formatProblem,
  ToolSpecRegistry,
  type SpecLoader,
  type SpecProblem,
} from '@ku0/agent-runtime-tools-specs';
import { paintFor } from '@ku0/agent-runtime-tools-terminal';
import { Interruption } from '../../call/interruption.ts';
import type { CommandInput } from '../../command-line/command.ts';
import { unknownSubcommand, UsageError } from '../../command-line/usage-error.ts';
import { loadConfig } from '../../config/load-config.ts';
import { firstSentence } from '../../describe/tool-summary.ts';
import { FAILED, OK, type ExitCode } from '../../exit-code.ts';
import { specLoaders } from '../../specs/spec-loaders.ts';
import { jsonText } from '../../terminal/json-text.ts';
import { tableLines } from '../../terminal/table.ts';

/** `toolbox specs`: checks or lists the tools that files describe. Runs none of them. */
export async function specs({ operands, options, terminal: { out }, program }: CommandInput): Promise<ExitCode> {
  const [subcommand = '', ...patterns] = operands;
  if (subcommand !== 'check' && subcommand !== 'list') throw unknownSubcommand('specs', subcommand, ['check', 'list']);
  const loaders =
    patterns.length > 0 ? [fileLoader(patterns)] : specLoaders((await loadConfig(process.cwd(), {})).specs);
  if (loaders.length === 0)
    throw new UsageError('There are no spec sources in the configuration.', {
      next: [`To ${subcommand} those of files: ${program} specs ${subcommand} FILE...`],
    });
  const { registry, problems } = await load(loaders);
  const tools = registry.names().flatMap((name) => registry.get(name) ?? []);
  if (options['json'] === true) {
    const listed = tools.map(({ name, description, toolType, metadata: { version } }) => ({
      name,
      description,
      version,
      toolType,
    }));
    out.line(jsonText({ tools: listed, problems }, { indent: out.isTerminal ? 2 : 0 }));
    return problems.length === 0 ? OK : FAILED;
  }
  const paint = paintFor(out);
  if (subcommand === 'list') {
    const rows = tools.map(({ name, description, toolType }) => [
      { text: name, paint: paint.cyan },
      { text: firstSentence(description), paint: paint.plain },
      { text: toolType, paint: paint.dim },
    ]);
    const width = out.isTerminal ? out.columns : UNLIMITED_WIDTH;
    for (const line of tableLines(rows, { width, flexible: 1, overflow: 'cut' })) out.line(line);
  }
  for (const problem of problems) out.line(`${paint.red('✗')} ${paint.plain(formatProblem(problem))}`);
  const summary = `${tools.length} tools, ${problems.length} problems`;
  out.line(problems.length === 0 ? paint.green(summary) : paint.red(summary));
  return problems.length === 0 ? OK : FAILED;
}

const UNLIMITED_WIDTH = 10_000;

async function load(
  loaders: readonly SpecLoader[],
): Promise<{ readonly registry: ToolSpecRegistry; readonly problems: readonly SpecProblem[] }> {
  const registry = new ToolSpecRegistry({ loaders });
  const interruption = new Interruption();
  try {
    const { problems } = await registry.loadAll({ signal: interruption.signal });
    return { registry, problems };
  } finally {
    interruption.end();
    await registry.close();
  }
}
