import { defineTool, extension, ok, Type, type ToolContext } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import type { AccessRules } from '../src/access-rules.ts';
import { alice, bob, guardedTools, outcome, writeFile } from './fixture.ts';

const rules: AccessRules = {
  roles: {
    reader: { allow: ['@readsFiles', 'add'] },
    editor: {
      inherits: ['reader'],
      allow: [{ tools: 'write_file', when: { argument: 'path', pathMatches: 'src/**' } }],
    },
  },
};

describe('a call', () => {
  it('is made if a rule of a role allows it', async () => {
    const { tools } = guardedTools(rules);
    expect(outcome(await tools.execute('read_file', { path: 'a' }, { principal: bob }))).toBe('ok');
  });

  it('is denied if no rule allows it, with the caller and the reason', async () => {
    const { tools } = guardedTools(rules);
    const result = await tools.execute('bash', { command: 'id' }, { principal: bob });
    expect(result).toMatchObject({
      ok: false,
      error: {
        code: 'ACCESS_DENIED',
        kind: 'permission_error',
        message: 'bob may not call bash like this: No rule allows it.',
        suggestion: expect.stringContaining('ask the person'),
        details: { by: 'no-rule', principal: 'bob' },
        retryable: false,
      },
      metadata: { attempts: 0 },
    });
  });

  it('is denied without any rules', async () => {
    const { tools } = guardedTools({});
    expect(outcome(await tools.execute('add', { numbers: [1] }, { principal: alice }))).toBe('ACCESS_DENIED');
  });

  it('is denied without a principal, even if everyone may make it', async () => {
    const { tools } = guardedTools({ allow: ['*'] });
    const result = await tools.execute('add', { numbers: [1] });
    expect(result).toMatchObject({ error: { details: { by: 'no-principal' } } });
    expect(outcome(await tools.execute('add', { numbers: [1] }, { principal: { id: 'x' } }))).toBe('ok');
  });

  it('without a principal is allowed by rules for such calls, and denied by rules for everyone', async () => {
    const { tools } = guardedTools({ anonymous: { allow: ['add', 'bash'] }, deny: ['bash'] });
    expect(outcome(await tools.execute('add', { numbers: [1] }))).toBe('ok');
    expect(outcome(await tools.execute('bash', { command: 'id' }))).toBe('ACCESS_DENIED');
    expect(outcome(await tools.execute('add', { numbers: [1] }, { principal: bob }))).toBe('ACCESS_DENIED');
  });

  it('takes its principal from the host, not from arguments of that name', async () => {
    const { tools } = guardedTools({ roles: { admin: { allow: ['*'] } } });
    const whoever = defineTool({
      name: 'whoever',
      parameters: Type.Object({ principal: Type.Any() }),
      execute: async () => ok('ran'),
    });
    tools.register(whoever);
    const root = { id: 'root', roles: ['admin'] };
    expect(outcome(await tools.execute('whoever', { principal: root }, { principal: bob }))).toBe('ACCESS_DENIED');
    expect(outcome(await tools.execute('whoever', { principal: bob }, { principal: root }))).toBe('ok');
  });

  it.each([
    [{ id: '', roles: ['reader'] }, 'VALIDATION_ERROR'],
    [{ roles: ['reader'] }, 'VALIDATION_ERROR'],
    [{ id: 'eve', roles: 'reader' }, 'ACCESS_DENIED'],
    [{ id: 'eve', roles: { 0: 'reader', length: 1 } }, 'ACCESS_DENIED'],
    [{ id: 'eve', roles: ['reader', 7] }, 'ACCESS_DENIED'],
  ])('is refused for the malformed principal %j', async (principal, code) => {
    const { tools } = guardedTools(rules);
    // A host without TypeScript can pass anything.
    const options = JSON.parse(JSON.stringify({ principal }));
    expect(outcome(await tools.execute('read_file', { path: 'a' }, options))).toBe(code);
  });

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'everyone', 'anonymous'])(
    'gets nothing from the role %s, which nobody has defined',
    async (role) => {
      const { tools } = guardedTools({ ...rules, anonymous: { allow: ['*'] } });
      const principal = { id: role, roles: [role] };
      expect(outcome(await tools.execute('read_file', { path: 'a' }, { principal }))).toBe('ACCESS_DENIED');
    },
  );

  it('can have a role and a principal with the name of a prototype member', async () => {
    const parsed: AccessRules = JSON.parse(
      '{ "roles": { "__proto__": { "allow": ["add"] } }, "principals": { "constructor": { "allow": ["add"] } } }',
    );
    const { tools } = guardedTools(parsed);
    for (const principal of [{ id: 'x', roles: ['__proto__'] }, { id: 'constructor' }])
      expect(outcome(await tools.execute('add', { numbers: [1] }, { principal }))).toBe('ok');
    expect(outcome(await tools.execute('add', { numbers: [1] }, { principal: { id: '__proto__' } }))).toBe(
      'ACCESS_DENIED',
    );
  });

  it('is denied by a deny of any role, whatever other roles and the principal itself are allowed', async () => {
    const { tools } = guardedTools({
      roles: {
        admin: { allow: ['*'] },
        intern: { deny: [{ name: 'no-shell', tools: 'pack:shell', reason: 'ask an admin' }] },
      },
      principals: { kim: { allow: ['bash'] } },
    });
    const kim = { id: 'kim', roles: ['admin', 'intern'] };
    const result = await tools.execute('bash', { command: 'id' }, { principal: kim });
    expect(result).toMatchObject({
      error: {
        message: 'kim may not call bash like this: The rule no-shell denies it (ask an admin).',
        details: { by: 'deny-rule', rule: 'no-shell', role: 'intern' },
      },
    });
    expect(outcome(await tools.execute('bash', { command: 'id' }, { principal: { id: 'kim' } }))).toBe('ok');
  });

  it('is judged by roles that the rules give to a principal', async () => {
    const { tools } = guardedTools({ ...rules, principals: { carol: { roles: ['reader'] } } });
    expect(outcome(await tools.execute('read_file', { path: 'a' }, { principal: { id: 'carol' } }))).toBe('ok');
    expect(outcome(await tools.execute('read_file', { path: 'a' }, { principal: { id: 'dan' } }))).toBe(
      'ACCESS_DENIED',
    );
  });

  it('by an alias is judged as the tool is', async () => {
    const { tools } = guardedTools({
      roles: { editor: { allow: ['*'], deny: ['write'] }, reader: { allow: ['write'] } },
    });
    tools.registerAlias('write', 'write_file');
    for (const name of ['write', 'write_file']) {
      expect(outcome(await tools.execute(name, { path: 'a' }, { principal: alice }))).toBe('ACCESS_DENIED');
      expect(outcome(await tools.execute(name, { path: 'a' }, { principal: bob }))).toBe('ok');
    }
  });

  it('is not allowed by a glob that only an alias matches', async () => {
    const { tools } = guardedTools({ roles: { reader: { allow: ['read_*'] } } });
    tools.registerAlias('read_everything', 'bash');
    expect(outcome(await tools.execute('read_everything', { command: 'id' }, { principal: bob }))).toBe(
      'ACCESS_DENIED',
    );
  });

  it('from within a tool is judged for the same principal', async () => {
    const { tools } = guardedTools({ roles: { reader: { allow: ['outer', 'read_file'] } } });
    const run = (name: string, params: unknown, parent: ToolContext) => parent.tools.execute(name, params, { parent });
    tools.register(
      defineTool({
        name: 'outer',
        parameters: Type.Object({ isCopied: Type.Optional(Type.Boolean()) }),
        async execute({ isCopied = false }, context) {
          const parent = isCopied ? { ...context, tools } : context;
          return ok([
            outcome(await run('read_file', { path: 'a' }, parent)),
            outcome(await run('bash', { command: 'id' }, parent)),
          ]);
        },
      }),
    );
    expect(await tools.execute('outer', {}, { principal: bob })).toMatchObject({ value: ['ok', 'ACCESS_DENIED'] });
    // A copy of a context is nobody's.
    const copied = await tools.execute('outer', { isCopied: true }, { principal: bob });
    expect(copied).toMatchObject({ ok: true });
    expect(copied.ok && copied.value).not.toContain('ok');
  });

  it('of a batch is judged on its own', async () => {
    const { tools } = guardedTools(rules);
    const results = await tools.executeAll(
      [
        { name: 'read_file', params: { path: 'a' } },
        { name: 'bash', params: { command: 'id' } },
        { name: 'write_file', params: { path: 'etc/a' } },
        { name: 'add', params: { numbers: [1, 2] } },
      ],
      { principal: alice },
    );
    expect(results.map(outcome)).toEqual(['ok', 'ACCESS_DENIED', 'ACCESS_DENIED', 'ok']);
  });

  it('through a view is judged like any other', async () => {
    const { tools } = guardedTools(rules);
    const view = tools.view(['bash']);
    expect(outcome(await view.execute('bash', { command: 'id' }, { principal: alice }))).toBe('ACCESS_DENIED');
  });
});

