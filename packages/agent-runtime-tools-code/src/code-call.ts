import { coreErrors, ownerOf, ToolFailure, type ToolContext } from '@ku0/agent-runtime-tools-core';
import type { CodeCall, CodeEngine } from './code-engine.ts';

/** The line that provides the service, for error messages. */
export const PROVIDE_CODE = 'services: { workspace, code: createCodeEngine({ workspace }) }';

/** The engine of a call. The coordinator guarantees it; a tool that is called directly may lack it. */
export function engineOf({ services }: ToolContext): CodeEngine {
  if (services.code !== undefined) return services.code;
  throw new ToolFailure(
    coreErrors.ENGINE_NOT_AVAILABLE({ message: `There is no code engine. Provide it with ${PROVIDE_CODE}.` }),
  );
}

/** The options that every call of a tool passes to the engine. */
export function codeCall(context: ToolContext): CodeCall {
  return {
    owner: ownerOf(context),
    signal: context.signal,
    onProgress: (done, total) => context.emitProgress(done, total, `${done} of ${total} files parsed`),
  };
}
