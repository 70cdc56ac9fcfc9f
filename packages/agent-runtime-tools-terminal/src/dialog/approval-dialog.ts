import type { ApprovalRequest, ApprovalResponse } from '@ku0/agent-runtime-tools-approval';
import { errorMessage, printable } from '@ku0/agent-runtime-tools-core';
import { fitLine } from '../terminal/fit-line.ts';
import { paintFor, type Paint } from '../terminal/paint.ts';
import { ArgumentEditor } from './argument-editor.ts';
import type { AskPersonOptions } from './ask-person.ts';
import { choiceLines, choicesOf, type Choice } from './choices.ts';
import { editLine } from './edit-line.ts';
import { explanationLines } from './explanation-lines.ts';
import { parseAnswer } from './parse-answer.ts';
import { readLine } from './read-line.ts';
import { requestLines } from './request-lines.ts';

/** The conversation about one request: questions, answers, and changes of the arguments until there is a decision. */
export class ApprovalDialog {
  readonly #options: AskPersonOptions;
  readonly #paint: Paint;
  readonly #editor: ArgumentEditor;

  constructor(request: ApprovalRequest, options: AskPersonOptions) {
    this.#options = options;
    this.#paint = paintFor(options.terminal.err);
    this.#editor = new ArgumentEditor(request, options);
  }

  async run(): Promise<ApprovalResponse> {
    this.#show();
    for (let questions = 0; questions < MAX_QUESTIONS; questions++) {
      const question = this.#editor.isEdited ? 'Allow the changed call?' : 'Allow this call?';
      const line = await this.#ask(question, questions === 0 ? '[y/N]' : '[y/N, ? for help]');
      if (line === undefined) return { approved: false };
      const response = await this.#respond(line);
      if (response !== undefined) return response;
    }
    return { approved: false };
  }

  /** The decision, or undefined to ask again. */
  async #respond(line: string): Promise<ApprovalResponse | undefined> {
    const answer = parseAnswer(line);
    const { always } = this.#editor.request;
    const { explain, validate } = this.#options;
    switch (answer.kind) {
      case 'once':
        return this.#approved('once');
      case 'session':
        return this.#editor.isEdited ? this.#notOffered() : this.#approved('session');
      case 'always':
        return always === undefined ? this.#notOffered() : this.#approved('always');
      case 'rule':
        return always?.rule === undefined ? this.#notOffered() : this.#withRule(always.rule);
      case 'edit':
        return validate === undefined ? this.#notOffered() : this.#edit(validate);
      case 'explain':
        return explain === undefined ? this.#notOffered() : this.#explain(explain);
      case 'help':
        return this.#help();
      default:
        return this.#refused(answer.kind === 'no' ? answer.feedback : '');
    }
  }

  #approved(scope: 'once' | 'session' | 'always'): ApprovalResponse {
    const { isEdited, request } = this.#editor;
    return { approved: true, scope, ...(isEdited && { modifiedArgs: request.args }) };
  }

  async #refused(given: string): Promise<ApprovalResponse> {
    if (given !== '' || this.#options.asksWhy !== true)
      return { approved: false, ...(given !== '' && { feedback: given }) };
    const feedback = (await this.#ask('What should it do instead?', '(Enter for nothing)'))?.trim() ?? '';
    return { approved: false, ...(feedback !== '' && { feedback }) };
  }

  /** A consent that is not offered is no consent to something else. */
  #notOffered(): undefined {
    return this.#note('That is not offered for this call.');
  }

  async #withRule(offered: string): Promise<ApprovalResponse | undefined> {
    const { terminal, signal, checkRule } = this.#options;
    const typed = await editLine({ terminal, signal, question: this.#paint.bold('Rule:'), text: offered });
    if (typed === undefined) return { approved: false };
    const rule = typed.trim();
    const checked = (await checkRule?.(rule)) ?? { offer: { covers: rule } };
    if ('problem' in checked) return this.#note(`It cannot be kept: ${checked.problem}`);
    this.#lines([`"Always" would cover: ${this.#paint.cyan(printable(checked.offer.covers))}`]);
    const sure = await this.#ask('Allow what it covers from now on?');
    if (sure === undefined) return { approved: false };
    return parseAnswer(sure).kind === 'once' ? { ...this.#approved('always'), rule } : undefined;
  }

  async #edit(validate: NonNullable<AskPersonOptions['validate']>): Promise<undefined> {
    const note = await this.#editor.edit(validate);
    if (this.#editor.hasNewArguments) this.#show();
    if (note !== undefined) this.#note(note);
  }

  async #explain(explain: NonNullable<AskPersonOptions['explain']>): Promise<undefined> {
    try {
      this.#lines(explanationLines(await explain(this.#editor.request.args), this.#paint));
    } catch (error) {
      this.#note(errorMessage(error));
    }
  }

  #help(): undefined {
    const { bold, plain } = this.#paint;
    this.#lines(this.#choices().map(({ key, help }) => `${bold(key.padEnd(HELP_COLUMN))}${plain(help)}`));
  }

  #choices(): Choice[] {
    const { always } = this.#editor.request;
    return choicesOf({
      session: !this.#editor.isEdited,
      always: always !== undefined,
      rule: always?.rule !== undefined,
      edit: this.#options.validate !== undefined,
      explain: this.#options.explain !== undefined,
    });
  }

  #show(): void {
    const { tool, terminal } = this.#options;
    const { request } = this.#editor;
    for (const line of requestLines(request, { tool, paint: this.#paint, columns: terminal.err.columns }))
      terminal.err.line(line);
    this.#lines(['', ...choiceLines(this.#choices(), { paint: this.#paint, width: this.#width })]);
  }

  async #ask(question: string, hint = '[y/N]'): Promise<string | undefined> {
    const { terminal, signal } = this.#options;
    terminal.err.write(`${this.#paint.bold(question)} ${this.#paint.dim(hint)} `);
    const line = await readLine(terminal.in, signal);
    if (line === undefined) terminal.err.line();
    return line;
  }

  #note(text: string): undefined {
    this.#lines([this.#paint.yellow(`! ${printable(text)}`)]);
  }

  /** With the same mark as the request and within the width, so that nothing shown looks like a question. */
  #lines(lines: readonly string[]): void {
    const { err } = this.#options.terminal;
    for (const line of lines.flatMap((each) => fitLine(each, this.#width))) err.line(`${this.#paint.dim('│')} ${line}`);
  }

  /** The mark takes two columns, and some terminals wrap a line that fills the last one. */
  get #width(): number {
    return Math.max(20, this.#options.terminal.err.columns - 3);
  }
}

const HELP_COLUMN = 8;
/** Somebody who holds down a key does not keep the dialog open for ever. */
const MAX_QUESTIONS = 100;
