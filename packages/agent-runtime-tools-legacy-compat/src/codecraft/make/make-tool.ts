import { errorMessage } from '@ku0/agent-runtime-tools-core';
import { SchemaType } from '../schema-type.ts';
import type { Tool, ToolCapabilities, ToolParameterSchema, ToolResult } from '../types/tool.ts';
import type { ToolContext } from '../types/tool-context.ts';
import type { CodecraftErrorCode } from '../errors.ts';
import { checkParameters, type ParameterRule } from './check-parameters.ts';

export interface ToolDraft<P> {
  readonly name: string;
  readonly description: string;
  readonly parametersDescription: string;
  readonly properties: Record<string, ToolParameterSchema>;
  readonly required?: readonly string[];
  readonly capabilities?: Partial<ToolCapabilities>;
  /** Checked in this order; each may add one sentence. */
  readonly rules: readonly ParameterRule[];
  /** The code of whatever `run` throws. */
  readonly errorCode: CodecraftErrorCode;
  /** Added to such an error. */
  readonly errorDetails?: (params: P) => unknown;
  /** Gives the data, or a failure. May throw. */
  readonly run: (params: P, context: ToolContext) => Promise<Outcome>;
  readonly dryRun?: (params: P, context: ToolContext) => Promise<Outcome>;
}

export type Outcome =
  | { readonly data: unknown; readonly metadata?: Omit<NonNullable<ToolResult['metadata']>, 'executionTimeMs'> }
  | { readonly failure: NonNullable<ToolResult['error']> };

/** Makes a tool whose calls are timed and whose exceptions are results. */
export function makeTool<P>(draft: ToolDraft<P>): Tool {
  const { name, description, properties, required = [], rules, run, dryRun } = draft;
  return {
    name,
    description,
    version: '1.0.0',
    parameters: {
      type: SchemaType.OBJECT,
      description: draft.parametersDescription,
      properties,
      required: [...required],
    },
    capabilities: { ...ONLY_READS, ...draft.capabilities },
    validate: (params) => checkParameters(rules, params),
    execute: (params, context) => attempt(draft, run, params as P, context),
    ...(dryRun !== undefined && { dryRun: (params, context) => attempt(draft, dryRun, params as P, context) }),
  };
}

const ONLY_READS: ToolCapabilities = {
  writesFiles: false,
  executesCommands: false,
  requiresRustEngine: false,
  accessesNetwork: false,
  idempotent: true,
  retryable: true,
};

async function attempt<P>(
  { errorCode, errorDetails }: ToolDraft<P>,
  run: ToolDraft<P>['run'],
  params: P,
  context: ToolContext,
): Promise<ToolResult> {
  const startTime = Date.now();
  try {
    const outcome = await run(params, context);
    if ('failure' in outcome) return { success: false, error: outcome.failure };
    return {
      success: true,
      data: outcome.data,
      metadata: { executionTimeMs: Date.now() - startTime, ...outcome.metadata },
    };
  } catch (error) {
    return {
      success: false,
      error: {
        code: errorCode,
        message: errorMessage(error),
        ...(errorDetails !== undefined && { details: errorDetails(params) }),
      },
      metadata: { executionTimeMs: Date.now() - startTime },
    };
  }
}
