import { isAbsolute, resolve } from 'node:path';
import { isRecord } from '@ku0/agent-runtime-tools-core';
import type { ToolIdentity } from '@ku0/agent-runtime-tools-core';
import { dispatchesToRemoteTools } from '@ku0/agent-runtime-tools-rules';
import { UnrepresentableCallError, type HookCall } from '../run/hook-call.ts';
import { callPaths } from './call-paths.ts';
import { claudeName } from './claude-names.ts';

/** A call in Claude Code's names, with the translation back. */
export interface ClaudeCall {
  readonly toolName: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Translates an input that replaces `input` back to our parameters. */
  parametersOf(updated: Readonly<Record<string, unknown>>): Record<string, unknown>;
}

export type ClaudeSubject = Pick<HookCall, 'tool' | 'event' | 'cwd' | 'filesFrom'>;

interface ClaudeCallOptions {
  readonly filesFrom: string;
  /** The file that this input is about, of a call that touches several. */
  readonly path?: string;
}

/** A call that touches several files becomes one call per file, because Claude Code's hooks expect one file. */
export function claudeCalls({
  tool,
  event: { parameters },
  cwd,
  filesFrom = cwd,
}: ClaudeSubject): readonly ClaudeCall[] {
  const given = isRecord(parameters) ? parameters : {};
  const paths = FILE_TOOLS.includes(claudeName(tool, given)) ? callPaths(given) : [];
  if (paths.length > MAX_FILES) throw new UnrepresentableCallError(`the call touches more than ${MAX_FILES} files`);
  if (paths.length < 2)
    return [claudeCall(tool, given, { filesFrom, ...(paths[0] !== undefined && { path: paths[0] }) })];
  return paths.map((path) => claudeCall(tool, given, { filesFrom, path }));
}

const MAX_FILES = 1000;
const FILE_TOOLS = ['Read', 'Write', 'Edit', 'MultiEdit'];

function claudeCall(tool: ToolIdentity, parameters: Given, { filesFrom, path }: ClaudeCallOptions): ClaudeCall {
  const toolName = claudeName(tool, parameters);
  const input: Record<string, unknown> = { ...parameters };
  const back: Undo[] = [];
  if (isDispatched(tool)) back.push(remoteArguments(input));
  for (const [ours, theirs] of RENAMED.get(toolName) ?? []) {
    if (!Object.hasOwn(input, ours) || Object.hasOwn(input, theirs)) continue;
    input[theirs] = input[ours];
    delete input[ours];
    back.push((updated) => move(updated, theirs, ours));
  }
  if (FILE_TOOLS.includes(toolName) && path !== undefined) back.push(absolutePath(input, path, filesFrom));
  if (toolName === 'Bash') back.push(...commandLine(input));
  return {
    toolName,
    input,
    parametersOf(updated) {
      const parametersBack: Record<string, unknown> = { ...updated };
      for (const undo of back.toReversed()) undo(parametersBack);
      return parametersBack;
    },
  };
}

/** A call through `use_mcp_tool`, whose arguments contain those of the tool that it goes to. */
function isDispatched({ name, remote }: ToolIdentity): boolean {
  return typeof remote === 'object' && remote.tool !== '' && dispatchesToRemoteTools({ name });
}

/** Shows the arguments of the remote tool, as if it had been called directly. */
function remoteArguments(input: Record<string, unknown>): Undo {
  const { arguments: given, ...others } = input;
  const passed = typeof given === 'string' ? parsed(given) : given;
  for (const key of Object.keys(input)) delete input[key];
  if (isRecord(passed)) Object.assign(input, passed);
  // An input that cannot be read is shown as it is.
  else if (given !== undefined) input['arguments'] = given;
  return (updated) => {
    const replaced = isRecord(passed) || given === undefined ? { ...updated } : updated['arguments'];
    for (const key of Object.keys(updated)) delete updated[key];
    Object.assign(updated, others, { arguments: replaced });
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Rename = readonly [ours: string, theirs: string];
type Given = Readonly<Record<string, unknown>>;
type Undo = (updated: Record<string, unknown>) => void;

/** A Map, because a tool may be called `constructor`. */
const RENAMED: ReadonlyMap<string, readonly Rename[]> = new Map(
  Object.entries<readonly Rename[]>({
    Read: [['path', 'file_path']],
    Write: [['path', 'file_path']],
    Edit: [['path', 'file_path']],
    MultiEdit: [['path', 'file_path']],
    Grep: [
      ['include', 'glob'],
      ['outputMode', 'output_mode'],
      ['ignoreCase', '-i'],
      ['limit', 'head_limit'],
    ],
    WebSearch: [['numResults', 'num_results']],
    // Input typed into a running shell is a command, too.
    Bash: [['input', 'command']],
  }),
);

function move(values: Record<string, unknown>, from: string, to: string): void {
  if (!Object.hasOwn(values, from)) return;
  values[to] = values[from];
  delete values[from];
}

/** Hooks expect absolute paths. A path that comes back unchanged becomes the path that the model wrote. */
function absolutePath(input: Record<string, unknown>, path: string, filesFrom: string): Undo {
  const original = Object.hasOwn(input, 'file_path') ? input['file_path'] : undefined;
  const sent = isAbsolute(path) ? path : resolve(filesFrom, path);
  input['file_path'] = sent;
  return (updated) => {
    if (updated['file_path'] !== sent) return;
    if (original === undefined) delete updated['file_path'];
    else updated['file_path'] = original;
  };
}

/** Hooks expect one command line and milliseconds, not a list of arguments and seconds. */
function commandLine(input: Record<string, unknown>): Undo[] {
  const back: Undo[] = [];
  const { command, args, timeout } = input;
  if (typeof command === 'string' && Array.isArray(args) && args.length > 0) {
    const sent = [command, ...args.map(String)].map(quoted).join(' ');
    input['command'] = sent;
    delete input['args'];
    back.push((updated) => {
      if (updated['command'] !== sent) return;
      updated['command'] = command;
      updated['args'] = args;
    });
  }
  if (typeof timeout === 'number') {
    input['timeout'] = timeout * 1000;
    back.push((updated) => {
      if (typeof updated['timeout'] === 'number') updated['timeout'] /= 1000;
    });
  }
  return back;
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
