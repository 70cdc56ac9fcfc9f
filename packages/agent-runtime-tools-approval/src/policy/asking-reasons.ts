import { reasonsToAsk } from '@ku0/agent-runtime-tools-commands';
import { isProgramConfig } from '@ku0/agent-runtime-tools-workspace';
import type { CallFacts } from '../calls/call-facts.ts';
import { credentialReason, isCredentialPath } from '../calls/risk/credential-paths.ts';
import type { PathFact } from '../calls/paths/path-fact.ts';

/**
 * Why a person should look at a call, the most serious reason first. Never empty: if nothing stands out, the reason is that
 * no rule covers the call, or what rules have to object (`objections`).
 */
export function askingReasons(
  facts: CallFacts,
  roots: readonly string[],
  objections: readonly string[] = [],
): readonly string[] {
  const found = new Set<string>();
  for (const path of facts.paths) if (!path.possible && isCredentialPath(path)) found.add(credentialReason(path));
  const reasons =
    facts.command === undefined ? callReasons(facts) : commandReasons(facts, facts.command, { roots, objections });
  for (const why of reasons) found.add(why);
  return [...found].slice(0, MAX_REASONS);
}

function commandReasons(
  { environmentConcerns }: CallFacts,
  command: NonNullable<CallFacts['command']>,
  { roots, objections }: { readonly roots: readonly string[]; readonly objections: readonly string[] },
): readonly string[] {
  const reasons = [...reasonsToAsk(command, { roots }), ...environmentConcerns];
  if (reasons.length > 0) return reasons;
  // Rules may cover some of the parts.
  if (objections.length > 0) return objections;
  const run = command.parts.filter((part) => part.argv.length > 0 && !part.neutral);
  return run.length === 0 ? ['no rule covers it'] : run.map((part) => `no rule covers ${part.argv.join(' ')}`);
}

function callReasons(facts: CallFacts): readonly string[] {
  const { capabilities, tool, unknown } = facts.profile;
  const reasons = facts.paths.flatMap((path) => (path.possible ? [] : pathReason(path)));
  const { remote, urls } = facts;
  if (remote !== undefined)
    reasons.push(`it ${remote.tool === '' ? 'uses' : `calls ${remote.tool} of`} the MCP server ${remote.server}`);
  if (unknown) reasons.push(`it is not known what ${tool} does`);
  if (capabilities.executesCommands) reasons.push('it runs programs');
  if (capabilities.accessesNetwork) {
    reasons.push(...(urls.length === 0 ? ['it reaches the network'] : urls.map((url) => `it reaches ${hostOf(url)}`)));
  }
  if (capabilities.destructive) reasons.push('it may delete or overwrite existing files or data');
  if (reasons.length > 0) return reasons;
  if (capabilities.writesFiles) return ['it changes files that its arguments do not name'];
  return [`${tool} asks for approval of every call`];
}

function pathReason({ given, access, exists }: PathFact): string[] {
  if (access === 'read') return [];
  if (access === 'delete') return [`it deletes ${given}`];
  const what = exists === false ? 'creates' : 'changes';
  return [`it ${what} ${given}${isProgramConfig(given) ? ', which decides what programs run' : ''}`];
}

function hostOf(url: string): string {
  return URL.parse(url)?.hostname || url;
}

const MAX_REASONS = 20;
