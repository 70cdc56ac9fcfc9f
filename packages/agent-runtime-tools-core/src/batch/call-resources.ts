import type { ResourceUse } from '../contracts/resource-use.ts';
import type { ExecuteOptions } from '../execute-options.ts';
import { callFolder } from '../pipeline/call/call-folder.ts';
import { validateDetached } from '../pipeline/accept/check-arguments.ts';
import { changesThings } from '../pipeline/guard/guard.ts';
import { Refusal } from '../pipeline/refusal.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { ToolLookup } from '../registry/tool-registry.ts';

/**
 * What a call touches: as the tool says, else as its capabilities suggest. A call that will fail touches nothing; one
 * that cannot say what it touches, everything. Never throws.
 */
export function usesOf(
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
      if (changesThings(handler)) return EVERYTHING;
      return handler.capabilities.readsFiles ? READS : [];
    }
    const validated = validateDetached(runtime, entry, params);
    if (validated instanceof Refusal) return [];
    const uses: unknown = handler.resources(validated, { cwd: callFolder(runtime, options, options.parent) });
    return Array.isArray(uses) && uses.every(isUse) ? uses : EVERYTHING;
  } catch {
    return EVERYTHING;
  }
}

const EVERYTHING: readonly ResourceUse[] = [{ key: '*', access: 'write' }];
const READS: readonly ResourceUse[] = [{ key: '*', access: 'read' }];

function isUse(use: unknown): use is ResourceUse {
  return (
    typeof use === 'object' &&
    use !== null &&
    'key' in use &&
    typeof use.key === 'string' &&
    'access' in use &&
    (use.access === 'read' || use.access === 'write')
  );
}
