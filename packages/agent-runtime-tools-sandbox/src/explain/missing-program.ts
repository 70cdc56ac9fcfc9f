import { printable } from '@ku0/agent-runtime-tools-core';
import type { ToolError } from '@ku0/agent-runtime-tools-core';
import { processErrors } from '@ku0/agent-runtime-tools-processes';

/** What a program is called that bubblewrap could not start although everything else was ready; undefined otherwise. */
export function missingProgram(stderr: string): string | undefined {
  const name = /^bwrap: execvp (.+): (?:No such file or directory|Permission denied|Not a directory)$/m.exec(
    stderr,
  )?.[1];
  return name === undefined ? undefined : printable(name.slice(0, MOST_SHOWN));
}

const MOST_SHOWN = 200;

/** In a sentence for the model. */
export function missingProgramNote(name: string): string {
  return `There is no program ${name} inside the sandbox: those of the system are there, those of the home folder are not.`;
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
