import {
  defineTool,
  ok,
  type ResourceUse,
  type Static,
  type Tool,
  type ToolContext,
  type TSchema,
  type ValidationResult,
} from '@ku0/agent-runtime-tools-core';
import { fileResource } from '@ku0/agent-runtime-tools-workspace';
import type { EditLimits } from './change/edit-limits.ts';
import type { EditTransaction } from './change/edit-transaction.ts';
import { editedFiles, type EditedFiles } from './change/edited-files.ts';
import type { FileSnapshot, TargetFile } from './change/approval-snapshot.ts';
import { modelOutput } from './report/model-output.ts';
import { previewLines } from './report/preview-lines.ts';
import { version as packageVersion } from './version.ts';

/** The parts of an edit tool that differ from tool to tool. */
export interface EditToolSpec<N extends string, S extends TSchema> {
  readonly name: N;
  readonly description: string;
  readonly parameters: S;
  readonly parameterAliases?: Readonly<Record<string, string>>;
  readonly limits: EditLimits;
  validate?(params: NoInfer<Static<S>>): ValidationResult;
  /** The files that a call changes: they are locked, and a snapshot is taken when approval is requested. */
  files(params: NoInfer<Static<S>>, context: ToolContext): readonly TargetFile[] | Promise<readonly TargetFile[]>;
  /** Whether a call needs approval. Default: if all of its files exist; otherwise the call fails anyway. */
  readonly needsApproval?: (params: NoInfer<Static<S>>, files: ReadonlyMap<string, FileSnapshot>) => boolean;
  /** The resources of a call, for scheduling. Default: none. */
  resources?(params: NoInfer<Static<S>>): readonly ResourceUse[];
  /** Reads the files and stages the changes. The same for a dry run. */
  work(edit: EditTransaction, params: NoInfer<Static<S>>, files: readonly TargetFile[]): Promise<void>;
}

/**
 * Defines a tool that edits files in one transaction, with the approval, dry run and report that all tools of this pack
 * share. The code that does the work is loaded by the first call.
 */
export function defineEditTool<const N extends string, S extends TSchema>(
  spec: EditToolSpec<N, S>,
): Tool<N, Static<S>, EditedFiles> {
  const { name, description, parameters, parameterAliases, limits, needsApproval = doAllExist } = spec;
  const toEditCall = (params: Static<S>, files: readonly TargetFile[]) => ({
    params: asObject(params),
    files,
    limits,
    work: (edit: EditTransaction) => spec.work(edit, params, files),
  });
  return defineTool({
    name,
    version: packageVersion,
    description,
    parameters,
    output: editedFiles,
    capabilities: { readsFiles: true, writesFiles: true },
    ...(parameterAliases !== undefined && { parameterAliases }),
    ...(spec.validate !== undefined && {
      validate: (params: Static<S>) => spec.validate?.(params) ?? { valid: true },
    }),
    async requiresApproval(params, context) {
      const { takeApprovalSnapshot } = await import('./change/approval-snapshot.ts');
      const files = await takeApprovalSnapshot(asObject(params), () => spec.files(params, context), context);
      if (files === undefined) return false;
      // Creating a configuration file that programs execute needs approval like changing one.
      return needsApproval(params, files) || [...files.values()].some((file) => file.programConfig);
    },
    resources: (params) => spec.resources?.(params) ?? [],
    async dryRun(params, context) {
      const { toDryRun, planFiles } = await import('./change/change-files.ts');
      return ok(toDryRun(await planFiles(toEditCall(params, await spec.files(params, context)), context)));
    },
    async execute(params, context) {
      const { changeFiles } = await import('./change/change-files.ts');
      const { files, warnings } = await changeFiles(toEditCall(params, await spec.files(params, context)), context);
      return ok({ files }, { filesAccessed: files.map(({ path }) => path), ...(warnings.length > 0 && { warnings }) });
    },
    preview: previewLines,
    toModelOutput: ({ files }) => modelOutput(files),
  });
}

/** The resources of a call that writes these paths. */
export function writeResources(paths: readonly string[]): ResourceUse[] {
  return paths.map((path) => fileResource(path, 'write'));
}

function doAllExist(_params: unknown, files: ReadonlyMap<string, FileSnapshot>): boolean {
  return [...files.values()].every(({ version }) => version !== undefined);
}

/** Narrows validated parameters, which are always an object. */
function asObject(params: unknown): object {
  if (typeof params === 'object' && params !== null) return params;
  throw new TypeError('Parameters are an object.');
}
