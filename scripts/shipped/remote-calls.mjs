/* oxlint-disable typescript/no-unsafe-call -- the packages are installed later, and no compiler sees them here */

/**
 * Makes a call on a worker in this process.
 * @param {Record<string, any>} exported What all packages export.
 * @returns {Promise<string[]>} The problems.
 */
export async function callRemoteTools(exported) {
  const { ToolCoordinator, Type, defineTool, ok, serveCalls, remotePack, localCalls } = exported;
  const add = defineTool({
    name: 'remote_add',
    parameters: Type.Object({ a: Type.Number(), b: Type.Number() }),
    execute: async (/** @type {{ a: number, b: number }} */ { a, b }) => ok(a + b),
  });
  const options = { driver: localCalls(), place: 'smoke', secret: 'a secret for the smoke test' };
  const worker = await serveCalls(new ToolCoordinator().register(add), options);
  const agent = new ToolCoordinator().registerPack(await remotePack(options));
  const result = await agent.execute('remote_add', { a: 2, b: 40 });
  await agent.shutdownAll();
  await worker.close();
  return result.value === 42 ? [] : [`remote: ${JSON.stringify(result)}`];
}
