import { errorMessage, ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import type { ToolPack } from '@ku0/agent-runtime-tools-core';

/** Registering the pack without a required service must fail with the line that provides the service. */
export async function serviceProblems(pack: ToolPack): Promise<string[]> {
  const services = Object.entries(pack.services ?? {});
  const withoutLine = services.filter(
    ([, { provideWith }]) => typeof provideWith !== 'string' || provideWith.trim() === '',
  );
  if (withoutLine.length > 0) return withoutLine.map(([name]) => `the service "${name}" has no provideWith line`);
  const needed = services.find(([, { create }]) => create === undefined);
  if (needed === undefined) return [];
  const refusal = await registrationRefusal(pack);
  if (refusal === undefined) return [`was registered without the service "${needed[0]}"`];
  return refusal.includes(needed[1].provideWith)
    ? []
    : [`without the service "${needed[0]}" its registration says: ${refusal}`];
}

async function registrationRefusal(pack: ToolPack): Promise<string | undefined> {
  const tools = new ToolCoordinator();
  try {
    tools.registerPack(pack);
    return undefined;
  } catch (error) {
    return errorMessage(error);
  } finally {
    await tools.shutdownAll();
  }
}
