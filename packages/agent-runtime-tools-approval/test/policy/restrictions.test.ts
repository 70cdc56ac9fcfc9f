import { describe, expect, it } from 'vitest';
import { PolicyEngine, loadPolicies, type ApprovalPolicy } from '../../src/index.ts';
import { describeCall } from '../../src/calls/call-facts.ts';
import { profileOf } from '../../src/calls/tool-profile.ts';
import { decisionOn } from '../fixtures/custom-tools.ts';
import { Folder } from '../fixtures/folder.ts';

function deny(conditions: ApprovalPolicy['conditions'], tools = ['*']): ApprovalPolicy {
  return { name: 'no', tools, action: 'deny', priority: 5, ...(conditions !== undefined && { conditions }) };
}

const yes: ApprovalPolicy = { name: 'yes', tools: ['*'], action: 'approve' };

describe('policies that restrict', () => {
  it.each([
    ['ask for everything', { tools: ['*'] }],
    ['ask for the same tool', { tools: ['write_file'] }],
  ])('are not hidden by those of a project that %s with a higher priority', async (_, { tools }) => {
    using folder = new Folder({ a: '' });
    const project = {
      policies: [{ name: 'project', tools, action: 'ask' as const, priority: 1000 }],
      workspace: folder.path,
      subject: 'policies',
      digest: 'd',
    };
    const policies: ApprovalPolicy[] = [{ name: 'mine', tools: ['write_file'], action: 'deny' }];
    for (const mode of ['default', 'bypass'] as const) {
      expect(await decisionOn(folder, { policies, project, mode }, 'write_file', { path: 'a', content: '' })).toBe(
        'deny',
      );
    }
    expect(await decisionOn(folder, { policies: [yes], project }, 'write_file', { path: 'a', content: '' })).toBe(
      'ask',
    );
  });

  it.each<[string, unknown]>([
    ['write_file', { path: 'n', content: Buffer.from('a SECRET').toString('base64'), encoding: 'base64' }],
    ['my_writer', { path: 'n', payload: { text: 'SECRET' } }],
    ['my_writer', { path: 'n', value: 'SECRET' }],
    ['my_writer', { path: 'n', content: ['a', 'SECRET'] }],
    ['slack__post', { message: 'SECRET' }],
    ['run_command', { command: 'cat', stdin: 'SECRET' }],
  ])('by content see what %s would write or send, as %j', async (tool, params) => {
    using folder = new Folder();
    const content = deny([{ type: 'content', operator: 'contains', value: 'SECRET' }]);
    expect(await decisionOn(folder, { policies: [yes, content] }, tool, params)).toBe('deny');
    const size = deny([{ type: 'size', operator: 'greaterThan', value: 5 }]);
    expect(await decisionOn(folder, { policies: [yes, size] }, tool, params)).toBe('deny');
  });

  it('that approve by content or size look at all of it', async () => {
    using folder = new Folder();
    for (const condition of [
      { type: 'content', operator: 'matches', value: '^[a-z]*$' },
      { type: 'size', operator: 'lessThan', value: 10 },
    ] as const) {
      const options = {
        policies: [{ name: 'short', tools: ['my_writer'], action: 'approve', conditions: [condition] }] as const,
      };
      expect(await decisionOn(folder, options, 'my_writer', { path: 'some/long/name', content: 'ok' })).toBe('approve');
      expect(await decisionOn(folder, options, 'my_writer', { path: 'n', content: 'ok', more: 'X'.repeat(99) })).toBe(
        'ask',
      );
    }
  });

  it('by path hold in any case, those that approve do not', async () => {
    using folder = new Folder({ '.env': '', 'Caf\u00e9/x': '' });
    for (const [operator, value, path] of [
      ['matches', '**/.env', '.ENV'],
      ['equals', '.env', '.Env'],
      ['matches', 'caf\u00e9/**', 'CAFE\u0301/y'],
    ] as const) {
      const condition = { type: 'path', operator, value } as const;
      expect(await decisionOn(folder, { policies: [deny([condition])] }, 'read_file', { path })).toBe('deny');
      const approves = { policies: [{ ...deny([condition]), action: 'approve' as const }] };
      expect(await decisionOn(folder, approves, 'edit_file', { path })).toBe('ask');
    }
  });

  it.each([
    ['Task', 'agent', { prompt: 'x' }],
    ['Delete', 'delete_file', { path: 'a' }],
    ['Grep', 'grep', { pattern: 'x' }],
    ['TodoWrite', 'todo_write', { todos: [] }],
    ['mcp__evil', 'use_mcp_tool', { server_name: 'evil', tool_name: 'x' }],
    ['mcp__a__b', 'mcp__a__b__c', {}],
  ])('for %s mean %s', async (name, tool, params) => {
    using folder = new Folder({ a: '' });
    expect(await decisionOn(folder, { policies: [yes, deny(undefined, [name])] }, tool, params)).toBe('deny');
  });

  it('are needed for the whole of a name or an address, not for one of its lines', async () => {
    using folder = new Folder();
    for (const [type, value, tool, params] of [
      ['path', '/^src\\/.*$/m', 'edit_file', { path: 'docs/x\nsrc/a' }],
      ['url', '/^https:\\/\\/good\\.test\\/?$/m', 'web_fetch', { url: 'https://evil.test/\nhttps://good.test/' }],
    ] as const) {
      const approves: ApprovalPolicy = { ...yes, conditions: [{ type, operator: 'matches', value }] };
      expect(await decisionOn(folder, { policies: [approves] }, tool, params)).toBe('ask');
    }
  });

  it.each([
    ['as it is written', 'me@', 'https://me@evil.test/', 'https://evil.test/'],
    ['as it is written', 'EVIL', 'https://me@EVIL.test/', 'https://me@evil.test/'],
    ['as it will be used', 'me@evil.test/', 'https://me@EVIL.test/', 'https://you@EVIL.test/'],
    ['without the name before it', '//evil.test', 'https://me@evil.test/', 'https://me@good.test/'],
    ['without the password before it', '//evil.test', 'https://:x@evil.test/', 'https://:x@good.test/'],
  ])('hold for an address %s: %s in %s, not in %s', async (_, value, denied, approved) => {
    using folder = new Folder();
    const policies = [yes, deny([{ type: 'url', operator: 'contains', value }])];
    expect(await decisionOn(folder, { policies }, 'web_fetch', { url: denied })).toBe('deny');
    expect(await decisionOn(folder, { policies }, 'web_fetch', { url: approved })).toBe('approve');
  });

  it('follow a tool that gets another name or another definition', () => {
    const engine = new PolicyEngine({ policies: [deny(undefined, ['other_name', 'WebFetch'])] });
    const none = { readsFiles: false, writesFiles: false, executesCommands: false, accessesNetwork: false };
    const capabilities = { ...none, destructive: false, idempotent: false, retryable: false };
    const actionOn = (...profile: Parameters<typeof profileOf>) =>
      engine.evaluate(describeCall(profileOf(...profile), {}, { cwd: '/' }), { roots: ['/'] }).action;
    expect(actionOn('tool', capabilities)).toBeUndefined();
    expect(actionOn('tool', capabilities, ['other_name'])).toBe('deny');
    expect(actionOn('tool', { ...capabilities, accessesNetwork: true })).toBe('deny');
  });

  it('that could never hold are refused, and so are documents without end', () => {
    const condition = { type: 'mode', operator: 'equals', value: 'paln' };
    expect(() => loadPolicies({ policies: [{ ...yes, conditions: [condition] }] })).toThrow(/plan or act/);
    let list: unknown = ['a', 'b', 'c', 'd'];
    for (let level = 0; level < 16; level++) list = [list, list, list, list];
    const started = performance.now();
    expect(() => loadPolicies({ policies: [{ ...yes, match: [{ tool: 'x', params: { list } }] }] })).toThrow(/values/);
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
