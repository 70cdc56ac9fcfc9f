import { printable, type ToolCallbacks } from '@ku0/agent-runtime-tools-core';
import type { ElicitRequestFormParams, ElicitResult } from '@modelcontextprotocol/client';

type FormSchema = ElicitRequestFormParams['requestedSchema'];
type Field = FormSchema['properties'][string];
type Answer = NonNullable<ElicitResult['content']>[string];

export interface ElicitationRequest {
  readonly server: string;
  readonly message: string;
  readonly schema: FormSchema;
  readonly signal: AbortSignal;
}

/** Asks a person what a server wants to know, with a form or with one question per field. Never rejects. */
export async function elicit(
  { server, message, schema, signal }: ElicitationRequest,
  callbacks: ToolCallbacks | undefined,
): Promise<ElicitResult> {
  if (asksForSecrets(schema)) return { action: 'decline' };
  // The person must be able to tell the server's words from the application's.
  const shown = `The MCP server ${JSON.stringify(printable(server))} asks: ${printable(message.slice(0, MAX_CHARS), { multiline: true })}`;
  try {
    const content =
      callbacks?.form !== undefined
        ? await callbacks.form({ ...schema }, { message: shown, signal })
        : await askEach(shown, schema, callbacks, signal);
    return content === undefined ? { action: 'decline' } : { action: 'accept', content: onlyFields(content, schema) };
  } catch {
    return { action: 'cancel' };
  }
}

const MAX_CHARS = 4000;

/** The protocol forbids servers to ask for secrets in forms. */
function asksForSecrets({ properties }: FormSchema): boolean {
  return Object.entries(properties).some(([name, field]) => {
    const { title = '', description = '' } = field as { title?: string; description?: string };
    // `accessToken` is two words.
    const words = [name, title, description].join(' ').replaceAll(/([a-z])([A-Z])/g, '$1 $2');
    return SECRET.test(words.normalize('NFKD'));
  });
}

const SECRET =
  /pass[\s_-]*(?:word|phrase|code|wd)|secret|\btokens?\b|_token|token_|api[\s_-]*key|credential|private[\s_-]*key|\bpin\b|\botp\b|\bcvv\b|2fa/i;

function onlyFields(content: Readonly<Record<string, unknown>>, { properties }: FormSchema): Record<string, Answer> {
  const known = Object.entries(content).filter(([name]) => Object.hasOwn(properties, name));
  return Object.fromEntries(known) as Record<string, Answer>;
}

/** Undefined if nobody can be asked, or an answer that is needed is not given. */
async function askEach(
  message: string,
  { properties, required = [] }: FormSchema,
  callbacks: ToolCallbacks | undefined,
  signal: AbortSignal,
): Promise<Record<string, Answer> | undefined> {
  const fields = Object.entries(properties);
  if (fields.length === 0) return (await callbacks?.confirm?.(message, { signal })) === true ? {} : undefined;
  if (callbacks?.ask === undefined || fields.length > MAX_FIELDS) return undefined;
  const answers: Record<string, Answer> = {};
  for (const [name, field] of fields) {
    const isRequired = required.includes(name);
    const choices = choicesOf(field);
    const question = [message, questionOf(name, field), ...(isRequired ? [] : ['(optional)'])].join('\n');
    const given = (await callbacks.ask(question, { signal, ...(choices !== undefined && { choices }) })).trim();
    const answer = given === '' ? undefined : answerOf(given, field);
    if (answer !== undefined) answers[name] = answer;
    else if (isRequired) return undefined;
  }
  return answers;
}

const MAX_FIELDS = 20;

function questionOf(name: string, field: Field): string {
  const { title = name, description } = field as { title?: string; description?: string };
  return printable([title, ...(description === undefined ? [] : [description])].join(': ').slice(0, MAX_CHARS));
}

function choicesOf(field: Field): readonly string[] | undefined {
  if (field.type === 'boolean') return ['yes', 'no'];
  if ('enum' in field && Array.isArray(field.enum)) return field.enum;
  return 'oneOf' in field ? field.oneOf.map((option) => option.const) : undefined;
}

/** A text as a value of the field; undefined if it is none. */
function answerOf(given: string, field: Field): Answer | undefined {
  if (field.type === 'boolean')
    return /^(?:yes|true|y)$/i.test(given) ? true : /^(?:no|false|n)$/i.test(given) ? false : undefined;
  if (field.type === 'number' || field.type === 'integer') {
    const value = Number(given);
    return Number.isFinite(value) && (field.type === 'number' || Number.isInteger(value)) ? value : undefined;
  }
  if (field.type === 'array') return given.split(',').map((part) => part.trim());
  const choices = choicesOf(field);
  return choices === undefined || choices.includes(given) ? given : undefined;
}
