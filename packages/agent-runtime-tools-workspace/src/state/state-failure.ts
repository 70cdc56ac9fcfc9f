import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { workspaceErrors } from '../errors.ts';
import { systemCode, systemFailure } from '../fs/system-failure.ts';

/**
 * The ToolFailure for an error in the state folder. It does not tell the path of that folder to the model; the cause, for
 * the host, has it.
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
