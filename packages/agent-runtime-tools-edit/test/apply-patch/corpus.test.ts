import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolMiddleware } from '@ku0/agent-runtime-tools-core';
import { interceptFileSystem, nodeFileSystem, type FileSystem } from '@ku0/agent-runtime-tools-workspace';
import { describe, expect, it } from 'vitest';
import { folderContent } from '../folder-content.ts';
import { codeOf, temporaryEdit, type TemporaryEdit } from '../temporary-edit.ts';
import cases from '../fixtures/patches.json' with { type: 'json' };

interface PatchCase {
  readonly id: string;
  readonly why: string;
  readonly files: Readonly<Record<string, string>>;
  readonly patch: string;
  readonly expect: string;
  readonly symlinks?: Readonly<Record<string, string>>;
  readonly protected?: readonly string[];
  readonly mode?: string;
  readonly fault?: string;
  /** There is nobody who could approve. */
  readonly approval?: 'nobody';
}

const all = cases as unknown as readonly PatchCase[];
/** Needs processes that are killed; see crash.test.ts. */
const here = all.filter(({ expect: expected }) => expected !== 'all_or_nothing');

/** What the cases say in words about the time after. */
const after: Readonly<Record<string, (edit: TemporaryEdit) => void>> = {
  'patch-005': ({ text, base, root }) => {
    expect(folderContent(join(base, 'outside'))['s.txt']).toContain('secret');
    expect(text('l')).toBeUndefined();
    expect(Object.keys(folderContent(root))).toEqual(['a.txt']);
  },
  'patch-022': ({ text }) => expect(text('a.txt')).toBe('1\n2\n3\nsomebody else\n'),
  'patch-039': ({ text }) => expect(text('a.txt')).toBe('$& $1 $`\n2\n3\n'),
};

describe('a patch of the corpus', () => {
  it.each(here.map((one) => [one.id, one.why, one] as const))(
    '%s has the outcome it must: %s',
    async (_id, _why, one) => {
      const edit: TemporaryEdit = temporaryEdit(one.files, {
        workspace: {
          ...(one.protected !== undefined && { protected: one.protected }),
          ...(one.fault !== undefined && { fs: failing(one.fault) }),
        },
        ...(one.mode === 'read-only' && { readOnly: true }),
        approve: one.approval === 'nobody' ? false : approver(one, () => edit),
      });
      mkdirSync(join(edit.base, 'outside'));
      writeFileSync(join(edit.base, 'outside/s.txt'), 'secret\n');
      for (const [name, target] of Object.entries(one.symlinks ?? {}))
        symlinkSync(target.replace('{base}', edit.base), join(edit.root, name));
      const state = (): unknown => [folderContent(edit.root), folderContent(join(edit.base, 'outside'))];
      const before = state();
      const result = await edit.run('apply_patch', { patch: one.patch });
      expect(result.ok ? 'allow' : 'reject_all').toBe(one.expect);
      if (!result.ok && one.id !== 'patch-022') expect(state()).toEqual(before);
      if (!result.ok) expect(['EXECUTION_ERROR', 'MIDDLEWARE_FAILED']).not.toContain(codeOf(result));
      after[one.id]?.(edit);
    },
  );

  it('covers every case of the corpus, here or in the crash test', () => {
    expect(all.filter((one) => !here.includes(one)).map(({ id }) => id)).toEqual(['patch-021']);
  });
});

/** Gives every approval; where the case says so, somebody changes a file after it was asked for and shown. */
function approver({ fault }: PatchCase, edit: () => TemporaryEdit): ToolMiddleware['execute'] {
  return async (params, context, next) => {
    expect((await context.approval.dryRun(params)).metadata.toolName).toBe('apply_patch');
    if (fault === 'a.txt rewritten after approval') edit().put('a.txt', '1\n2\n3\nsomebody else\n');
    return next(params, { by: 'person' });
  };
}

/** "ENOSPC on write 2": the second file that is written fails so. */
function failing(fault: string): FileSystem {
  const [, code, step] = /^(E[A-Z]+) on write (\d+)$/.exec(fault) ?? [];
  let count = 0;
  return interceptFileSystem(nodeFileSystem, ({ name, path }) => {
    if (code === undefined || name !== 'write' || !path.includes('.toolbox-')) return;
    if (++count === Number(step)) throw Object.assign(new Error(`${code}: injected`), { code });
  });
}
