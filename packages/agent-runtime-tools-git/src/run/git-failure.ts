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
  const filter = /(?:clean|smudge) filter '([^']*)' failed/.exec(stderr)?.[1];
  if (filter !== undefined)
    return new ToolFailure(
      gitErrors.FILTER_NOT_ALLOWED({
        message: `The filter ${printable(filter)} is needed for some files, and it is switched off.`,
        details: { filter },
      }),
    );
  if (/Please tell me who you are|empty ident name|no (?:name|email) was given/.test(stderr))
    return new ToolFailure(gitErrors.UNKNOWN_IDENTITY());
  return new ToolFailure(
    gitErrors.GIT_FAILED({
      message: `git ${command} failed${exitCode === undefined ? '' : ` with exit code ${exitCode}`}${
        printed === '' ? '.' : `: ${printed}`
      }`,
      details: { command, ...(exitCode !== undefined && { exitCode }) },
    }),
  );
}