describe('arguments', () => {
  it('are judged as they are after repair and defaults', async () => {
    const { tools } = guardedTools({
      allow: [{ tools: '*', when: { argument: 'force', equals: false } }],
    });
    tools.register(
      defineTool({
        name: 'push',
        parameters: Type.Object({ force: Type.Boolean({ default: true }) }),
        execute: async ({ force }) => ok(force),
      }),
    );
    const principal = { id: 'x' };
    expect(outcome(await tools.execute('push', {}, { principal }))).toBe('ACCESS_DENIED');
    expect(outcome(await tools.execute('push', { force: 'true' }, { principal }))).toBe('ACCESS_DENIED');
    expect(await tools.execute('push', { force: 'false' }, { principal })).toMatchObject({ ok: true, value: false });
  });

  it('that a later middleware changes are judged again, even changed by the innermost one', async () => {
    for (const phase of ['guard', 'hook', 'approve', 'around'] as const) {
      const { tools } = guardedTools(rules);
      tools.use(
        extension({
          name: 'rewrite',
          phase,
          priority: -1_000_000,
          before: (params) => ({ params: { ...Object(params), path: '../etc/passwd' } }),
        }),
      );
      const result = await tools.execute('write_file', { path: 'src/a.ts' }, { principal: alice });
      expect([phase, outcome(result)]).toEqual([phase, 'ACCESS_DENIED']);
    }
  });

  it('that a later middleware makes acceptable do not help: the call was denied before', async () => {
    const { tools } = guardedTools(rules);
    tools.use(extension({ phase: 'hook', before: () => ({ params: { path: 'src/a.ts' } }) }));
    expect(outcome(await tools.execute('write_file', { path: 'etc/a' }, { principal: alice }))).toBe('ACCESS_DENIED');
  });
});

