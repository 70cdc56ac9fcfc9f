import type { CreatedTools, FamilyChoice } from '@ku0/agent-runtime-tools';
import { definePack, printable, type ToolPack } from '@ku0/agent-runtime-tools-core';
import { formatProblem, ToolSpecRegistry, UnifiedToolExecutor, type SpecProblem } from '@ku0/agent-runtime-tools-specs';
import { paintFor, type Output } from '@ku0/agent-runtime-tools-terminal';
import { specExecutors } from './spec-executors.ts';
import { specLoaders, type ChosenSpecs } from './spec-loaders.ts';

/** Adds the tools of specs, and shows what is wrong with them. The result ends what they have started. */
export async function attachSpecs(
  specs: ChosenSpecs,
  { tools, mcp }: Pick<CreatedTools<FamilyChoice>, 'tools' | 'mcp'>,
  { err, isServer }: { readonly err: Output; readonly isServer: boolean },
): Promise<() => Promise<void>> {
  const registry = new ToolSpecRegistry({ loaders: specLoaders(specs) });
  const environment = specs.own?.environment ?? specs.project?.environment;
  const { problems } = await registry.loadAll();
  const executor = new UnifiedToolExecutor({
    specRegistry: registry,
    executors: await specExecutors(specs, { mcp }),
    coordinator: tools,
    ...(environment !== undefined && { environment }),
  });
  const refused = (await executor.check()).filter(({ source }) => source === 'coordinator');
  showProblems([...problems, ...refused], err);
  if (isServer) await registry.watch();
  return async () => {
    await registry.close();
    await executor.shutdown();
  };
}

function showProblems(problems: readonly SpecProblem[], err: Output): void {
  for (const problem of problems) err.line(`${paintFor(err).yellow('!')} ${printable(formatProblem(problem))}`);
}

/** The tools of specs as a pack, to look at them. Problems are shown on `err`. */
export async function specPack(specs: ChosenSpecs, err?: Output): Promise<ToolPack> {
  const registry = new ToolSpecRegistry({ loaders: specLoaders(specs) });
  try {
    const { problems } = await registry.loadAll();
    if (err !== undefined) showProblems(problems, err);
    const { coordinator } = new UnifiedToolExecutor({
      specRegistry: registry,
      executors: await specExecutors(specs, { mcp: undefined }),
    });
    const tools = [...coordinator.getAll()];
    return definePack({ name: 'specs', version: tools[0]?.version ?? '0.0.0', tools });
  } finally {
    await registry.close();
  }
}
