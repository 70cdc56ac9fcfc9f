import { createTrustStore, type TrustEntry, type TrustStore } from '@ku0/agent-runtime-tools-workspace';
import { type Paint, paintFor } from '@ku0/agent-runtime-tools-terminal';
import { workspaceFolder } from '../call/workspace-folder.ts';
import type { CommandInput } from '../command-line/command.ts';
import { unknownSubcommand } from '../command-line/usage-error.ts';
import { FAILED, OK, type ExitCode } from '../exit-code.ts';
import { jsonText } from '../terminal/json-text.ts';
import { trustConfig } from '../trust/trust-config.ts';
import { trustHooks } from '../trust/trust-hooks.ts';
import { trustServers } from '../trust/trust-servers.ts';
import { untrustedContent } from '../trust/untrusted-content.ts';

/** `toolbox trust`: shows, gives and revokes trust in the exact content of files of a project. */
export async function trust(input: CommandInput): Promise<ExitCode> {
  const [subcommand = 'list'] = input.operands;
  const store = createTrustStore();
  switch (subcommand) {
    case 'list':
      return list(input, store);
    case 'config':
      return trustConfig(input, store);
    case 'hooks':
      return trustHooks(input, store);
    case 'mcp':
      return trustServers(input, store);
    case 'revoke':
      return revoke(input, store);
    default:
      throw unknownSubcommand('trust', subcommand, ['list', 'config', 'hooks', 'mcp', 'revoke']);
  }
}

async function list({ options, terminal: { out }, program }: CommandInput, store: TrustStore): Promise<ExitCode> {
  const workspace = workspaceFolder(options['workspace']);
  const entries = await store.list();
  const problem = await store.problem();
  const untrusted = await untrustedContent(workspace, store);
  if (options['json'] === true)
    out.line(
      jsonText({ entries, untrusted, ...(problem !== undefined && { problem }) }, { indent: out.isTerminal ? 2 : 0 }),
    );
  else {
    const paint = paintFor(out);
    if (problem !== undefined) out.line(`${paint.yellow('!')} ${paint.plain(problem)}`);
    if (entries.length === 0) out.line('Nothing is trusted.');
    for (const entry of entries) out.line(entryLine(entry, paint));
    for (const { subject, command } of untrusted) {
      out.line(`${paint.yellow('!')} ${paint.bold(paint.plain(subject))} is not trusted as it is now`);
      out.line(`  ${paint.dim(`To trust it after reading it: ${program} ${command}`)}`);
    }
  }
  return problem === undefined ? OK : FAILED;
}

function entryLine({ workspace, subject, digest, trustedAt }: TrustEntry, paint: Paint): string {
  return `${paint.bold(subject)} ${paint.plain(workspace)} ${paint.dim(`${digest.slice(0, 19)} since ${trustedAt}`)}`;
}

async function revoke(
  { operands, options, terminal: { out, err }, program }: CommandInput,
  store: TrustStore,
): Promise<ExitCode> {
  const [, subject] = operands;
  const workspace = workspaceFolder(options['workspace']);
  const revoked = await store.revoke({ workspace, ...(subject !== undefined && { subject }) });
  if (options['json'] === true) out.line(jsonText({ revoked }, { indent: out.isTerminal ? 2 : 0 }));
  else if (revoked > 0) out.line(`Trust revoked: ${revoked}.`);
  else {
    out.line('Nothing was trusted.');
    err.line(`  To see what is trusted, with its names: ${program} trust list`);
  }
  return revoked === 0 ? FAILED : OK;
}
