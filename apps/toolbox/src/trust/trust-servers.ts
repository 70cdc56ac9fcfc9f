import { readProjectServers } from '@ku0/agent-runtime-tools-mcp';
import type { TrustStore } from '@ku0/agent-runtime-tools-workspace';
import { paintFor } from '@ku0/agent-runtime-tools-terminal';
import { workspaceFolder } from '../call/workspace-folder.ts';
import type { CommandInput } from '../command-line/command.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { OK, type ExitCode } from '../exit-code.ts';
import { jsonText } from '../terminal/json-text.ts';
import { trustedLines } from './trusted-lines.ts';

/** `toolbox trust mcp`: trusts the servers in the `.mcp.json` of a project as they are now. Starts none of them. */
export async function trustServers({ options, terminal: { out } }: CommandInput, store: TrustStore): Promise<ExitCode> {
  const workspace = workspaceFolder(options['workspace']);
  const found = await readProjectServers({ workspace, trust: store });
  if (found.kind === 'none')
    throw new UsageError(`There is no .mcp.json in ${workspace}.`, {
      next: ['Name another folder with --workspace DIR.'],
    });
  if (found.kind === 'unusable')
    throw new UsageError(`.mcp.json cannot be used: ${found.problem}`, { next: ['Correct the file, then trust it.'] });
  const trusted = found.kind === 'untrusted' ? [found.subject] : [];
  for (const subject of trusted) await store.trust(subject);
  const servers = Object.keys(found.config.mcpServers);
  const paint = paintFor(out);
  if (options['json'] === true) out.line(jsonText({ trusted, servers }, { indent: out.isTerminal ? 2 : 0 }));
  else {
    if (trusted.length === 0) out.line('It is trusted already.');
    for (const line of trustedLines(trusted, paint)) out.line(line);
    out.line(paint.dim(`  ${paint.plain(servers.join(', '))}`));
  }
  return OK;
}
