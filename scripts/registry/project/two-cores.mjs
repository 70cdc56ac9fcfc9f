/* oxlint-disable typescript/no-unsafe-call -- the packages are installed later, and no compiler sees them here */
// Runs in a project whose pack brings a core of its own, besides the one of the project.
// Prints what happens at registration and, if the pack is accepted, in calls.
/** @type {string[]} Not literals, because only the project has them. */
const [core = '', pack = ''] = ['@ku0/agent-runtime-tools-core', 'other-pack'];
const { ToolCoordinator, Type, defineTool, ok } = await import(core);
const { otherPack, otherCore } = await import(pack);

const facts = { sameModule: otherCore.ToolCoordinator === ToolCoordinator };
try {
  const own = defineTool({ name: 'own', parameters: Type.Object({}), execute: async () => ok(1) });
  const tools = new ToolCoordinator({ services: { greeting: { text: 'hello' } } })
    .registerPack(otherPack())
    .register(own);
  const greeted = await tools.execute('greet', {}, { taskId: 'one' });
  const failed = await tools.execute('fail', {}, { taskId: 'one' });
  const invalid = await tools.execute('greet', { name: 1 }, { taskId: 'one' });
  console.log(
    JSON.stringify({
      ...facts,
      value: greeted.value,
      codes: [failed.error?.code, invalid.error?.code],
      names: tools.getNames(),
    }),
  );
  await tools.shutdownAll();
} catch (error) {
  console.log(JSON.stringify({ ...facts, refused: error instanceof Error ? error.message : String(error) }));
}
