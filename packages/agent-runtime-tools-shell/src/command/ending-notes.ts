import type { RunResult, Survivor } from '@ku0/agent-runtime-tools-processes';
import { INPUT_ADVICE } from './command-failure.ts';
import { nearestPrograms } from './nearest-programs.ts';
import type { PreparedCommand } from './prepare-command.ts';

/** Notes for the model: why the command may have failed, and which processes it left running. */
export async function endingNotes(
  result: RunResult,
  {
    stdout,
    stderr,
    prepared,
  }: { readonly stdout: string; readonly stderr: string; readonly prepared: PreparedCommand },
): Promise<readonly string[]> {
  const { exitCode, signal, handle, survivors, warnings = [] } = result;
  const ended = {
    ...(exitCode !== undefined && { exitCode }),
    ...(signal !== undefined && { signal }),
    stdout,
    stderr,
  };
  const hasFailed = exitCode !== 0 && result.status === 'exited';
  const notes = [
    handle === undefined ? prepared.explain(ended) : undefined,
    exitCode === 127 ? await notFound(stderr) : undefined,
    exitCode === 126 || exitCode === 127 ? interpreterNote(result.stderr) : undefined,
    exitCode === 126 ? 'A file is not executable, or its interpreter does not exist.' : undefined,
    hasFailed && wantsInput(prepared.text, stdout, stderr)
      ? `The command wanted input, but its input is empty and there is no terminal. ${INPUT_ADVICE}`
      : undefined,
    result.waitingForInput === true && handle !== undefined ? 'The command is waiting for input.' : undefined,
    ...survivorNotes(survivors, result.status === 'exited'),
    ...warnings,
  ];
  return notes.filter((note) => note !== undefined);
}

/** Recognises the messages for an interpreter whose name ends with a carriage return. Newer shells do not name it. */
function interpreterNote(stderr: string): string | undefined {
  const tail = stderr.slice(-TAIL_CHARS);
  if (/(?:\^M|\\r|\r)['’]?: (?:bad interpreter|No such file)/.test(tail))
    return 'The script has Windows line endings (CRLF): convert it to LF, or run it through its interpreter.';
  if (!tail.includes('cannot execute: required file not found')) return undefined;
  return 'The interpreter named in the first line of the script does not exist. If the file has Windows line endings (CRLF), convert it to LF.';
}

const TAIL_CHARS = 2000;

/** Messages of programs that found no terminal or no input. */
const INPUT_WANTED =
  /EOF when reading a line|EOFError|not a (?:tty|terminal|TTY)|no tty present|terminal is required|Inappropriate ioctl|\/dev\/tty|could not read (?:Username|Password)|end of file on (?:stdin|standard input)|stdin is not/;

/** Whether the output says so, or the command reads an answer and ended without output. */
function wantsInput(command: string, stdout: string, stderr: string): boolean {
  if (stdout === '' && stderr === '') return /(?:^|[\s;&|({])(?:read|select)\s/.test(command);
  return INPUT_WANTED.test(`${stdout.slice(-TAIL_CHARS)}\n${stderr.slice(-TAIL_CHARS)}`);
}

async function notFound(stderr: string): Promise<string> {
  const name = /(?:^|[\s:])([^\s:]+): (?:command )?not found\s*$/m.exec(stderr)?.[1];
  if (name === undefined || name.includes('/')) return 'A program was not found: check its name, or install it.';
  const near = await nearestPrograms(name);
  const instead = near.length === 0 ? '' : ` Programs with similar names: ${near.join(', ')}.`;
  return `There is no program ${name} here: check its name, or install it.${instead}`;
}

/** Ended survivors are mentioned only after a normal exit: a command that was stopped is expected to have some. */
function survivorNotes(survivors: readonly Survivor[], hasExited: boolean): readonly string[] {
  const ended = survivors.filter((survivor) => survivor.ended && hasExited).slice(0, MAX_NAMED);
  const running = survivors.filter((survivor) => !survivor.ended).slice(0, MAX_NAMED);
  const notes: string[] = [];
  if (ended.length > 0) {
    const names = ended.map(nameOf).join(', ');
    notes.push(
      `It left processes running, which were ended: ${names}. Use background: true to keep a program running.`,
    );
  }
  if (running.length > 0) notes.push(`Processes that could not be ended: ${running.map(nameOf).join(', ')}.`);
  return notes;
}

const MAX_NAMED = 5;

function nameOf({ pid, command }: Survivor): string {
  return `${pid} (${command.slice(0, 80)})`;
}
