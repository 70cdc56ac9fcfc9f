import type { ApprovalRequest, ApprovalResponse } from '@ku0/agent-runtime-tools-approval';
import { parseArguments, printable } from '@ku0/agent-runtime-tools-core';
import { paintFor, type Paint } from '../terminal/paint.ts';
import type { AskPersonOptions } from './ask-person.ts';
import { editText } from './edit-text.ts';
import { explanationLines } from './explanation-lines.ts';
import { parseAnswer } from './parse-answer.ts';
import { readLine } from './read-line.ts';
import { requestLines } from './request-lines.ts';

/** The conversation about one request: questions, answers, and changes of the arguments until there is a decision. */
export class ApprovalDialog {
  readonly #options: AskPersonOptions;
  readonly #paint: Paint;
  /** The request as it is shown: with the arguments that the person has edited. */
  #request: ApprovalRequest;
  #isEdited = false;

  constructor(request: ApprovalRequest, options: AskPersonOptions) {
    this.#request = request;
    this.#options = options;
    this.#paint = paintFor(options.terminal.err);
  }

  async run(): Promise<ApprovalResponse> {
    this.#show();
    for (let questions = 0; questions < MAX_QUESTIONS; questions++) {
      const line = await this.#ask(this.#question());
      if (line === undefined) return { approved: false };
      const response = await this.#respond(line);
      if (response !== undefined) return response;
    }
    return { approved: false };
  }

