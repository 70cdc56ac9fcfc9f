import { ToolCoordinator, Type, defineTool, ok } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import { HookExecutor, hooks, type HookFunction } from '../src/index.ts';
import { claudeCalls } from '../src/claude/claude-calls.ts';
import { compileClaudeMatcher } from '../src/claude/claude-matcher.ts';
import { identityOfCall } from '@ku0/agent-runtime-tools-rules';

const CAPABILITIES = {
  readsFiles: false,
  writesFiles: false,
  executesCommands: false,
  accessesNetwork: true,
  destructive: true,
  idempotent: false,
  retryable: false,
};

/** A coordinator with the general tool, and a tool whose registered name is not the server's. */
function remoteTools(): ToolCoordinator {
  return new ToolCoordinator()
    .register(
      defineTool({
        name: 'use_mcp_tool',
        parameters: Type.Object({
          server_name: Type.String(),
          tool_name: Type.String(),
          arguments: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
        }),
        execute: async (params) => ok(params),
      }),
    )
    .register(
      defineTool({
        name: 'my_server__read_it_0123456789ab',
        remote: { server: 'my server', tool: 'read.it' },
        parameters: Type.Object({}),
        execute: async () => ok('read'),
      }),
    );
}

const deny: HookFunction = () => ({ cancel: true, errorMessage: 'not this one' });

describe('hooks of remote tools', () => {
  it.each(['mcp__github__delete_repo', 'mcp__github__*', 'github__delete_*'])(
    'with the pattern %s see the tool behind the arguments of use_mcp_tool',
    async (pattern) => {
      const tools = remoteTools().use(
        hooks([{ name: 'guard', type: 'PreToolUse', toolPatterns: [pattern], run: deny }]),
      );
      const call = (server: string, tool: string) =>
        tools.execute('use_mcp_tool', { server_name: server, tool_name: tool, arguments: {} });
      expect(await call('github', 'delete_repo')).toMatchObject({ ok: false, error: { code: 'HOOK_BLOCKED' } });
      expect(await call('gitlab', 'delete_repo')).toMatchObject({ ok: true });
    },
  );

  it.each(['mcp__my server__read.it', 'mcp__my_server__*', 'my_server__read_it_0123456789ab'])(
    'with the pattern %s see a tool by its original and its registered name',
    async (pattern) => {
      const tools = remoteTools().use(
        hooks([{ name: 'guard', type: 'PreToolUse', toolPatterns: [pattern], run: deny }]),
      );
      expect(await tools.execute('my_server__read_it_0123456789ab', {})).toMatchObject({ ok: false });
    },
  );

  it('in the format of Claude Code get the name and the input of the tool behind use_mcp_tool, and can change the input', () => {
    const parameters = { server_name: 'github', tool_name: 'search', arguments: { query: 'a' } };
    const tool = identityOfCall({ name: 'use_mcp_tool', version: '', capabilities: CAPABILITIES }, parameters);
    expect(compileClaudeMatcher('mcp__github__.*').match(tool).matches).toBe(true);
    expect(compileClaudeMatcher('mcp__gitlab__.*').match(tool).matches).toBe(false);
    const [call] = claudeCalls({ tool, event: { type: 'PreToolUse', parameters }, cwd: '/' });
    expect(call).toMatchObject({ toolName: 'mcp__github__search', input: { query: 'a' } });
    expect(call?.parametersOf({ query: 'b' })).toEqual({ ...parameters, arguments: { query: 'b' } });
  });

  it('in the format of Claude Code match a resource by its server, under the name of our tool', () => {
    const parameters = { server_name: 'github', uri: 'repo://a' };
    const tool = identityOfCall({ name: 'access_mcp_resource', version: '', capabilities: CAPABILITIES }, parameters);
    expect(compileClaudeMatcher('mcp__github__.*').match(tool).matches).toBe(true);
    const [call] = claudeCalls({ tool, event: { type: 'PreToolUse', parameters }, cwd: '/' });
    expect(call).toMatchObject({ toolName: 'access_mcp_resource', input: parameters });
  });

  it('run by an executor without a coordinator see the tool behind the arguments as well', async () => {
    const executor = new HookExecutor().register({
      name: 'guard',
      type: 'PreToolUse',
      toolPatterns: ['mcp__github__*'],
      run: deny,
    });
    const run = (server: string) =>
      executor.execute(
        'PreToolUse',
        { preToolUse: { toolName: 'use_mcp_tool', parameters: { server_name: server, tool_name: 'x' } } },
        'use_mcp_tool',
      );
    expect(await run('github')).toMatchObject({ cancel: true });
    expect(await run('gitlab')).toEqual({});
  });
});
