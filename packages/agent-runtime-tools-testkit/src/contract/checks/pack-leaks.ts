import { ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import type { ToolLogger, ToolPack } from '@ku0/agent-runtime-tools-core';
import { openFixture } from '../fixture.ts';
import { leakProblems } from '../leak-problems.ts';
import type { PackContractOptions } from '../pack-options.ts';

/** What initialising all tools started, shutting them down ends; a shutdown that fails is said aloud. */
export async function packLeakProblems(pack: ToolPack, options: PackContractOptions): Promise<string[]> {
  const errors: string[] = [];
  const leaks = await leakProblems(async () => {
    await using fixture = await openFixture(options);
    const { folder, services } = fixture;
    const tools = new ToolCoordinator({ cwd: folder.path, services, logger: errorLogger(errors) }).registerPack(pack);
    await tools.initializeAll();
    await tools.shutdownAll();
  }, options.settleMs ?? 1_000);
  return [...leaks, ...errors];
}

/** Core never rejects a shutdown: what goes wrong in it is only logged. */
function errorLogger(errors: string[]): ToolLogger {
  return {
    debug() {},
    info() {},
    warn() {},
    error: (message, fields = {}) => void errors.push(`${message}: ${JSON.stringify(fields)}`),
  };
}
