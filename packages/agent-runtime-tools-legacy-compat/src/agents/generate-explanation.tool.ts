import { coreErrors, defineTool, fail, ok, Type } from '@ku0/agent-runtime-tools-core';
import { version } from '../version.ts';

/** Gives the model the changes that it is to explain. */
export const generateExplanationTool = defineTool({
  name: 'generate_explanation',
  description: 'Returns the changes between two commits, to be explained to the person.',
  version,
  parameters: Type.Object({
    title: Type.String({ description: 'What the changes are about.', minLength: 1, maxLength: 500 }),
    from_ref: Type.String({ description: 'The older commit.', minLength: 1, maxLength: 500, examples: ['HEAD~1'] }),
    to_ref: Type.Optional(
      Type.String({ description: 'The newer commit; default the working folder.', maxLength: 500 }),
    ),
  }),
  output: Type.Object({ title: Type.String(), changes: Type.Unknown({ description: 'The value of git_diff.' }) }),
  capabilities: { readsFiles: true, idempotent: true, retryable: true },
  async execute({ title, from_ref, to_ref }, context) {
    const { tools } = context;
    if (!tools.has('git_diff'))
      return fail(
        coreErrors.ENGINE_NOT_AVAILABLE({
          message: 'Changes are read with git_diff, which is not registered.',
          suggestion: 'Explain the changes from the files themselves.',
        }),
      );
    const params = { from: from_ref, ...(to_ref && { to: to_ref }) };
    const result = await tools.execute('git_diff', params, { parent: context });
    return result.ok ? ok({ title, changes: result.value }) : fail(result.error);
  },
});
