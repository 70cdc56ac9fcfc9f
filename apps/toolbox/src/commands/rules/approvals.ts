import {
  FileApprovalStore,
  type ApprovalResponse,
  type ApprovalStore,
  type RememberedApproval,
} from '@ku0/agent-runtime-tools-approval';
import { paintFor, type Paint } from '@ku0/agent-runtime-tools-terminal';
import { listRequests, type ListedRequest } from '../../approvals/list-requests.ts';
import { sendAnswer } from '../../approvals/send-answer.ts';
import type { CommandInput, CommandOptions } from '../../command-line/command.ts';
import { unknownSubcommand, UsageError } from '../../command-line/usage-error.ts';
import { FAILED, OK, type ExitCode } from '../../exit-code.ts';
import { jsonText } from '../../terminal/json-text.ts';

/** `toolbox approvals`: requests that wait for an answer, and the approvals that are remembered. */
export async function approvals(input: CommandInput): Promise<ExitCode> {
  const [subcommand = ''] = input.operands;
  const store = new FileApprovalStore();
  switch (subcommand) {
    case 'list':
      return list(input, store);
    case 'answer':
      return answer(input, store);
    case 'revoke':
      return revoke(input, store);
    default:
      throw unknownSubcommand('approvals', subcommand, ['list', 'answer', 'revoke']);
  }
}

async function list({ options, terminal: { out } }: CommandInput, store: ApprovalStore): Promise<ExitCode> {
  const requests = await listRequests(store);
  const remembered = await store.list();
  if (options['json'] === true) {
    out.line(jsonText({ requests, remembered }, { indent: out.isTerminal ? 2 : 0 }));
    return OK;
  }
  const paint = paintFor(out);
  if (requests.length + remembered.length === 0) out.line('Nothing waits for an answer, and nothing is remembered.');
  for (const request of requests) for (const line of requestLines(request, paint)) out.line(line);
  for (const approval of remembered) for (const line of rememberedLines(approval, paint)) out.line(line);
  return OK;
}

function requestLines({ request, state, pid }: ListedRequest, paint: Paint): string[] {
  const { id, tool, args, cwd, reason, risk } = request;
  const who = {
    waiting: `waits in process ${pid ?? 'unknown'}`,
    gone: 'the process that asked is gone: an answer counts when the same call is made again',
    answered: 'answered: counts when the same call is made again',
  }[state];
  return [
    `${paint.yellow('?')} ${paint.cyan(id)} ${paint.bold(tool)} ${paint.dim(`${risk.level} risk · ${who}`)}`,
    `    ${paint.plain(cut(jsonText(args)))}`,
    `    ${paint.dim(`in ${cwd}: ${reason}`)}`,
  ];
}

function rememberedLines({ id, tool, covers, cwd, taskId }: RememberedApproval, paint: Paint): string[] {
  const scope = taskId === undefined ? 'always' : `session ${taskId}`;
  return [
    `${paint.green('✓')} ${paint.cyan(id)} ${paint.bold(tool)} ${paint.dim(`${scope} · in ${cwd}`)}`,
    `    ${paint.plain(covers)}`,
  ];
}

const MAX_ARGUMENT_CHARACTERS = 500;

function cut(text: string): string {
  const more = text.length - MAX_ARGUMENT_CHARACTERS;
  return more > 0 ? `${text.slice(0, MAX_ARGUMENT_CHARACTERS)}… (${more} more characters)` : text;
}

async function answer(
  { operands, options, terminal: { out }, program }: CommandInput,
  store: ApprovalStore,
): Promise<ExitCode> {
  const [, id, word] = operands;
  if (id === undefined || (word !== 'yes' && word !== 'no'))
    throw new UsageError('approvals answer needs a request and an answer: approvals answer REQUEST yes or no.', {
      next: [`To list the requests: ${program} approvals list`],
    });
  const requests = await listRequests(store);
  const request = named(id, requests, ({ request: each }) => each.id, program);
  const sent = await sendAnswer(request, responseOf(word === 'yes', options), store);
  if (options['json'] === true) out.line(jsonText({ id: request.request.id, ...sent }));
  else {
    const paint = paintFor(out);
    if (!sent.ok) out.line(`${paint.red('✗')} ${paint.plain(sent.problem)}`);
    else if (sent.to === 'store') out.line(`${paint.green('✓')} kept for when the same call is made again`);
    else out.line(`${paint.green('✓')} answered in process ${sent.pid}`);
  }
  return sent.ok ? OK : FAILED;
}

function responseOf(approved: boolean, { scope, feedback }: CommandOptions): ApprovalResponse {
  if (!approved && scope !== undefined)
    throw new UsageError('--scope goes with yes: a no is always for this call.', {
      next: ['Leave --scope out; --feedback TEXT tells the model why.'],
    });
  return {
    approved,
    ...((scope === 'once' || scope === 'session' || scope === 'always') && { scope }),
    ...(typeof feedback === 'string' && { feedback }),
  };
}

async function revoke(
  { operands, options, terminal: { out }, program }: CommandInput,
  store: ApprovalStore,
): Promise<ExitCode> {
  const [, id] = operands;
  if (id === undefined)
    throw new UsageError('approvals revoke needs an approval: approvals revoke APPROVAL.', {
      next: [`To list the approvals: ${program} approvals list`],
    });
  const approval = named(id, await store.list(), (each) => each.id, program);
  const revoked = await store.revoke(approval.id);
  if (options['json'] === true) out.line(jsonText({ id: approval.id, revoked }));
  else out.line(revoked ? `Revoked: ${paintFor(out).plain(approval.covers)}` : 'It was revoked already.');
  return revoked ? OK : FAILED;
}

/** The entry that an id, or the unambiguous start of one, names. */
function named<T>(id: string, all: readonly T[], idOf: (each: T) => string, program: string): T {
  const found = all.filter((each) => id !== '' && idOf(each).startsWith(id));
  const [first] = found;
  if (first !== undefined && found.length === 1) return first;
  const why = found.length === 0 ? `There is nothing with the id ${id}.` : `${found.length} ids start with ${id}.`;
  throw new UsageError(why, { next: [`To list them: ${program} approvals list`] });
}
