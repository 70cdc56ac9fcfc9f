import type { ResourceUse } from '../contracts/tool-handler.ts';
import type { ExecuteOptions } from '../execute-options.ts';
import { validateDetached } from '../pipeline/accept/check-arguments.ts';
import { callFolder } from '../pipeline/call/call-folder.ts';
import { isMutating } from '../pipeline/guard/guard.ts';
import { Refusal } from '../pipeline/refusal.ts';
import type { ToolLookup } from '../registry/tool-registry.ts';
import type { Runtime } from '../runtime/runtime.ts';

/**
 * The resources that a call reads and writes: as the tool's `resources` says, else guessed from its capabilities. A
 * call that will be refused uses none; if the tool's answer is unusable, the call counts as writing everything. Never
 * throws.
 */
export function resourcesOf(
  runtime: Runtime,
  tools: ToolLookup,
  { name, params }: { readonly name: string; readonly params: unknown },
  options: ExecuteOptions,
): readonly ResourceUse[] {
  try {
    const entry = tools.find(name);
    if (entry === undefined) return [];
    const { handler } = entry;
    if (handler.resources === undefined) {
      if (isMutating(handler)) return WRITES_EVERYTHING;
      return handler.capabilities.readsFiles ? READS_EVERYTHING : [];
    }
    const validated = validateDetached(runtime, entry, params);
    if (validated instanceof Refusal) return [];
    const resources: unknown = handler.resources(validated, { cwd: callFolder(runtime, options, options.parent) });
    return Array.isArray(resources) && resources.every(isResourceUse) ? resources : WRITES_EVERYTHING;
  } catch {
    return WRITES_EVERYTHING;
  }
}

const WRITES_EVERYTHING: readonly ResourceUse[] = [{ key: '*', access: 'write' }];
const READS_EVERYTHING: readonly ResourceUse[] = [{ key: '*', access: 'read' }];

function isResourceUse(use: unknown): use is ResourceUse {
  return (
    typeof use === 'object' &&
    use !== null &&
    'key' in use &&
    typeof use.key === 'string' &&
    'access' in use &&
    (use.access === 'read' || use.access === 'write')
  );
}
