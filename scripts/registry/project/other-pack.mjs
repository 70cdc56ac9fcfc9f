/* oxlint-disable typescript/no-unsafe-call -- the packages are installed later, and no compiler sees them here */
// A pack of somebody who made core a dependency of it, instead of a peer.
/** @type {string} Not a literal, because only the project has it. */
const name = '@ku0/agent-runtime-tools-core';
const core = await import(name);

export const otherCore = core;

const errors = core.errorCatalogue({ NO_LUCK: { kind: 'user_error', message: 'No luck.', suggestion: 'Try again.' } });

export function otherPack() {
  return core.definePack({
    name: 'other',
    version: '1.0.0',
    services: { greeting: { provideWith: 'services: { greeting }' } },
    tools: [
      core.defineTool({
        name: 'greet',
        parameters: core.Type.Object({ name: core.Type.Optional(core.Type.String()) }),
        execute: async (/** @type {unknown} */ _, /** @type {any} */ { services }) =>
          core.ok(services['greeting'].text),
      }),
      core.defineTool({
        name: 'fail',
        parameters: core.Type.Object({}),
        async execute() {
          throw new core.ToolFailure(errors.NO_LUCK());
        },
      }),
    ],
  });
}
