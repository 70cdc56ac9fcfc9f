import { workspaceErrors } from '@ku0/agent-runtime-tools-workspace';
import type { FileSnapshot } from '../approval-snapshot.ts';
import { refuse } from '../errors.ts';
import type { FileCall } from '../file-call.ts';
import { lostContentWarnings } from '../lost-content-warnings.ts';
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
 * Writes a whole file atomically. `snapshot` is the file as it was when approval was decided: a file that has appeared or
 * changed since is not overwritten.
 */
export async function writeFile(
  params: WriteFileParams,
  { snapshot, ...call }: FileCall & { readonly snapshot: FileSnapshot | undefined },
): Promise<WrittenFile> {
  const { workspace, owner, callId, callKey, tool, signal } = call;
  const { createDirs = true, path } = params;
  const { value: plan, change } = await workspace.transaction(
    async (transaction) => {
      const planned = await planWrite(params, { files: transaction, workspace });
      if (snapshot !== undefined) checkSnapshot(planned, { snapshot, workspace, owner });
      if (planned.isSame) return planned;
      if (!createDirs) await checkFolder(planned, workspace);
      const file = await transaction.write(path, planned.bytes, {
        createFolders: createDirs,
        allowProtected: snapshot?.protected ?? false,
        mode: planned.file.exists ? 'replace' : 'create',
      });
      if (file.path !== planned.file.path) refuse(changed(planned, 'during the call'));
      return planned;
    },
    { ...owner, callId, callKey, tool, signal, lock: [path] },
  );
  const warnings = [...plan.warnings, ...lostContentWarnings(change)];
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
  const exists = await workspace.stat(folder).then(
    () => true,
    () => false,
  );
  if (exists) return;
  refuse(
    workspaceErrors.FILE_NOT_FOUND({
      message: `The folder ${folder} does not exist, and createDirs is false.`,
      suggestion: 'Leave createDirs out to have it created, or choose a folder that exists.',
      details: { path: file.display, folder },
    }),
  );
}

/** Refuses a file that has changed since approval was decided, unless the bytes stay the same or the task itself changed it. */
function checkSnapshot(
  plan: WritePlan,
  { snapshot, workspace, owner }: Pick<FileCall, 'workspace' | 'owner'> & { readonly snapshot: FileSnapshot },
): void {
  const { file, version, hash = null, isSame } = plan;
  if (snapshot.failure !== undefined) throw snapshot.failure;
  if (isSame || (file.path === snapshot.path && version === snapshot.version)) return;
  const isOwn = version !== undefined && workspace.tracker.check(owner, file.path, { version, hash }) === 'fresh';
  if (file.path !== snapshot.path || !snapshot.exists || !isOwn)
    refuse(changed(plan, 'since approval for this call was decided'));
}

function changed({ file: { display } }: WritePlan, when: string): ReturnType<typeof workspaceErrors.STALE_FILE> {
  return workspaceErrors.STALE_FILE({ message: `${display} changed on disk ${when}.`, details: { path: display } });
}
