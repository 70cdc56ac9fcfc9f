import { workspaceErrors } from '@ku0/agent-runtime-tools-workspace';
import type { AskedFile } from '../asked-files.ts';
import { refuse } from '../errors.ts';
import type { FileCall } from '../file-call.ts';
import { lostContent } from '../lost-content.ts';
import { planWrite, type WriteFileParams, type WritePlan } from './plan-write.ts';

export interface WrittenFile {
  path: string;
  /** Bytes. */
  size: number;
  /** False when a file was overwritten. */
  created: boolean;
  diff: string;
  added: number;
  removed: number;
  warnings?: string[];
}

/**
 * Writes a whole file at once: the old one stays until the new one is complete. `asked` is the file as it was when
 * approval was decided on: what was to be created is not overwritten, what changed since is left alone.
 */
export async function writeFile(
  params: WriteFileParams,
  { asked, ...call }: FileCall & { readonly asked: AskedFile | undefined },
): Promise<WrittenFile> {
  const { workspace, owner, callId, callKey, tool, signal } = call;
  const { createDirs = true, path } = params;
  const { value: plan, change } = await workspace.transaction(
    async (transaction) => {
      const planned = await planWrite(params, { workspace, read: (file, options) => transaction.read(file, options) });
      if (asked !== undefined) checkAsked(planned, { asked, workspace, owner });
      if (planned.isSame) return planned;
      if (!createDirs) await checkFolder(planned, workspace);
      const file = await transaction.write(path, planned.bytes, {
        createFolders: createDirs,
        allowProtected: asked?.protected ?? false,
        mode: planned.file.exists ? 'replace' : 'create',
      });
      if (file.path !== planned.file.path) refuse(changed(planned, 'during the call'));
      return planned;
    },
    { ...owner, callId, callKey, tool, signal, lock: [path] },
  );
  const warnings = [...plan.warnings, ...lostContent(change)];
  return {
    path: plan.file.display,
    size: plan.bytes.byteLength,
    created: !plan.file.exists,
    diff: plan.diff.text,
    added: plan.diff.added,
    removed: plan.diff.removed,
    ...(warnings.length > 0 && { warnings }),
  };
}

async function checkFolder({ file }: WritePlan, workspace: FileCall['workspace']): Promise<void> {
  const folder = file.display.slice(0, Math.max(0, file.display.lastIndexOf('/')));
  if (file.exists || folder === '') return;
  const isThere = await workspace.stat(folder).then(
    () => true,
    () => false,
  );
  if (isThere) return;
  refuse(
    workspaceErrors.FILE_NOT_FOUND({
      message: `The folder ${folder} does not exist, and createDirs is false.`,
      suggestion: 'Leave createDirs out to have it made, or choose a folder that exists.',
      details: { path: file.display, folder },
    }),
  );
}

/** The same bytes need nobody's consent, and what the task itself has written meanwhile is no surprise to it. */
function checkAsked(
  plan: WritePlan,
  { asked, workspace, owner }: Pick<FileCall, 'workspace' | 'owner'> & { readonly asked: AskedFile },
): void {
  const { file, version, hash = null, isSame } = plan;
  if (asked.failure !== undefined) throw asked.failure;
  if (isSame || (file.path === asked.path && version === asked.version)) return;
  const isOwn = version !== undefined && workspace.tracker.check(owner, file.path, { version, hash }) === 'fresh';
  if (file.path !== asked.path || !asked.exists || !isOwn)
    refuse(changed(plan, 'since approval for this call was decided on'));
}

function changed({ file: { display } }: WritePlan, when: string): ReturnType<typeof workspaceErrors.STALE_FILE> {
  return workspaceErrors.STALE_FILE({ message: `${display} changed on disk ${when}.`, details: { path: display } });
}
