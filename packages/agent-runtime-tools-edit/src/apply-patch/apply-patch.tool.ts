import { Type } from '@ku0/agent-runtime-tools-core';
import { withDefaultLimits, type EditLimits } from '../change/edit-limits.ts';
import type { TargetFile } from '../change/approval-snapshot.ts';
import { defineEditTool, writeResources } from '../define-edit-tool.ts';
import type { FilePatch } from '../formats/file-patch.ts';
import { parsePatch } from '../formats/parse-patch.ts';

/** The `apply_patch` tool without the rest of the pack. */
export function applyPatchTool(options?: Partial<EditLimits>) {
  const limits = withDefaultLimits(options);
  return defineEditTool({
    name: 'apply_patch',
    description:
      'Applies a patch to several files at once: all of it or nothing. Takes the form "*** Begin Patch", "*** Add File: path" ' +
      'with "+" lines (replaces an existing file), "*** Delete File: path", "*** Update File: path" (optionally "*** Move to: path") with "@@" sections of ' +
      '" ", "-" and "+" lines, "*** End Patch"; or a unified or git diff.',
    parameters: Type.Object({
      patch: Type.String({
        description: 'The whole patch. Paths are relative to the workspace root.',
        minLength: 1,
        examples: [
          '*** Begin Patch\n*** Update File: src/index.ts\n@@\n-const limit = 10;\n+const limit = 20;\n*** End Patch',
        ],
      }),
    }),
    parameterAliases: { diff: 'patch', input: 'patch' },
    limits,
    files: ({ patch }) => filesOf(patch).flatMap(namedFiles),
    // A patch that cannot be parsed has no files and fails without approval.
    needsApproval: ({ patch }, files) =>
      filesOf(patch).some(({ kind }) => kind !== 'add') ||
      [...files.values()].some((file) => file.protected || file.version !== undefined),
    resources: ({ patch }) =>
      writeResources(
        filesOf(patch)
          .flatMap(namedFiles)
          .map(({ path }) => path),
      ),
    work: async (edit, params) => (await import('./apply-patch.ts')).applyPatch(edit, params),
  });
}

function filesOf(patch: string): readonly FilePatch[] {
  const parsed = parsePatch(patch);
  return parsed.ok ? parsed.files : [];
}

function namedFiles(file: FilePatch): TargetFile[] {
  if (file.kind === 'delete') return [{ path: file.path, access: 'delete' }];
  const named: TargetFile[] = [{ path: file.path, access: 'write' }];
  if (file.kind === 'update' && file.moveTo !== undefined) named.push({ path: file.moveTo, access: 'write' });
  return named;
}
