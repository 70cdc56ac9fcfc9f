import { Type } from '@ku0/agent-runtime-tools-core';
import { limitsOf, type EditLimits } from '../change/edit-limits.ts';
import type { NamedFile } from '../change/known-files.ts';
import { defineEditTool, writesTo } from '../define-edit-tool.ts';
import type { FilePatch } from '../formats/file-patch.ts';
import { parsePatch } from '../formats/parse-patch.ts';

/** `apply_patch` alone, for hosts that do not want all tools of the pack. */
export function applyPatchTool(options?: Partial<EditLimits>) {
  const limits = limitsOf(options);
  return defineEditTool({
    name: 'apply_patch',
    description:
      'Applies a patch to several files at once: all of it or nothing. Takes the form "*** Begin Patch", "*** Add File: path" ' +
      'with "+" lines (replaces a file that is there), "*** Delete File: path", "*** Update File: path" (optionally "*** Move to: path") with "@@" sections of ' +
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
    // What cannot be read is not applied either, so nobody needs to be asked about it.
    needsApproval: ({ patch }, files) =>
      filesOf(patch).some(({ kind }) => kind !== 'add') ||
      [...files.values()].some((file) => file.protected || file.version !== undefined),
    resources: ({ patch }) =>
      writesTo(
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

function namedFiles(file: FilePatch): NamedFile[] {
  if (file.kind === 'delete') return [{ path: file.path, access: 'delete' }];
  const named: NamedFile[] = [{ path: file.path, access: 'write' }];
  if (file.kind === 'update' && file.moveTo !== undefined) named.push({ path: file.moveTo, access: 'write' });
  return named;
}