describe('a dry run', () => {
  it('is denied like the call', async () => {
    const { tools } = guardedTools({
      roles: rules.roles ?? {},
      deny: [{ tools: 'alias_of_write', when: { argument: 'force', exists: true } }],
    });
    tools.registerAlias('alias_of_write', 'write_file');
    const dryRun = async (params: object, principal = alice) =>
      outcome(await tools.dryRun('write_file', params, { principal }));
    expect(await dryRun({ path: 'src/a' })).toBe('ok');
    expect(await dryRun({ path: 'src/a', force: true })).toBe('ACCESS_DENIED');
    expect(await dryRun({ path: 'etc/a' })).toBe('ACCESS_DENIED');
    expect(await dryRun({ path: 'src/a' }, bob)).toBe('ACCESS_DENIED');
  });
});

describe('streaming arguments', () => {
  it('are shown only to tools that the principal may call', async () => {
    const seen: string[] = [];
    const { tools } = guardedTools({ roles: { editor: { allow: ['stream'] } } });
    tools.register(
      defineTool({
        name: 'stream',
        parameters: Type.Object({ path: Type.String() }),
        handlePartial: async ({ callId }) => void seen.push(callId),
        execute: async () => ok('done'),
      }),
    );
    const piece = { name: 'stream', delta: '{"path": "a"' };
    await tools.handlePartial({ ...piece, callId: 'of-alice' }, { principal: alice });
    await tools.handlePartial({ ...piece, callId: 'of-bob' }, { principal: bob });
    await tools.handlePartial({ ...piece, callId: 'of-nobody' });
    expect(seen).toEqual(['of-alice']);
    await tools.shutdownAll();
  });
});

describe('reloaded rules', () => {
  it('hold for a call that waits for approval', async () => {
    const { tools, access } = guardedTools({ allow: ['*'] });
    tools.use({
      name: 'slow',
      phase: 'approve',
      async execute(params, _context, next) {
        access.reload({ allow: ['*'], deny: ['write_file'] });
        return next(params);
      },
    });
    expect(outcome(await tools.execute('write_file', { path: 'a' }, { principal: bob }))).toBe('ACCESS_DENIED');
    expect(outcome(await tools.execute('read_file', { path: 'a' }, { principal: bob }))).toBe('ok');
  });

  it('change nothing if they are invalid', async () => {
    const { tools, access } = guardedTools({ allow: ['*'] });
    expect(() => access.reload({ allow: ['@flies'] })).toThrow('flies');
    expect(outcome(await tools.execute('add', { numbers: [] }, { principal: bob }))).toBe('ok');
  });
});

describe('viewFor', () => {
  it('has only the tools that the principal may call with some arguments', () => {
    const { tools, access } = guardedTools({
      ...rules,
      deny: [{ tools: 'add', when: { argument: 'numbers', atLeast: 100 } }],
    });
    expect(access.viewFor(tools, alice).getNames()).toEqual(['read_file', 'write_file', 'add']);
    expect(access.viewFor(tools, bob).getNames()).toEqual(['read_file', 'add']);
    expect(access.viewFor(tools, undefined).getNames()).toEqual([]);
    expect(
      access
        .viewFor(tools, bob)
        .getToolDefinitions({ format: 'openai' })
        .map((each) => each.function.name),
    ).toEqual(['read_file', 'add']);
  });

  it('leaves out what is denied whatever the arguments are', () => {
    const { tools, access } = guardedTools({
      allow: ['*'],
      deny: ['pack:shell', { tools: 'add', when: { argument: 'numbers', exists: true } }],
    });
    expect(access.viewFor(tools, bob).getNames()).toEqual(['read_file', 'write_file', 'add']);
  });

  it.each(['null', '{}', '{ "id": "" }', '{ "id": 7 }', '{ "id": "eve", "roles": "editor" }'])(
    'is empty for %s, which is no principal',
    (principal) => {
      const { tools, access } = guardedTools({ allow: ['*'], anonymous: { allow: ['*'] } });
      expect(access.viewFor(tools, JSON.parse(principal)).getNames()).toEqual([]);
    },
  );

  it('follows reloaded rules, and does not name hidden tools', async () => {
    const { tools, access } = guardedTools({ allow: ['add'] });
    const view = access.viewFor(tools, bob);
    const result = await view.execute('write_fil', {}, { principal: bob });
    expect(JSON.stringify(result)).not.toContain('write_file');
    access.reload({ allow: ['write_file'] });
    expect(view.getNames()).toEqual([writeFile.name]);
  });
});
