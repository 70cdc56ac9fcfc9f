import {
  createTrustStore,
  type TrustEntry,
  type TrustStore,
  type TrustSubject,
} from '@ku0/agent-runtime-tools-workspace';
import { type Paint, paintFor } from '@ku0/agent-runtime-tools-terminal';
import { workspaceFolder } from '../call/workspace-folder.ts';
import type { CommandInput } from '../command-line/command.ts';
import { unknownSubcommand, UsageError } from '../command-line/usage-error.ts';
import { FAILED, OK, type ExitCode } from '../exit-code.ts';
import { diagnosticLines } from '../hooks/hook-lines.ts';
import { readHooks } from '../hooks/read-hooks.ts';
import { jsonText } from '../terminal/json-text.ts';

/** `toolbox trust`: shows, gives and revokes trust in the exact content of hooks of a workspace. */
export async function trust(input: CommandInput): Promise<ExitCode> {
  const [subcommand = ''] = input.operands;
  const store = createTrustStore();
  switch (subcommand) {
    case 'list':
      return list(input, store);
    case 'hooks':
      return trustHooks(input, store);
    case 'revoke':
      return revoke(input, store);
    default:
      throw unknownSubcommand('trust', subcommand, ['list', 'hooks', 'revoke']);
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

/** Trusts the current content of the file that the person names. */
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
    const report = { trusted, ...(problem !== undefined && { problem: problem.message }) };
    out.line(jsonText(report, { indent: out.isTerminal ? 2 : 0 }));
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
  if (trusted.length === 0) return ['These hooks need no trust: they can run already.'];
  return trusted.map(
    ({ subject, digest }) =>
      `${paint.green('✓')} ${paint.bold(subject)} ${paint.dim(`is now trusted with its current content, ${digest.slice(0, 19)}`)}`,
  );
}

async function revoke({ operands, options, terminal: { out } }: CommandInput, store: TrustStore): Promise<ExitCode> {
  const [, subject] = operands;
  const workspace = workspaceFolder(options['workspace']);
  const revoked = await store.revoke({ workspace, ...(subject !== undefined && { subject }) });
  if (options['json'] === true) out.line(jsonText({ revoked }, { indent: out.isTerminal ? 2 : 0 }));
  else out.line(revoked === 0 ? 'Nothing was trusted.' : `Trust revoked: ${revoked}.`);
  return revoked === 0 ? FAILED : OK;
}
