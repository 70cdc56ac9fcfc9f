import { ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import type { ToolLogger, ToolPack } from '@ku0/agent-runtime-tools-core';
import { openFixture } from '../../harness/fixture.ts';
import { leakProblems } from '../../leaks/leak-problems.ts';
import type { PackContractOptions } from '../../pack-options.ts';

/** A shutdown must release everything that the initialisation started, and must not fail. */
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

/** Collects errors, because core only logs a failed shutdown. */
function errorLogger(errors: string[]): ToolLogger {
  return {
    debug() {},
    info() {},
    warn() {},
    error: (message, fields = {}) => void errors.push(`${message}: ${JSON.stringify(fields)}`),
  };
}
