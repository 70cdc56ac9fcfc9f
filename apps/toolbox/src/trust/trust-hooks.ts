import type { TrustStore } from '@ku0/agent-runtime-tools-workspace';
import { paintFor } from '@ku0/agent-runtime-tools-terminal';
import { workspaceFolder } from '../call/workspace-folder.ts';
import type { CommandInput } from '../command-line/command.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { FAILED, OK, type ExitCode } from '../exit-code.ts';
import { diagnosticLines } from '../hooks/hook-lines.ts';
import { readHooks } from '../hooks/read-hooks.ts';
import { jsonText } from '../terminal/json-text.ts';
import { trustedLines } from './trusted-lines.ts';

/** `toolbox trust hooks`: trusts the current content of the file that the person names. */
export async function trustHooks(
  { operands, options, terminal: { out }, program }: CommandInput,
  store: TrustStore,
): Promise<ExitCode> {
  const [, path] = operands;
  if (path === undefined)
    throw new UsageError('trust hooks needs a file.', {
      next: [`For example: ${program} trust hooks .claude/settings.json`],
    });
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
    if (problem !== undefined) out.line(paint.plain(problem.message));
    else if (trusted.length === 0) out.line('These hooks need no trust: they can run already.');
    for (const line of trustedLines(trusted, paint)) out.line(line);
    if (trusted.length > 0)
      for (const line of diagnosticLines(await readHooks(path, workspace), paint)) out.line(`  ${line}`);
  }
  return problem === undefined ? OK : FAILED;
}
