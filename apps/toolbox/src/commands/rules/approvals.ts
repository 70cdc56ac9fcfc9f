import type { ApprovalResponse, ApprovalStore, RememberedApproval } from '@ku0/agent-runtime-tools-approval';
import { printable } from '@ku0/agent-runtime-tools-core';
import { paintFor, type Paint } from '@ku0/agent-runtime-tools-terminal';
import { listRequests, type ListedRequest } from '../../approvals/list-requests.ts';
import { openApprovalStore } from '../../approvals/open-approval-store.ts';
import { answerStored, sendAnswer } from '../../approvals/send-answer.ts';
import type { CommandInput, CommandOptions } from '../../command-line/command.ts';
import { unknownSubcommand, UsageError } from '../../command-line/usage-error.ts';
import { FAILED, OK, type ExitCode } from '../../exit-code.ts';
import { jsonText } from '../../terminal/json-text.ts';

/** `toolbox approvals`: requests that wait for an answer, and the approvals that are remembered. */
export async function approvals(input: CommandInput): Promise<ExitCode> {
  const [subcommand = ''] = input.operands;
  const run = SUBCOMMANDS.get(subcommand);
  if (run === undefined) throw unknownSubcommand('approvals', subcommand, [...SUBCOMMANDS.keys()]);
  const { store, place } = openApprovalStore(input.options);
  try {
    return await run(input, store);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const why = error instanceof Error && error.message !== '' ? error.message : 'it does not answer';
    input.terminal.err.line(`The approvals in ${printable(place)} cannot be used: ${printable(why)}`);
    return FAILED;
  } finally {
    await store.close?.();
  }
}

const SUBCOMMANDS: ReadonlyMap<string, (input: CommandInput, store: ApprovalStore) => Promise<ExitCode>> = new Map([
  ['list', list],
  ['answer', answer],
  ['revoke', revoke],
]);

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

function requestLines({ request, state, pid, isElsewhere }: ListedRequest, paint: Paint): string[] {
  const { id, tool, args, cwd, reason, risk } = request;
  const who = {
    waiting: `waits in process ${pid ?? 'unknown'}${isElsewhere === true ? ' on another machine' : ''}`,
    gone: 'the process that asked is gone: an answer counts when the same call is made again',
    answered: 'answered: counts when its process takes it, or the same call is made again',
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
  const response = responseOf(word === 'yes', options);
  const requests = await listRequests(store);
  // One that is settled is not listed any more, but the store knows who was first.
  const isSettled = UUID.test(id) && !requests.some(({ request: each }) => each.id === id);
  const request = isSettled ? undefined : named(id, requests, ({ request: each }) => each.id, program);
  const sent = await (request === undefined ? answerStored(id, response, store) : sendAnswer(request, response, store));
  if (options['json'] === true) out.line(jsonText({ id: request?.request.id ?? id, ...sent }));
  else {
    const paint = paintFor(out);
    if (!sent.ok) out.line(`${paint.red('✗')} ${paint.plain(sent.problem)}`);
    else if (sent.to === 'store') out.line(`${paint.green('✓')} kept for when the same call is made again`);
    else out.line(`${paint.green('✓')} answered in process ${sent.pid ?? 'unknown'}`);
  }
  return sent.ok ? OK : FAILED;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

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
