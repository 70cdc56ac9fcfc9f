import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { errorMessage } from '@ku0/agent-runtime-tools-core';

export interface AgentOptions {
  /** The first message; undefined to ask for it. */
  readonly prompt: string | undefined;
  readonly folder: string;
  readonly model: string;
  readonly baseUrl: string | undefined;
  readonly apiKey: string;
  readonly mode: 'plan' | 'act';
  readonly approve: 'ask' | 'all' | 'none';
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  readonly hooks: string | undefined;
  readonly state: string | undefined;
  readonly transcript: string | undefined;
  readonly resume: string | undefined;
  readonly maxTurns: number;
  readonly maxTokens: number;
  readonly json: boolean;
}

/** A mistake on the command line. */
export class UsageError extends Error {}

/** Reads the command line and the environment. Undefined for `--help`. Throws a UsageError at a mistake. */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): AgentOptions | undefined {
  const { values, positionals } = parse(args);
  if (values.help === true) return undefined;
  const model = values.model ?? env['AGENT_MODEL'] ?? env['OPENAI_MODEL'];
  if (model === undefined) throw new UsageError('Name a model: --model NAME, or set AGENT_MODEL.');
  const baseUrl = values['base-url'] ?? env['OPENAI_BASE_URL'];
  const apiKey = values['api-key'] ?? env['OPENAI_API_KEY'];
  if (apiKey === undefined && baseUrl === undefined)
    throw new UsageError('Set OPENAI_API_KEY, or give --base-url for an endpoint that needs no key.');
  return {
    prompt: positionals.length === 0 ? undefined : positionals.join(' '),
    folder: resolve(values.folder ?? '.'),
    model,
    baseUrl,
    apiKey: apiKey ?? 'none',
    mode: oneOf(values.mode, '--mode', ['act', 'plan']),
    approve: oneOf(values.approve, '--approve', ['ask', 'all', 'none']),
    allow: values.allow ?? [],
    deny: values.deny ?? [],
    hooks: values.hooks,
    state: values.state === undefined ? undefined : resolve(values.state),
    transcript: values.transcript,
    resume: values.resume,
    maxTurns: count(values['max-turns'], '--max-turns', 100),
    maxTokens: count(values['max-tokens'], '--max-tokens', 2_000_000),
    json: values.json === true,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(errorMessage(error));
  }
}

function oneOf<T extends string>(given: string | undefined, name: string, choices: readonly [T, ...T[]]): T {
  if (given === undefined) return choices[0];
  const found = choices.find((choice) => choice === given);
  if (found !== undefined) return found;
  throw new UsageError(`${name} takes ${choices.join(', ')}, not "${given}".`);
}

function count(given: string | undefined, name: string, usual: number): number {
  const value = given === undefined ? usual : Number(given);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new UsageError(`${name} takes a whole number above 0, not "${given ?? ''}".`);
}

const text = { type: 'string' } as const;
const OPTIONS = {
  model: text,
  'base-url': text,
  'api-key': text,
  folder: text,
  mode: text,
  approve: text,
  allow: { type: 'string', multiple: true },
  deny: { type: 'string', multiple: true },
  hooks: text,
  state: text,
  transcript: text,
  resume: text,
  'max-turns': text,
  'max-tokens': text,
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** The names of the options, without dashes. */
export const OPTION_NAMES: readonly string[] = Object.keys(OPTIONS);

export const HELP = `Usage: agent [options] [PROMPT]

A coding agent for the current folder. Without a PROMPT it asks for one, and goes on asking until an empty line.

  --model NAME          the model (AGENT_MODEL, OPENAI_MODEL)
  --base-url URL        an OpenAI-compatible endpoint (OPENAI_BASE_URL)
  --api-key KEY         better in OPENAI_API_KEY, where other users cannot see it
  --folder DIR          the folder to work in
  --mode plan|act       plan: look, but change nothing
  --approve ask|all|none  calls that no rule decides: ask (the default), run, or deny
  --allow RULE          a permission rule, such as 'Bash(npm test)'; may be repeated
  --deny RULE           the same for what is never allowed
  --hooks FILE          hooks, in a settings file of Claude Code or a list
  --max-turns N         answers of the model, sub-agents included (100)
  --max-tokens N        tokens, sub-agents included (2000000)
  --transcript FILE     where the conversation is written; default: in the state folder
  --resume FILE         goes on with a transcript
  --state DIR           undo data and remembered answers; default: the user's state folder
  --json                events for programs on stdout, one per line
`;
