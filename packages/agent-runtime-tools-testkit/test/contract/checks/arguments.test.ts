import { Type, ok } from '@ku0/agent-runtime-tools-core';
import { SHOUT_OPTIONS, shout } from '../sample-tools.ts';
import { findsFaults } from '../tool-faults.ts';

findsFaults([
  {
    fault: 'a bad sample that is taken',
    tool: shout(),
    options: { ...SHOUT_OPTIONS, badSamples: [{ params: { text: 'fine' }, mentions: 'text' }] },
    rule: 'refuses bad sample 1',
    problem: 'gave ok where VALIDATION_ERROR was expected',
  },
  {
    fault: 'an error that names something else',
    tool: shout(),
    options: { ...SHOUT_OPTIONS, badSamples: [{ params: { text: 7 }, mentions: 'volume' }] },
    rule: 'refuses bad sample 1',
    problem: 'the error does not mention "volume"',
  },
  {
    fault: 'undeclared parameters that are accepted',
    tool: shout({
      parameters: Type.Object({ text: Type.String({ description: 'Text.' }) }, { additionalProperties: true }),
    }),
    rule: 'refuses a parameter it does not have',
    problem: 'took the unknown parameter "textx"',
  },
  {
    fault: 'an unknown parameter that is not named',
    tool: shout({
      parameters: Type.Object(
        { text: Type.String({ description: 'Text.' }) },
        { additionalProperties: true, maxProperties: 1 },
      ),
    }),
    rule: 'refuses a parameter it does not have',
    problem: 'does not say that "textx" is unknown',
  },
  {
    fault: 'a type that the schema does not say',
    tool: shout({
      parameters: Type.Object({ text: Type.Unsafe({ type: 'string', nullable: true, description: 'Text.' }) }),
    }),
    rule: 'refuses a wrong type for each parameter',
    problem: 'text takes null, against its own schema',
  },
  {
    fault: 'a prototype that text can change',
    tool: shout({
      execute: async (params) => {
        const { text } = params as { text: string };
        if (text.startsWith('{')) merge({}, JSON.parse(text) as Members);
        return ok({ text });
      },
    }),
    rule: 'is not disturbed by keys that reach for prototypes',
    problem: 'text changed the prototype of all objects',
  },
  {
    fault: 'text that breaks it',
    tool: shout({
      execute: async (params) => {
        const { text } = params as { text: string };
        if (text.includes('{')) throw new Error('cannot shout braces');
        return ok({ text });
      },
    }),
    rule: 'is not disturbed by keys that reach for prototypes',
    problem: 'text breaks the tool',
  },
]);

type Members = Record<string, unknown>;

function merge(target: Members, source: Members): void {
  for (const [key, value] of Object.entries(source)) {
    if (typeof value !== 'object' || value === null) target[key] = value;
    else merge((target[key] ??= {}) as Members, value as Members);
  }
}
