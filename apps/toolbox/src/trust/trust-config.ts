import type { TrustStore, TrustSubject } from '@ku0/agent-runtime-tools-workspace';
import { paintFor } from '@ku0/agent-runtime-tools-terminal';
import { workspaceFolder } from '../call/workspace-folder.ts';
import type { CommandInput } from '../command-line/command.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { trustableConfig } from '../config/project/project-config.ts';
import { OK, type ExitCode } from '../exit-code.ts';
import { readHooks } from '../hooks/read-hooks.ts';
import { jsonText } from '../terminal/json-text.ts';
import { trustedLines } from './trusted-lines.ts';

/** `toolbox trust config`: trusts the configuration of a project as it is now, with its hooks and the files that it names. */
export async function trustConfig({ options, terminal: { out } }: CommandInput, store: TrustStore): Promise<ExitCode> {
  const workspace = workspaceFolder(options['workspace']);
  const found = await trustableConfig(workspace);
  if (found === undefined)
    throw new UsageError(`There is no configuration in ${workspace}.`, {
      next: ['It is called toolbox.config.ts, .js, .json or .yaml. Name another folder with --workspace DIR.'],
    });
  const { config, subjects } = found;
  const trusted: TrustSubject[] = [...subjects];
  if (config.hooks !== undefined) {
    const { diagnostics } = await readHooks(config.hooks, workspace);
    trusted.push(...diagnostics.flatMap((diagnostic) => diagnostic.trust ?? []));
  }
  for (const subject of trusted) await store.trust(subject);
  if (options['json'] === true) out.line(jsonText({ trusted }, { indent: out.isTerminal ? 2 : 0 }));
  else for (const line of trustedLines(trusted, paintFor(out))) out.line(line);
  return OK;
}
