import type { ApprovalRequest, ApprovalResponse, checkRule, Explanation } from '@ku0/agent-runtime-tools-approval';
import type { DryRun, ToolHandler } from '@ku0/agent-runtime-tools-core';
import type { Terminal } from '../terminal/terminal.ts';
import type { EditTextOptions } from './edit-text.ts';

export interface AskPersonOptions {
  /** The tool that the call is for, to show what it may do. */
  readonly tool?: Pick<ToolHandler, 'capabilities'> | undefined;
  readonly terminal: Pick<Terminal, 'in' | 'err'>;
  readonly signal: AbortSignal;
  /** There is a model to talk to: a plain no asks what to do instead. Default false. */
  readonly asksWhy?: boolean;
  /** Says what is wrong with edited arguments. Without it, arguments cannot be edited. */
  readonly validate?: (args: unknown) => string | undefined | Promise<string | undefined>;
  /** What the call would change with edited arguments. */
  readonly preview?: (args: Readonly<Record<string, unknown>>) => Promise<DryRun | undefined>;
  /** Explains the decision about the call. Without it, there is no explanation. */
  readonly explain?: (args: Readonly<Record<string, unknown>>) => Promise<Explanation>;
  /** What a rule of the person's own would cover, or why it cannot be kept. Without it, that is known only after the call. */
  readonly checkRule?: (rule: string) => ReturnType<typeof checkRule>;
  /** Lets the person edit a text. Default: the program in `VISUAL` or `EDITOR`. */
  readonly edit?: (text: string, options: EditTextOptions) => Promise<string>;
}

/**
 * Shows the request and asks. Everything but a clear yes denies: another word, an empty line, the end of input or an abort.
 * An answer that is not offered for the request, such as "always", consents to nothing: the question is asked again.
 */
export async function askPerson(request: ApprovalRequest, options: AskPersonOptions): Promise<ApprovalResponse> {
  const { ApprovalDialog } = await import('./approval-dialog.ts');
  return new ApprovalDialog(request, options).run();
}
