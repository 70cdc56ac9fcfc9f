import type { RunResult, Survivor } from '@ku0/agent-runtime-tools-processes';
import type { PreparedCommand } from './prepare-command.ts';
import { nearestPrograms } from './nearest-programs.ts';
import { howToAnswer } from './how-to-answer.ts';

/** What a model should know besides the output: why it may have failed, and what was done about leftovers. */
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
    exitCode === 126 || exitCode === 127 ? windowsLines(result.stderr) : undefined,
    exitCode === 126 ? 'A file that was to be run may not be executed, or its interpreter does not exist.' : undefined,
    hasFailed && wantedInput(prepared.text, stdout, stderr)
      ? `The command wanted input, and had none or no terminal to read it from. ${howToAnswer}`
      : undefined,
    result.waitingForInput === true && handle !== undefined ? 'It waits for input, and has none to read.' : undefined,
    ...survivorNotes(survivors, result.status === 'exited'),
    ...warnings,
  ];
  return notes.filter((note) => note !== undefined);
}

/** What shells and env say of an interpreter whose name ends with a carriage return; newer shells name it no more. */
function windowsLines(stderr: string): string | undefined {
  const said = stderr.slice(-SHOWN);
  if (/(?:\^M|\\r|\r)['’]?: (?:bad interpreter|No such file)/.test(said))
    return 'The script has Windows line endings (CRLF): give it LF line endings, or run it through its interpreter.';
  if (!said.includes('cannot execute: required file not found')) return undefined;
  return 'The interpreter that the first line of the script names does not exist. If the file has Windows line endings (CRLF), give it LF line endings.';
}

const SHOWN = 2000;

/** How programs say that nobody is there to answer them. */
const WANTED_INPUT =
  /EOF when reading a line|EOFError|not a (?:tty|terminal|TTY)|no tty present|terminal is required|Inappropriate ioctl|\/dev\/tty|could not read (?:Username|Password)|end of file on (?:stdin|standard input)|stdin is not/;

/** Whether it says so, or ended without a word where it was to read an answer. */
function wantedInput(command: string, stdout: string, stderr: string): boolean {
  if (stdout === '' && stderr === '') return /(?:^|[\s;&|({])(?:read|select)\s/.test(command);
  return WANTED_INPUT.test(`${stdout.slice(-SHOWN)}\n${stderr.slice(-SHOWN)}`);
}

async function notFound(stderr: string): Promise<string> {
  const name = /(?:^|[\s:])([^\s:]+): (?:command )?not found\s*$/m.exec(stderr)?.[1];
  if (name === undefined || name.includes('/')) return 'A program was not found: check its name, or install it.';
  const near = await nearestPrograms(name);
  const instead = near.length === 0 ? '' : ` Programs with similar names: ${near.join(', ')}.`;
  return `There is no program ${name} here: check its name, or install it.${instead}`;
}

/** That a command which was stopped had more processes than one is no news; that one of them goes on is. */
function survivorNotes(survivors: readonly Survivor[], byItself: boolean): readonly string[] {
  const ended = survivors.filter((survivor) => survivor.ended && byItself).slice(0, MOST_NAMED);
  const left = survivors.filter((survivor) => !survivor.ended).slice(0, MOST_NAMED);
  const notes: string[] = [];
  if (ended.length > 0) {
    const names = ended.map(nameOf).join(', ');
    notes.push(`It left processes running, which were ended: ${names}. Use background: true for what shall go on.`);
  }
  if (left.length > 0) notes.push(`Processes that could not be ended: ${left.map(nameOf).join(', ')}.`);
  return notes;
}

const MOST_NAMED = 5;

function nameOf({ pid, command }: Survivor): string {
  return `${pid} (${command.slice(0, 80)})`;
}
