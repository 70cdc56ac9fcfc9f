import { coreErrors, defineTool, ok, ToolCoordinator, ToolFailure, Type } from '../../../src/index.ts';
import { expect, it } from 'vitest';

const parameters = Type.Object({ size: Type.Number() });
const execute = async () => ok('done');
const tools = new ToolCoordinator()
  .register(defineTool({ name: 'free', parameters, execute }))
  .register(defineTool({ name: 'strict', parameters, requiresApproval: true, execute }))
  .register(
    defineTool({
      name: 'depends',
      parameters,
      requiresApproval: async ({ size }) => Promise.resolve(size > 3),
      execute,
    }),
  )
  .register(
    defineTool({
      name: 'broken',
      parameters,
      requiresApproval: () => {
        throw new Error('cannot tell');
      },
      execute,
    }),
  );

it('a tool says whether a call would need approval', async () => {
  expect(await tools.needsApproval('free', { size: 1 })).toBe(false);
  expect(await tools.needsApproval('strict', { size: 1 })).toBe(true);
  expect(await tools.needsApproval('depends', { size: 3 })).toBe(false);
  expect(await tools.needsApproval('depends', { size: '4' })).toBe(true);
  expect(tools.getStats()).toMatchObject({ inFlight: 0 });
});

it('a tool that cannot tell whether it needs approval is not run, and may say why', async () => {
  const offline = defineTool({
    name: 'offline',
    parameters,
    requiresApproval: () => Promise.reject(new ToolFailure(coreErrors.ENGINE_NOT_AVAILABLE())),
    execute,
  });
  const result = await new ToolCoordinator().register(offline).execute('offline', { size: 1 });
  expect(result).toMatchObject({ error: { code: 'ENGINE_NOT_AVAILABLE' }, metadata: { attempts: 0 } });
});

it.each([
  ['missing', { size: 1 }, 'TOOL_NOT_FOUND'],
  ['free', { size: 'large' }, 'VALIDATION_ERROR'],
  ['broken', { size: 1 }, 'APPROVAL_REQUIRED'],
])('the question about %s with %j is answered with %s %s', async (name, params, code) => {
  const failure = await tools.needsApproval(name, params).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ToolFailure);
  expect(failure).toMatchObject({ error: { code } });
});
