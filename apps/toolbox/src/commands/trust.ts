import {
  createTrustStore,
  type TrustEntry,
  type TrustStore,
  type TrustSubject,
} from '@ku0/agent-runtime-tools-workspace';
import { workspaceFolder } from '../call/call-options.ts';
import type { CommandInput } from '../command-line/command.ts';
import { unknownVerb } from '../command-line/unknown-verb.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { FAILED, OK, type ExitCode } from '../exit-code.ts';
import { diagnosticLines } from '../hooks/diagnostic-lines.ts';
import { readHooks } from '../hooks/read-hooks.ts';
import { jsonText } from '../terminal/json-text.ts';
import { paintFor, type Paint } from '../terminal/paint.ts';

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
      throw unknownVerb('trust', verb, ['list', 'hooks', 'revoke']);
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

function entryLine({ workspace, subject, digest, trustedAt }: TrustEntry, paint: Paint): string {
  return `${paint.bold(subject)} ${paint.plain(workspace)} ${paint.dim(`${digest.slice(0, 19)} since ${trustedAt}`)}`;
}

/** A person who names the file has looked at it: exactly this content is trusted, and no later one. */
async function trustHooks(
  { operands, options, terminal: { out } }: CommandInput,
  store: TrustStore,
): Promise<ExitCode> {
  const [, path] = operands;
  if (path === undefined) throw new UsageError('trust hooks needs a file: trust hooks FILE.');
  const workspace = workspaceFolder(options['workspace']);
  const { diagnostics } = await readHooks(path, workspace);
  const trusted = diagnostics.flatMap((diagnostic) => diagnostic.trust ?? []);
  for (const subject of trusted) await store.trust(subject);
  const problem =
    trusted.length > 0 ? undefined : diagnostics.find(({ kind }) => kind === 'problem' || kind === 'untrusted');
  if (options['json'] === true) {
    const told = { trusted, ...(problem !== undefined && { problem: problem.message }) };
    out.line(jsonText(told, { indent: out.isTerminal ? 2 : 0 }));
  } else {
    const paint = paintFor(out);
    for (const line of trustedLines({ trusted, problem: problem?.message }, paint)) out.line(line);
    if (trusted.length > 0)
      for (const line of diagnosticLines(await readHooks(path, workspace), paint)) out.line(`  ${line}`);
  }
  return problem === undefined ? OK : FAILED;
}

function trustedLines(
  { trusted, problem }: { readonly trusted: readonly TrustSubject[]; readonly problem: string | undefined },
  paint: Paint,
): string[] {
  if (problem !== undefined) return [paint.plain(problem)];
  if (trusted.length === 0) return ['There is nothing to trust: these hooks run as they are.'];
  return trusted.map(
    ({ subject, digest }) =>
      `${paint.green('✓')} ${paint.bold(subject)} ${paint.dim(`is trusted as it is now, ${digest.slice(0, 19)}`)}`,
  );
}

async function revoke({ operands, options, terminal: { out } }: CommandInput, store: TrustStore): Promise<ExitCode> {
  const [, subject] = operands;
  const workspace = workspaceFolder(options['workspace']);
  const fallen = await store.revoke({ workspace, ...(subject !== undefined && { subject }) });
  if (options['json'] === true) out.line(jsonText({ revoked: fallen }, { indent: out.isTerminal ? 2 : 0 }));
  else out.line(fallen === 0 ? 'There was no such trust.' : `Trust taken back: ${fallen}.`);
  return fallen === 0 ? FAILED : OK;
}
