import { createTrustStore, type TrustEntry, type TrustStore } from '@ku0/agent-runtime-tools-workspace';
import { workspaceFolder } from '../call/call-options.ts';
import type { CommandInput } from '../command-line/command.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { FAILED, OK, type ExitCode } from '../exit-code.ts';
import { readHooks } from '../hooks/read-hooks.ts';
import { jsonText } from '../terminal/json-text.ts';
import { paintFor } from '../terminal/paint.ts';

/** `toolbox trust`: what of a workspace may run, by its exact content. */
export async function trust(input: CommandInput): Promise<ExitCode> {
  const [verb = ''] = input.operands;
  const store = createTrustStore();
  switch (verb) {
    case 'list':
      return list(input, store);
    case 'hooks':
      return trustHooks(input, store);
    case 'revoke':
      return revoke(input, store);
    default:
      throw new UsageError(`trust has no ${verb}.`, { mistyped: { name: verb, known: ['list', 'hooks', 'revoke'] } });
  }
}

async function list({ options, terminal: { out } }: CommandInput, store: TrustStore): Promise<ExitCode> {
  const entries = await store.list();
  const problem = await store.problem();
  if (options['json'] === true)
    out.line(jsonText({ entries, ...(problem !== undefined && { problem }) }, { indent: out.isTerminal ? 2 : 0 }));
  else {
    const paint = paintFor(out);
    if (problem !== undefined) out.line(`${paint.yellow('!')} ${paint.plain(problem)}`);
    if (entries.length === 0) out.line('Nothing is trusted.');
    for (const entry of entries) out.line(entryLine(entry, paint));
  }
  return problem === undefined ? OK : FAILED;
}

function entryLine({ workspace, subject, digest, trustedAt }: TrustEntry, paint: ReturnType<typeof paintFor>): string {
  return `${paint.bold(subject)} ${paint.plain(workspace)} ${paint.dim(`${digest.slice(0, 19)} since ${trustedAt}`)}`;
}

/** A person who names the file has looked at it: exactly this content is trusted, and no later one. */
async function trustHooks(
  { operands, options, terminal: { out } }: CommandInput,
  store: TrustStore,
): Promise<ExitCode> {
  const [, path] = operands;
  if (path === undefined) throw new UsageError('trust hooks needs a file: trust hooks FILE.');
  const paint = paintFor(out);
  const { diagnostics } = await readHooks(path, workspaceFolder(options['workspace']));
  const subjects = diagnostics.flatMap((diagnostic) => diagnostic.trust ?? []);
  if (subjects.length === 0) {
    const problem = diagnostics.find(({ kind }) => kind === 'problem' || kind === 'untrusted');
    out.line(
      problem === undefined ? 'There is nothing to trust: these hooks run as they are.' : paint.plain(problem.message),
    );
    return problem === undefined ? OK : FAILED;
  }
  for (const subject of subjects) {
    await store.trust(subject);
    out.line(
      `${paint.green('✓')} ${paint.bold(subject.subject)} ${paint.dim(`is trusted as it is now, ${subject.digest.slice(0, 19)}`)}`,
    );
  }
  return OK;
}

async function revoke({ operands, options, terminal: { out } }: CommandInput, store: TrustStore): Promise<ExitCode> {
  const [, subject] = operands;
  const workspace = workspaceFolder(options['workspace']);
  const fallen = await store.revoke({ workspace, ...(subject !== undefined && { subject }) });
  out.line(fallen === 0 ? 'There was no such trust.' : `Trust taken back: ${fallen}.`);
  return fallen === 0 ? FAILED : OK;
}
