import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { workspaceErrors } from '../errors.ts';
import { systemCode, systemFailure } from '../fs/system-failure.ts';

/**
 * The typed failure for what was thrown over a part of the state folder: it is no fault of the file that was asked for.
 * Where that folder is, is for the host alone: the cause names it.
 */
export function stateFailure(error: unknown): ToolFailure {
  if (error instanceof ToolFailure) return error;
  const code = systemCode(error);
  if (code === undefined || !UNUSABLE.has(code)) return systemFailure(error, 'the state folder');
  const make = DENIED.has(code) ? workspaceErrors.PERMISSION_DENIED : workspaceErrors.IO_ERROR;
  const failure = make({
    message: `The folder in which this runtime keeps its state cannot be used: ${code}.`,
    suggestion: 'Tell the person: createWorkspace needs a folder that it can write to, as `state` or in $TOOLBOX_HOME.',
    details: { system: code },
  });
  return new ToolFailure(failure, { cause: error });
}

const DENIED: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS']);
const UNUSABLE: ReadonlySet<string> = new Set([...DENIED, 'ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'ENAMETOOLONG']);
