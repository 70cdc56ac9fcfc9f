import { describe, expect, it } from 'vitest';
import { auth } from '../../src/auth.ts';

const problemOf = (rules: unknown): string => {
  try {
    // Rules may come from a file.
    auth(JSON.parse(JSON.stringify(rules)));
    return 'none';
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : '';
  }
};

describe('rules', () => {
  it.each([
    [null, 'rules: it is no object'],
    [[], 'rules: it is no object'],
    [{ role: {} }, 'rules: it has no member "role"; did you mean roles'],
    [{ roles: [] }, 'roles: it is no object'],
    [{ roles: { a: null } }, 'roles.a: it is no object'],
    [{ roles: { a: { denies: ['x'] } } }, 'roles.a: it has no member "denies"; known: inherits, allow, deny'],
    [{ roles: { a: { inherits: ['b'] } } }, 'roles.a.inherits: there is no role "b"'],
    [{ roles: { reader: {}, editor: { inherits: ['raeder'] } } }, 'did you mean "reader"'],
    [{ principals: { x: { roles: ['constructor'] } } }, 'principals.x.roles: there is no role "constructor"'],
    [{ anonymous: { roles: 'x' } }, 'anonymous.roles: it is no list'],
    [{ allow: 'x' }, 'allow: it is no list'],
    [{ allow: [7] }, 'allow[0]: it is no object'],
    [{ allow: [{}] }, 'allow[0].tools: it lists no tool'],
    [{ allow: [{ tools: [] }] }, 'allow[0].tools: it lists no tool'],
    [{ allow: [{ tools: ['a', ''] }] }, 'allow[0].tools: it has an entry that is no text'],
    [{ allow: [{ tools: 'a', wen: {} }] }, 'allow[0]: it has no member "wen"; did you mean when'],
    [{ deny: ['a', { tools: 'a', when: [] }] }, 'deny[1].when: it is empty'],
    [{ deny: [{ tools: 'a', when: ['x'] }] }, 'deny[0].when: a condition is an object or a function'],
    [{ deny: [{ tools: '@flies' }] }, 'deny[0]: "flies" is nothing that a tool can be allowed or denied to do'],
    [{ deny: [{ tools: 'a', name: 7 }] }, 'deny[0].name: it is no text'],
  ])('%j are refused', (rules, problem) => {
    expect(problemOf(rules)).toContain(`ToolFailure: ${problem.startsWith('did') ? '' : problem}`);
    expect(problemOf(rules)).toContain(problem);
  });

  it('may let roles inherit from each other', () => {
    expect(problemOf({ roles: { a: { inherits: ['b'] }, b: { inherits: ['a', 'b'] } } })).toBe('none');
  });
});

describe('a condition in code', () => {
  it.each([
    ['true', () => true, true, true],
    ['false', () => false, false, false],
    ['undefined', () => undefined, false, true],
    ['a promise', () => Promise.resolve(true), false, true],
    [
      'an error',
      () => {
        throw new Error('no');
      },
      false,
      true,
    ],
  ])('that answers %s', async (_name, when, allows, denies) => {
    const { ToolCoordinator, defineTool, ok, Type } = await import('@ku0/agent-runtime-tools-core');
    const noop = defineTool({ name: 'noop', parameters: Type.Object({}), execute: async () => ok(1) });
    const isAllowed = async (rules: unknown) => {
      const access = auth(Object(rules));
      const tools: InstanceType<typeof ToolCoordinator> = new ToolCoordinator().use(access).register(noop);
      return (await tools.execute('noop', {}, { principal: { id: 'x' } })).ok;
    };
    expect(await isAllowed({ allow: [{ tools: 'noop', when }] })).toBe(allows);
    expect(await isAllowed({ allow: ['noop'], deny: [{ tools: 'noop', when }] })).toBe(!denies);
  });
});
