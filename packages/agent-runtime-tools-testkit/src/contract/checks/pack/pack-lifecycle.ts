import { errorMessage, RegistrationError, ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import type { ToolPack } from '@ku0/agent-runtime-tools-core';
import { openFixture } from '../../harness/fixture.ts';
import type { PackContractOptions } from '../../pack-options.ts';

/** Registers the pack, initialises it, tries to register it again, replaces it and unregisters its tools. */
export async function lifecycleProblems(pack: ToolPack, options: PackContractOptions): Promise<string[]> {
  await using fixture = await openFixture(options);
  const tools = new ToolCoordinator({ cwd: fixture.folder.path, services: fixture.services });
  try {
    return await runLifecycle(pack, tools);
  } finally {
    await tools.shutdownAll();
  }
}

async function runLifecycle(pack: ToolPack, tools: ToolCoordinator): Promise<string[]> {
  const names = [...pack.tools.map(({ name }) => name), ...Object.keys(pack.aliases ?? {})];
  const failure = await failureOf(async () => {
    tools.registerPack(pack);
    await tools.initializeAll();
  });
  if (failure !== undefined) return [`cannot be registered and initialised: ${errorMessage(failure)}`];
  const problems = names.filter((name) => !tools.has(name)).map((name) => `${name} is not there after registration`);

  const again = await failureOf(() => void tools.registerPack(pack));
  if (!(again instanceof RegistrationError))
    problems.push(`registering it twice is not refused: ${errorMessage(again)}`);

  const replacement = await failureOf(() => void tools.replacePack(pack));
  if (replacement !== undefined) problems.push(`cannot be replaced: ${errorMessage(replacement)}`);

  for (const { name } of pack.tools) if (!tools.unregister(name)) problems.push(`${name} cannot be unregistered`);
  return [
    ...problems,
    ...names.filter((name) => tools.has(name)).map((name) => `${name} is still there after it was unregistered`),
  ];
}

async function failureOf(work: () => void | Promise<void>): Promise<unknown> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return error ?? new Error('undefined was thrown');
  }
}
