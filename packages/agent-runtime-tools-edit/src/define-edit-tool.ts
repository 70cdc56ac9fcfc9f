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
import type { KnownFile, NamedFile } from './change/known-files.ts';
import { modelOutput } from './report/model-output.ts';
import { previewLines } from './report/preview-lines.ts';

/** What distinguishes one tool of this pack from the others. */
export interface EditToolDraft<N extends string, S extends TSchema> {
  readonly name: N;
  readonly description: string;
  readonly parameters: S;
  readonly parameterAliases?: Readonly<Record<string, string>>;
  readonly limits: EditLimits;
  validate?(params: NoInfer<Static<S>>): ValidationResult;
  /** The files that a call names: they are locked, and looked at when approval is asked for. */
  files(params: NoInfer<Static<S>>, context: ToolContext): readonly NamedFile[] | Promise<readonly NamedFile[]>;
  /** Whether a call needs approval, given its files. Default: if all of them are there, else it must fail anyway. */
  readonly needsApproval?: (params: NoInfer<Static<S>>, files: ReadonlyMap<string, KnownFile>) => boolean;
  /** What a call touches, for scheduling. Default: the files it names. */
  resources?(params: NoInfer<Static<S>>): readonly ResourceUse[];
  /** Reads and stages. The same for a dry run. */
  work(edit: EditTransaction, params: NoInfer<Static<S>>, files: readonly NamedFile[]): Promise<void>;
}

/**
 * A tool that edits files: one transaction for all of them, consent, dry run and report as everywhere in this pack.
 * The code that does the work is loaded by the first call.
 */
export function defineEditTool<const N extends string, S extends TSchema>(
  draft: EditToolDraft<N, S>,
): Tool<N, Static<S>, EditedFiles> {
  const { name, description, parameters, parameterAliases, limits, needsApproval = areAllThere } = draft;
  const fileWork = (params: Static<S>, files: readonly NamedFile[]) => ({
    params: keyOf(params),
    files,
    limits,
    work: (edit: EditTransaction) => draft.work(edit, params, files),
  });
  return defineTool({
    name,
    description,
    parameters,
    output: editedFiles,
    capabilities: { readsFiles: true, writesFiles: true },
    ...(parameterAliases !== undefined && { parameterAliases }),
    ...(draft.validate !== undefined && {
      validate: (params: Static<S>) => draft.validate?.(params) ?? { valid: true },
    }),
    async requiresApproval(params, context) {
      const { noteFiles } = await import('./change/known-files.ts');
      const files = await noteFiles(keyOf(params), () => draft.files(params, context), context);
      if (files === undefined) return false;
      // A new file that programs obey asks like a change of it.
      return needsApproval(params, files) || [...files.values()].some((file) => file.programConfig);
    },
    resources: (params) => draft.resources?.(params) ?? [],
    async dryRun(params, context) {
      const { dryRunOf, planFiles } = await import('./change/change-files.ts');
      return ok(dryRunOf(await planFiles(fileWork(params, await draft.files(params, context)), context)));
    },
    async execute(params, context) {
      const { changeFiles } = await import('./change/change-files.ts');
      const { files, warnings } = await changeFiles(fileWork(params, await draft.files(params, context)), context);
      return ok({ files }, { filesAccessed: files.map(({ path }) => path), ...(warnings.length > 0 && { warnings }) });
    },
    preview: previewLines,
    toModelOutput: ({ files }) => modelOutput(files),
  });
}

/** What a call that writes these paths touches. */
export function writesTo(paths: readonly string[]): ResourceUse[] {
  return paths.map((path) => fileResource(path, 'write'));
}

function areAllThere(_params: unknown, files: ReadonlyMap<string, KnownFile>): boolean {
  return [...files.values()].every(({ version }) => version !== undefined);
}

/** Core hands on parameters as frozen objects. */
function keyOf(params: unknown): object {
  if (typeof params === 'object' && params !== null) return params;
  throw new TypeError('Parameters are an object.');
}
