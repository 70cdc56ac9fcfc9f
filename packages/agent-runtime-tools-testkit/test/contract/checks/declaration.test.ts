import { Type, ok } from '@ku0/agent-runtime-tools-core';
import type { ToolCapabilities } from '@ku0/agent-runtime-tools-core';
import { shout } from '../sample-tools.ts';
import { NOTHING, findsFaults } from '../tool-faults.ts';

findsFaults([
  {
    fault: 'a name with a space',
    tool: shout({ name: 'shout out' }),
    rule: 'has a name',
    problem: 'not one that every provider accepts',
  },
  {
    fault: 'an empty description',
    tool: shout({ description: ' ' }),
    rule: 'has a name',
    problem: 'description is empty',
  },
  {
    fault: 'its name as description',
    tool: shout({ description: 'Shout.' }),
    rule: 'has a name',
    problem: 'only repeats the name',
  },
  {
    fault: 'a version that is no semver',
    tool: shout({ version: '1.0' }),
    rule: 'has a name',
    problem: '"1.0" is not semver',
  },
  {
    fault: 'a parameter without description',
    tool: shout({ parameters: Type.Object({ text: Type.String() }) }),
    rule: 'describes every parameter',
    problem: '"text" has no description',
  },
  {
    fault: 'a destructive tool without effects',
    tool: shout({ capabilities: { ...NOTHING, destructive: true } }),
    rule: 'claims capabilities',
    problem: 'claims to be destructive',
  },
  {
    fault: 'a capability that is not said',
    tool: shout({ capabilities: { ...NOTHING, retryable: undefined } as unknown as ToolCapabilities }),
    rule: 'claims capabilities',
    problem: 'retryable is neither true nor false',
  },
  {
    fault: 'a dry run of a tool that changes nothing',
    tool: shout({ dryRun: async () => ok({ summary: 'Nothing.', changes: [] }) }),
    rule: 'claims capabilities',
    problem: 'has a dry run, but claims no capability',
  },
  {
    fault: 'an engine without a name',
    tool: shout({ capabilities: { ...NOTHING, requiresEngine: '' } }),
    rule: 'claims capabilities',
    problem: 'engine without a name',
  },
  {
    fault: 'a name that providers refuse',
    tool: shout({ name: 'a'.repeat(65) }),
    rule: 'has a definition that every provider accepts',
    problem: 'openai, strict: name must match',
  },
]);
