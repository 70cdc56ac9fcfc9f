import { httpExecutor } from './http/http-executor.ts';
import { sandboxExecutor, shellExecutor } from './shell/command-executor.ts';
import type { SpecExecutor } from './spec-executor.ts';

/** The executors that need nothing from the host. */
export function defaultExecutors(): SpecExecutor[] {
  return [shellExecutor(), sandboxExecutor(), httpExecutor()];
}
