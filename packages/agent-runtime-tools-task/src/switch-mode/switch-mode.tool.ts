import { Type, defineTool, fail, ok } from '@ku0/agent-runtime-tools-core';
import { taskErrors } from '../errors.ts';
import { version } from '../version.ts';

/** The `switch_mode` tool without the rest of the pack. */
export const switchModeTool = defineTool({
  name: 'switch_mode',
  description:
    'Changes the mode of this task, if the person agrees. In plan mode you can only look, in act mode you can also change things and run commands.',
  version,
  parameters: Type.Object({
    mode: Type.Union([Type.Literal('plan'), Type.Literal('act')], { description: 'The new mode.', examples: ['act'] }),
    reason: Type.String({
      description: 'Why, for the person who is asked.',
      minLength: 1,
      maxLength: 2000,
      examples: ['The plan is complete.'],
    }),
  }),
  output: Type.Object({ mode: Type.String(), previous: Type.String() }),
  parameterAliases: { mode_slug: 'mode' },
  requiresApproval: ({ mode }, context) => context.mode !== mode,
  // The calls before it in a batch run in the old mode, those after it in the new one.
  resources: () => [{ key: '*', access: 'write' }],
  async execute({ mode }, context) {
    const { taskId, principal, mode: previous } = context;
    if (mode === previous) return ok({ mode, previous });
    if (context.parentTasks.length > 0) return fail(taskErrors.MODE_OF_PARENT());
    context.tools.setMode(taskId, mode, principal === undefined ? {} : { principal });
    return ok({ mode, previous });
  },
  toModelOutput: ({ mode, previous }) => [
    {
      type: 'text',
      text: mode === previous ? `This task is in ${mode} mode already.` : `This task is now in ${mode} mode.`,
    },
  ],
});
