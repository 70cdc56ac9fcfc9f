import { parametersSchemaProblem, schemaFaults, schemaProblem } from '@ku0/agent-runtime-tools-core';
import { membersOf } from '../members.ts';
import { describeFault, pathOf, withoutBranches } from './describe-fault.ts';
import { plainCopy } from './plain-copy.ts';
import { inCamelCase, snakeCase } from './spellings.ts';
import { ToolType, type ToolMetadata, type ToolSpec } from './tool-spec.ts';
import { specMembers, toolSpecSchema } from './tool-spec-schema.ts';

/** A fault of a spec, and the keys that lead to it. */
export interface SpecFault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

export type SpecReading =
  | { readonly ok: true; readonly spec: ToolSpec }
  | { readonly ok: false; readonly faults: readonly SpecFault[]; readonly tool?: string };

/** Checks a spec as it was written, and fills in what was left out. Never throws. */
export function readSpec(written: unknown): SpecReading {
  const faults = withoutBranches(schemaFaults(toolSpecSchema, written));
  if (faults.length > 0) {
    const all = faults.map((fault) => ({
      path: pathOf(fault),
      message: `${at(pathOf(fault))}${describeFault(fault)}`,
    }));
    return { ok: false, faults: all, ...nameOf(written) };
  }
  try {
    const spec = complete(plainCopy(inCamelCase(specMembers, written)) as DraftInCamelCase);
    const problems = schemaFaultsOf(spec, written);
    return problems.length === 0 ? { ok: true, spec } : { ok: false, faults: problems, tool: spec.name };
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof SyntaxError)) throw error;
    return { ok: false, faults: [{ path: [], message: error.message }], ...nameOf(written) };
  }
}

/** A draft that has passed the check, so that its members have these types. */
type DraftInCamelCase = Omit<ToolSpec, 'implementationConfig' | 'metadata'> &
  Partial<Pick<ToolSpec, 'implementationConfig'>> & { readonly metadata?: Partial<ToolMetadata> };

const NOTHING: readonly string[] = Object.freeze([]);

function complete({ metadata = {}, implementationConfig = {}, ...spec }: DraftInCamelCase): ToolSpec {
  return Object.freeze({
    ...spec,
    implementationConfig,
    metadata: Object.freeze({
      version: '1.0.0',
      tags: NOTHING,
      permissions: NOTHING,
      isDangerous: false,
      // A server may do anything with a call.
      requiresApproval: spec.toolType === ToolType.MCP,
      ...metadata,
    }),
  });
}

function schemaFaultsOf({ inputSchema, outputSchema }: ToolSpec, written: unknown): SpecFault[] {
  const input = parametersSchemaProblem(inputSchema);
  const output = outputSchema === undefined ? undefined : schemaProblem(outputSchema);
  return [
    ...(input === undefined ? [] : [{ path: [spelled(written, 'inputSchema')], message: `input_schema ${input}` }]),
    ...(output === undefined ? [] : [{ path: [spelled(written, 'outputSchema')], message: `output_schema ${output}` }]),
  ];
}

/** The spelling that was used. */
function spelled(written: unknown, name: string): string {
  return Object.hasOwn(membersOf(written), name) ? name : snakeCase(name);
}

function at(path: readonly string[]): string {
  const text = path.map((key) => (/^\d+$/.test(key) ? `[${key}]` : `.${key}`)).join('');
  return text === '' ? '' : `${text.replace(/^\./, '').slice(0, 200)}: `;
}

function nameOf(written: unknown): { readonly tool?: string } {
  const { name } = membersOf(written);
  return typeof name === 'string' && /^[\w-]{1,64}$/.test(name) ? { tool: name } : {};
}
