import { cutText, defineTool, fail, nearestNames, ok, Type } from '@ku0/agent-runtime-tools-core';
import { version } from '../version.ts';
import { agentErrors } from './errors.ts';

/** Gives the model the text of a skill of the host. */
export function skillTool(skills: Readonly<Record<string, string>>) {
  const names = Object.keys(skills);
  return defineTool({
    name: 'skill',
    description: `Returns the instructions of a skill. There are: ${names.join(', ') || 'none'}.`,
    version,
    parameters: Type.Object({
      skill: Type.String({ description: 'Its name.', minLength: 1, maxLength: 200 }),
      args: Type.Optional(Type.String({ description: 'What it is needed for.', maxLength: 20_000 })),
    }),
    output: Type.Object({ skill: Type.String(), text: Type.String() }),
    capabilities: { idempotent: true, retryable: true },
    parameterAliases: { skill_name: 'skill', name: 'skill' },
    async execute({ skill }) {
      const text = Object.hasOwn(skills, skill) ? skills[skill] : undefined;
      if (text !== undefined) return ok({ skill, text: cutText(text, MAX_CHARS, 'characters left out') });
      const near = nearestNames(skill, names);
      const suggestion = near.length === 0 ? 'Go on without it.' : `Did you mean ${near.join(' or ')}?`;
      return fail(agentErrors.NO_SUCH_SKILL({ message: `There is no skill "${skill}".`, suggestion }));
    },
    toModelOutput: ({ text }) => [{ type: 'text', text }],
  });
}

const MAX_CHARS = 100_000;
