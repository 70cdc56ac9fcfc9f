import type { ApprovalRequest } from '@ku0/agent-runtime-tools-approval';
import { errorMessage, parseArguments } from '@ku0/agent-runtime-tools-core';
import type { AskPersonOptions } from './ask-person.ts';
import { editText } from './edit-text.ts';

/** The arguments of a request while a person edits them: only valid ones take the place of those that were asked about. */
export class ArgumentEditor {
  readonly #options: Pick<AskPersonOptions, 'signal' | 'edit' | 'preview' | 'explain'>;
  #request: ApprovalRequest;
  #isEdited = false;
  #hasNewArguments = false;
  /** A text that was not valid, to go on from. */
  #draft: string | undefined;

  constructor(request: ApprovalRequest, options: Pick<AskPersonOptions, 'signal' | 'edit' | 'preview' | 'explain'>) {
    this.#request = request;
    this.#options = options;
  }

  /** The request as it is to be shown: with the edited arguments. */
  get request(): ApprovalRequest {
    return this.#request;
  }

  get isEdited(): boolean {
    return this.#isEdited;
  }

  /** Whether the last edit changed the arguments, so that they have to be shown. */
  get hasNewArguments(): boolean {
    return this.#hasNewArguments;
  }

  /** Opens the editor. Returns what the person has to know about the outcome. Never rejects. */
  async edit(validate: NonNullable<AskPersonOptions['validate']>): Promise<string | undefined> {
    const { signal, edit = editText } = this.#options;
    const current = `${JSON.stringify(this.#request.args, null, 2)}\n`;
    this.#hasNewArguments = false;
    try {
      const text = await edit(this.#draft ?? current, { signal, name: 'arguments.json' });
      this.#draft = undefined;
      if (text === current) return 'The arguments are as they were.';
      const read = await readArguments(text, validate);
      if ('args' in read) return await this.#take(read.args);
      this.#draft = text;
      return `That is not valid: ${read.problem.replace(/\.?$/, '.')} The call is as it was; e opens your text again.`;
    } catch (error) {
      return errorMessage(error);
    }
  }

  /** What was shown is what runs, and only this once: what was said about the old arguments does not hold any more. */
  async #take(args: ApprovalRequest['args']): Promise<string | undefined> {
    const { preview: previewOf, explain } = this.#options;
    const preview = await previewOf?.(args);
    const explained = await explain?.(args);
    const { always: _always, alwaysForTool: _forTool, diff: _diff, preview: _preview, ...rest } = this.#request;
    this.#request = {
      ...rest,
      args,
      reason: explained?.decision === 'ask' ? explained.reason : 'the arguments were changed',
      reasons: explained?.decision === 'ask' ? explained.reasons : [],
      ...(explained !== undefined && { risk: explained.risk }),
      ...(preview !== undefined && { preview }),
    };
    this.#isEdited = true;
    this.#hasNewArguments = true;
    return explained?.decision === 'deny' ? `A rule denies it: ${explained.reason}` : undefined;
  }
}

async function readArguments(
  text: string,
  validate: NonNullable<AskPersonOptions['validate']>,
): Promise<{ readonly args: ApprovalRequest['args'] } | { readonly problem: string }> {
  const parsed = parseArguments(text);
  if (!parsed.ok) return { problem: parsed.error.message };
  const { value } = parsed;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { problem: 'It is not an object.' };
  const problem = await validate(value);
  return problem === undefined ? { args: Object.fromEntries(Object.entries(value)) } : { problem };
}
