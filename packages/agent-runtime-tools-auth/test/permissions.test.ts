import { defineTool, ok, ToolCoordinator, Type, type Principal } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import { auth, type AccessRules } from '../src/index.ts';

function toolsWith(rules: AccessRules, permissions: unknown) {
  const access = auth(rules);
  const annotations = { permissions };
  const tool = defineTool({
    name: 'deploy',
    parameters: Type.Object({}),
    annotations,
    execute: async () => ok('done'),
  });
  const tools = new ToolCoordinator().use(access).register(tool);
  return {
    access,
    tools,
    call: (principal?: Principal) => tools.execute('deploy', {}, principal === undefined ? {} : { principal }),
  };
}

const RULES: AccessRules = {
  allow: ['*'],
  grants: ['look'],
  roles: {
    operator: { grants: ['deploy:run'] },
    lead: { inherits: ['operator'], grants: ['deploy:approve'] },
    admin: { grants: ['*'] },
  },
  principals: { carol: { grants: ['deploy:approve'] } },
};

describe('the permissions that a tool states', () => {
  it('are all needed: from roles, inherited, of the principal and of everyone', async () => {
    const { call, access, tools } = toolsWith(RULES, ['look', 'deploy:run', 'deploy:approve']);
    for (const [id, roles] of [
      ['alice', ['lead']],
      ['carol', ['operator']],
      ['dave', ['admin']],
    ] as const) {
      expect(await call({ id, roles }), id).toMatchObject({ ok: true });
      expect(access.viewFor(tools, { id, roles }).getNames()).toEqual(['deploy']);
    }
    expect(await call({ id: 'bob', roles: ['operator'] })).toMatchObject({
      error: {
        code: 'ACCESS_DENIED',
        message: 'bob may not call deploy like this: It needs the permission deploy:approve.',
        details: { by: 'missing-permission', missing: ['deploy:approve'] },
      },
    });
    expect(access.viewFor(tools, { id: 'bob', roles: ['operator'] }).getNames()).toEqual([]);
    expect(access.explain(tools, { name: 'deploy', principal: { id: 'eve' } })).toMatchObject({
      allowed: false,
      missing: ['deploy:run', 'deploy:approve'],
    });
  });

  it('do not replace a rule that allows the call, and no permission helps against one that denies it', async () => {
    const { call } = toolsWith({ grants: ['p'] }, ['p']);
    expect(await call({ id: 'alice' })).toMatchObject({ error: { details: { by: 'no-rule' } } });
    const denied = toolsWith({ grants: ['*'], allow: ['*'], deny: ['deploy'] }, ['p']);
    expect(await denied.call({ id: 'alice' })).toMatchObject({ error: { details: { by: 'deny-rule' } } });
  });

  it('are not those of everyone for a call without a principal', async () => {
    const rules = { grants: ['p'], anonymous: { allow: ['*'] } };
    expect(await toolsWith(rules, ['p']).call()).toMatchObject({ error: { details: { by: 'missing-permission' } } });
    const granted = { anonymous: { allow: ['*'], grants: ['p'] } };
    expect(await toolsWith(granted, ['p']).call()).toMatchObject({ ok: true });
  });

  it.each([['p'], [{ p: true }], [[1]], [null]])(
    'let nobody through if they are not a list of texts: %j',
    async (stated) => {
      const { call, access, tools } = toolsWith(RULES, stated);
      expect(await call({ id: 'dave', roles: ['admin'] })).toMatchObject({ error: { code: 'ACCESS_DENIED' } });
      expect(access.viewFor(tools, { id: 'dave', roles: ['admin'] }).getNames()).toEqual([]);
    },
  );

  it('do not concern tools without any', async () => {
    expect(await toolsWith({ allow: ['*'] }, []).call({ id: 'alice' })).toMatchObject({ ok: true });
  });

  it('are refused in the rules if they are no texts', () => {
    const rules = { grants: [1] } as unknown as AccessRules;
    expect(() => auth(rules)).toThrow('grants: it has an entry that is no text');
  });
});
