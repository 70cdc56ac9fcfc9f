import { OPTION_NAMES, runAgent, type OpenTools } from '@ku0/agent';
import { callOptions } from '../call/call-options.ts';
import { loadRules, type CallRules } from '../call/load-rules.ts';
import type { CommandInput } from '../command-line/command.ts';
import { showError } from '../command-line/show-error.ts';
import { UsageError } from '../command-line/usage-error.ts';
import type { ExitCode } from '../exit-code.ts';
import { openTools } from '../tools/open-tools.ts';

/** `toolbox agent`: the agent of apps/agent, with the tools and rules of the configuration. */
export function agent(input: CommandInput): Promise<ExitCode> {
  const { operands, options, values, terminal, program } = input;
  const folder = options['workspace'];
  const args = [
    ...OPTION_NAMES.flatMap((name) => (values[name] ?? []).map((value) => `--${name}=${value}`)),
    ...(typeof folder === 'string' ? [`--folder=${folder}`] : []),
    ...(options['json'] === true ? ['--json'] : []),
    '--',
    ...operands,
  ];
  return runAgent(args, {
    terminal,
    program: `${program} agent`,
    openTools: toolsOf(input),
    showError: (error) => (error instanceof UsageError ? showError(error, terminal) : undefined),
  });
}

/** A resumed session is in the folder where it began. */
function toolsOf({ options, terminal, program, packs }: CommandInput): OpenTools {
  return async ({ folder, approve, allow, deny, state, json }, { onStop, note: _, ...parts }) => {
    const rules = callOptions({ ...options, workspace: folder, approve });
    const loaded = await loadRules(rules, { err: terminal.err, program, onStop });
    return openTools(withPermissions(loaded, { allow, deny }), {
      workspace: rules.workspace,
      packs,
      err: terminal.err,
      isOutputTaken: json,
      isServer: true,
      ...parts,
      ...(state !== undefined && { state }),
    });
  };
}

function withPermissions(
  rules: CallRules,
  { allow, deny }: { readonly allow: readonly string[]; readonly deny: readonly string[] },
): CallRules {
  const { permissions = {} } = rules;
  return {
    ...rules,
    permissions: {
      ...permissions,
      allow: [...(permissions.allow ?? []), ...allow],
      deny: [...(permissions.deny ?? []), ...deny],
    },
  };
}
