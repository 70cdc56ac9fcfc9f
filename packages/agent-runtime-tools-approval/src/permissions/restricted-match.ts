import { compileCommandRules, judgeCommand, type CommandPolicy } from '@ku0/agent-runtime-tools-commands';
import type { CallFacts } from '../calls/call-facts.ts';
import { literalPathFact } from '../calls/paths/path-fact.ts';
import type { CompiledRule } from './permission-rule.ts';
import type { RuleList } from './rule-list.ts';

/** The rule that some file falls under that a glob in the command stands for. */
export function restrictedMatch(
  { command, hostCwd }: CallFacts,
  {
    roots,
    inspectFiles = true,
    disk,
  }: Pick<CommandPolicy, 'inspectFiles' | 'disk'> & Required<Pick<CommandPolicy, 'roots'>>,
  list: RuleList,
): CompiledRule | undefined {
  if (command === undefined || !command.parts.some(({ paths }) => paths.some((use) => use.pattern !== undefined))) {
    return undefined;
  }
  let found: CompiledRule | undefined;
  judgeCommand(command, {
    allow: ANY_COMMAND,
    roots,
    inspectFiles,
    ...(disk !== undefined && { disk }),
    isPathAllowed(path, access) {
      found ??= list.restrictionOn(literalPathFact(path, access), { roots, cwd: hostCwd });
      return undefined;
    },
  });
  return found;
}

const ANY_COMMAND = compileCommandRules(['*']);
