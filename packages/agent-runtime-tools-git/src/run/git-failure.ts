import { printable, ToolFailure } from '@ku0/agent-runtime-tools-core';
import { gitErrors } from '../errors.ts';
import { maskCredentials } from './mask-credentials.ts';
import type { GitOutput } from './run-git.ts';

/** The error of a git command that failed, by what it printed. */
export function gitFailure({ stderr, exitCode }: GitOutput, command: string): ToolFailure {
  const printed = printable(maskCredentials(stderr.trim()), { multiline: true });
  const lock =
    /Unable to create '([^']+)': File exists|cannot lock ref '([^']+)'.*(?:File exists|Unable to create)/.exec(stderr);
  if (lock !== null) return new ToolFailure(gitErrors.REPOSITORY_LOCKED());
  if (stderr.includes('detected dubious ownership')) return new ToolFailure(gitErrors.UNTRUSTED_OWNER());
  if (stderr.includes('not a git repository')) return new ToolFailure(gitErrors.NOT_A_REPOSITORY());
  return new ToolFailure(
    gitErrors.GIT_FAILED({
      message: `git ${command} failed${exitCode === undefined ? '' : ` with exit code ${exitCode}`}${
        printed === '' ? '.' : `: ${printed}`
      }`,
      details: { command, ...(exitCode !== undefined && { exitCode }) },
    }),
  );
}
