import { errorMessage, fail, Type, type ToolHandler } from '@ku0/agent-runtime-tools-core';
import { specErrors } from '../errors.ts';
import {
  SpecConfigError,
  type PreparedTool,
  type SpecExecutor,
  type ToolArguments,
} from '../executors/spec-executor.ts';
import { specCapabilities } from '../spec/spec-capabilities.ts';
import type { ToolSpec } from '../spec/tool-spec.ts';
import { environmentConfig } from './environment-config.ts';
import type { ExecutorUses } from './executor-uses.ts';

/** A tool of the coordinator that was made from a spec. */
export interface SpecTool {
  readonly spec: ToolSpec;
  readonly handler: ToolHandler;
  /** Reads the configuration. Resolves to what is wrong with it, if anything. Never rejects. */
  check(): Promise<string | undefined>;
}

export interface ToolFromSpecOptions {
  /** Undefined if no executor runs tools of this kind. */
  readonly uses: ExecutorUses | undefined;
  readonly environment: string | undefined;
}

/** Makes a handler from a spec. Its configuration is read before the first call; until it is right, every call fails. */
export function toolFromSpec(spec: ToolSpec, { uses, environment }: ToolFromSpecOptions): SpecTool {
  const executor = uses?.executor;
  const { name, description, inputSchema, outputSchema, metadata, limits } = spec;
  const config = environmentConfig(spec, environment);
  let preparing: Promise<PreparedTool> | undefined;
  const prepare = (): Promise<PreparedTool> => {
    preparing ??= prepareTool(spec, executor, config);
    // What was wrong may be corrected, a missing module for example.
    preparing.catch(() => (preparing = undefined));
    return preparing;
  };
  const remote = executor?.remote?.(config);
  const needsApproval = metadata.isDangerous || metadata.requiresApproval;
  const handler: ToolHandler = {
    name,
    description,
    version: metadata.version,
    parameters: Type.Unsafe({ ...inputSchema }),
    capabilities: specCapabilities(spec, config),
    tags: metadata.tags,
    annotations: { ...metadata.annotations, permissions: metadata.permissions, toolType: spec.toolType },
    ...(outputSchema !== undefined && { output: Type.Unsafe({ ...outputSchema }) }),
    ...(metadata.title !== undefined && { title: metadata.title }),
    ...(metadata.category !== undefined && { category: metadata.category }),
    ...(needsApproval && { requiresApproval: true }),
    ...(limits !== undefined && { limits }),
    ...(remote !== undefined && { remote }),
    // Before the first call, and after the last: a coordinator that is shut down ends what its tools have started.
    initialize: async () => uses?.begin(),
    shutdown: async () => uses?.end(),
    async execute(params, context) {
      let tool: PreparedTool;
      try {
        tool = await prepare();
      } catch (error) {
        if (!(error instanceof SpecConfigError)) throw error;
        return fail(specErrors.SPEC_UNUSABLE({ message: `The tool ${name} cannot be used: ${error.message}` }));
      }
      // The schema of every tool describes an object.
      return tool.execute(params as ToolArguments, context);
    },
  };
  const check = async (): Promise<string | undefined> => {
    try {
      await prepare();
      return undefined;
    } catch (error) {
      return errorMessage(error);
    }
  };
  return { spec, handler, check };
}

async function prepareTool(
  spec: ToolSpec,
  executor: SpecExecutor | undefined,
  config: Readonly<Record<string, unknown>>,
): Promise<PreparedTool> {
  if (executor !== undefined) return executor.prepare(spec, config);
  throw new SpecConfigError(`no executor runs tools of the kind ${spec.toolType}`);
}