  /** The decision, or undefined to ask again. */
  async #respond(line: string): Promise<ApprovalResponse | undefined> {
    const answer = parseAnswer(line);
    const { always } = this.#request;
    switch (answer.kind) {
      case 'once':
        return this.#approved('once');
      case 'session':
        return this.#isEdited ? this.#refuseScope() : this.#approved('session');
      case 'always':
        return always === undefined ? this.#refuseScope() : this.#approved('always');
      case 'rule':
        return always?.rule === undefined ? this.#refuseScope() : this.#withRule(always.rule);
      case 'edit':
        return this.#options.validate === undefined ? { approved: false } : this.#edit(this.#options.validate);
      case 'explain':
        return this.#options.explain === undefined ? { approved: false } : this.#explain(this.#options.explain);
      case 'help':
        this.#lines(this.#help());
        return undefined;
      default:
        return this.#refused(answer.kind === 'no' ? answer.feedback : '');
    }
  }

  #approved(scope: 'once' | 'session' | 'always'): ApprovalResponse {
    return { approved: true, scope, ...(this.#isEdited && { modifiedArgs: this.#request.args }) };
  }

  async #refused(given: string): Promise<ApprovalResponse> {
    if (given !== '' || this.#options.asksWhy !== true)
      return { approved: false, ...(given !== '' && { feedback: given }) };
    const feedback = (await this.#ask('What should it do instead? (Enter for nothing)'))?.trim() ?? '';
    return { approved: false, ...(feedback !== '' && { feedback }) };
  }

  /** A lasting consent that is not offered is no consent to something else. */
  #refuseScope(): ApprovalResponse | undefined {
    if (this.#options.asksWhy !== true) return { approved: false };
    this.#note('That is not offered for this call: answer y or n.');
    return undefined;
  }

  async #withRule(offered: string): Promise<ApprovalResponse | undefined> {
    this.#lines([`Rule: ${this.#paint.cyan(printable(offered))}`]);
    const typed = await this.#ask('Another rule that covers this call (Enter for this one):');
    if (typed === undefined) return { approved: false };
    const rule = typed.trim() === '' ? offered : typed.trim();
    this.#lines([`"Always" would cover: ${this.#paint.cyan(printable(rule))}`]);
    const sure = await this.#ask('Allow what it covers from now on? [y/N]');
    if (sure === undefined) return { approved: false };
    return parseAnswer(sure).kind === 'once' ? { ...this.#approved('always'), rule } : undefined;
  }

  async #edit(validate: NonNullable<AskPersonOptions['validate']>): Promise<undefined> {
    const { signal, edit = editText } = this.#options;
    const before = `${JSON.stringify(this.#request.args, null, 2)}\n`;
    try {
      const text = await edit(before, { signal, name: 'arguments.json' });
      if (text === before) return this.#note('The arguments are as they were.');
      const parsed = parseArguments(text);
      if (!parsed.ok) return this.#note(`That is not valid: ${parsed.error.message}`);
      const problem = await validate(parsed.value);
      if (problem !== undefined) return this.#note(`That is not valid: ${problem}`);
      await this.#showEdited(parsed.value);
    } catch (error) {
      this.#note(error instanceof Error ? error.message : String(error));
    }
    return undefined;
  }

  /** What was shown is what runs: the new arguments are shown before they can be approved, and only for this call. */
  async #showEdited(value: unknown): Promise<void> {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return this.#note('That is not an object.');
    const args: Readonly<Record<string, unknown>> = Object.fromEntries(Object.entries(value));
    const preview = await this.#options.preview?.(args);
    const { always: _always, alwaysForTool: _forTool, diff: _diff, preview: _preview, ...rest } = this.#request;
    this.#request = { ...rest, args, ...(preview !== undefined && { preview }) };
    this.#isEdited = true;
    this.#show();
    return undefined;
  }

  async #explain(explain: NonNullable<AskPersonOptions['explain']>): Promise<undefined> {
    try {
      this.#lines(explanationLines(await explain(this.#request.args), this.#paint));
    } catch (error) {
      this.#note(error instanceof Error ? error.message : String(error));
    }
    return undefined;
  }

  #question(): string {
    const { dim, bold } = this.#paint;
    const more = this.#choices()
      .map(([key, words]) => `${key} ${words}`)
      .join(', ');
    return `${bold(this.#isEdited ? 'Allow the changed call?' : 'Allow this call?')} ${dim(`[y/N]${more === '' ? '' : ` ${more}`}`)}`;
  }

  #choices(): [key: string, words: string][] {
    const { always } = this.#request;
    const { validate, explain } = this.#options;
    return [
      ...(this.#isEdited ? [] : [['s', 'session'] satisfies [string, string]]),
      ...(always === undefined ? [] : [['a', 'always'] satisfies [string, string]]),
      ...(always?.rule === undefined ? [] : [['r', 'rule'] satisfies [string, string]]),
      ...(validate === undefined ? [] : [['e', 'edit'] satisfies [string, string]]),
      ...(explain === undefined ? [] : [['x', 'explain'] satisfies [string, string]]),
      ['?', 'help'],
    ];
  }

  #help(): string[] {
    return [
      'y  yes, this call, as it is shown',
      ...this.#choices().flatMap(([key]) => HELP.get(key) ?? []),
      'n  no; n TEXT tells the model why',
    ];
  }

  #show(): void {
    const { tool, terminal } = this.#options;
    for (const line of requestLines(this.#request, { tool, paint: this.#paint, columns: terminal.err.columns }))
      terminal.err.line(line);
  }

  async #ask(question: string): Promise<string | undefined> {
    const { terminal, signal } = this.#options;
    terminal.err.write(`${question} `);
    const line = await readLine(terminal.in, signal);
    if (line === undefined) terminal.err.line();
    return line;
  }

  #note(text: string): undefined {
    this.#lines([this.#paint.yellow(`! ${printable(text)}`)]);
  }

  /** With the same mark as the request, so that nothing shown looks like a question. */
  #lines(lines: readonly string[]): void {
    for (const line of lines) this.#options.terminal.err.line(`${this.#paint.dim('│')} ${line}`);
  }
}

const HELP: ReadonlyMap<string, string> = new Map([
  ['s', 's  yes, and such calls until this task ends'],
  ['a', 'a  yes, and what the rule covers from now on'],
  ['r', 'r  the same with a rule that you write'],
  ['e', 'e  change the arguments in your editor first'],
  ['x', 'x  explain: every part of the command, and the rule that covers it'],
]);

/** Somebody who holds down a key does not keep the dialog open for ever. */
const MAX_QUESTIONS = 100;
