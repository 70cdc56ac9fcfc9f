import { printable } from '@ku0/agent-runtime-tools-core';
import type { ToolError } from '@ku0/agent-runtime-tools-core';
import { processErrors } from '@ku0/agent-runtime-tools-processes';

/** The name of the program that bubblewrap could not find, from its error message; undefined for other messages. */
export function missingProgram(stderr: string): string | undefined {
  const name = /^bwrap: execvp (.+): (?:No such file or directory|Permission denied|Not a directory)$/m.exec(
    stderr,
  )?.[1];
  return name === undefined ? undefined : printable(name.slice(0, MAX_SHOWN));
}

const MAX_SHOWN = 200;

/** A sentence for the model. */
export function missingProgramNote(name: string): string {
  return `There is no program ${name} inside the sandbox: it has the programs of the system, not those of the home folder.`;
}

export function missingProgramError(name: string, env: Readonly<Record<string, string>>): ToolError {
  return processErrors.PROGRAM_NOT_FOUND({
    message: missingProgramNote(name),
    suggestion:
      env['PATH'] === undefined
        ? 'Check the spelling, or use a program that the system has.'
        : 'Leave PATH out of env, or give one that has the folders of the system as well.',
    details: { file: name },
  });
}
