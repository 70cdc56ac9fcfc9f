import {
  ToolCoordinator,
  coreErrors,
  fail,
  type ApprovalState,
  type ToolMiddleware,
} from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import { hooks } from '../../src/index.ts';
import { approver, noteTool } from '../note-tool.ts';
import { ClaudeProject } from './claude-project.ts';
import { after, answer, before, blocked, specific, write } from './conformance.ts';

const contexts = async (project: ClaudeProject): Promise<readonly string[] | undefined> =>
  (await write(project)).result.metadata.contextModifications;

describe('exit codes', () => {
  it('26: with 0, stdout is read', async () => {
    expect(
      (await write(before(specific({ permissionDecision: 'deny', permissionDecisionReason: 'no' })))).result,
    ).toMatchObject(blocked('no'));
  });

  it('27: 2 blocks with stderr before the tool', async () => {
    const { result, ran } = await write(before('echo ignored; echo because >&2; exit 2'));
    expect(result).toMatchObject(blocked('because'));
    expect(ran).toEqual([]);
  });

  it('28: 2 tells the model after the tool', async () => {
    expect(await contexts(after('echo "lint failed" >&2; exit 2'))).toEqual(['lint failed']);
  });

  it('29: no JSON undoes a 2', async () => {
    const allow = specific({ permissionDecision: 'allow', updatedInput: { file_path: 'b', content: '' } });
    expect((await write(before(`${allow}; echo no >&2; exit 2`))).result).toMatchObject(blocked('no'));
  });

  it.each([1, 3, 127])('30: %d is a notice, and the call goes on', async (code) => {
    const { result, ran, events } = await write(before(`echo odd >&2; exit ${code}`));
    expect(result).toMatchObject({
      ok: true,
      metadata: { warnings: [expect.stringContaining(`exit code ${code}: odd`)] },
    });
    expect(ran).toHaveLength(1);
    expect(events).toMatchObject([{ data: { decision: 'failed' } }]);
  });

  it('31: but valid JSON on stdout still counts', async () => {
    const deny = specific({ permissionDecision: 'deny', permissionDecisionReason: 'still no' });
    expect((await write(before(`${deny}; exit 1`))).result).toMatchObject(blocked('still no'));
  });

  it('32: stdout that starts with { is JSON, anything else is plain text for the person', async () => {
    const { result, said } = await write(before(`echo 'note {"decision":"block"}'`));
    expect(result.ok).toBe(true);
    expect(said).toEqual(['note {"decision":"block"}']);
    const broken = await write(before('echo "{ not json"'));
    expect(broken.result).toMatchObject({
      ok: true,
      metadata: { warnings: [expect.stringContaining('not print one JSON')] },
    });
    expect(await contexts(before(`printf '\\n  '; ${specific({ additionalContext: 'after blanks' })}`))).toEqual([
      'after blanks',
    ]);
  });
});

describe('fields of all events', () => {
  it.each([
    ['PreToolUse', 'HOOK_BLOCKED'],
    ['PostToolUse', 'HOOK_STOPPED'],
  ])('33: continue: false in %s stops everything with its reason', async (event, code) => {
    const project = new ClaudeProject().settings(event, answer({ continue: false, stopReason: 'out of budget' }));
    const { result, stops } = await write(project);
    expect(result).toMatchObject({ ok: false, error: { code, message: expect.stringContaining('out of budget') } });
    expect(stops).toMatchObject([{ taskId: 'session-1', reason: 'out of budget' }]);
  });

  it('34: systemMessage is for the person, not for the model', async () => {
    const { result, said } = await write(before(answer({ systemMessage: 'look here' })));
    expect(said).toEqual(['look here']);
    expect(result.metadata.contextModifications).toBeUndefined();
  });
});

describe('decisions before the tool', () => {
  it('35: allow saves the question', async () => {
    const seen: ApprovalState[] = [];
    await write(before(specific({ permissionDecision: 'allow', permissionDecisionReason: 'fine' })), {
      approve: approver(seen),
    });
    expect(seen).toMatchObject([{ advice: { by: expect.stringContaining('hook:'), reason: 'fine' } }]);
  });

  it('36: deny blocks with its reason', async () => {
    const deny = specific({ permissionDecision: 'deny', permissionDecisionReason: 'not here' });
    expect((await write(before(deny))).result).toMatchObject(blocked('not here'));
  });

  it('37: ask makes a person decide', async () => {
    const ask = specific({ permissionDecision: 'ask', permissionDecisionReason: 'sure?' });
    expect((await write(before(ask))).result).toMatchObject({ ok: false, error: { code: 'APPROVAL_REQUIRED' } });
    const seen: ApprovalState[] = [];
    expect((await write(before(ask), { approve: approver(seen) })).result.ok).toBe(true);
    expect(seen).toMatchObject([{ demanded: expect.stringContaining('sure?') }]);
  });

  it('38: defer puts the call off', async () => {
    const { result, ran } = await write(before(specific({ permissionDecision: 'defer' })));
    expect(result).toMatchObject({ ok: false, error: { code: 'HOOK_BLOCKED', details: { why: 'deferred' } } });
    expect(ran).toEqual([]);
  });

  it('39: updatedInput replaces the whole input, in the names that hooks know', async () => {
    const edit = { path: 'a', old_string: 'b', new_string: 'c', replace_all: true };
    const project = before(
      'jq \'{hookSpecificOutput:{updatedInput:{file_path:.tool_input.file_path,old_string:"x",new_string:"y"}}}\'',
    );
    expect((await project.run('edit_file', edit)).ran).toEqual([{ path: 'a', old_string: 'x', new_string: 'y' }]);
    const moved = before(specific({ updatedInput: { file_path: 'elsewhere', content: 'new' } }));
    expect((await write(moved)).ran).toEqual([{ path: 'elsewhere', content: 'new' }]);
    const bash = before("jq '{hookSpecificOutput:{updatedInput:(.tool_input + {timeout:3000})}}'");
    expect((await bash.run('bash', { command: 'ls', timeout: 2 })).ran).toEqual([{ command: 'ls', timeout: 3 }]);
    const same = before("jq '{hookSpecificOutput:{updatedInput:.tool_input}}'");
    expect((await same.run('run_command', { command: 'ls', args: ['a b'] })).ran).toEqual([
      { command: 'ls', args: ['a b'] },
    ]);
  });

  it('39: and is checked like any other', async () => {
    const { result, ran } = await write(before(specific({ updatedInput: { file_path: 'b' } })));
    expect(result).toMatchObject({ ok: false, error: { code: 'VALIDATION_ERROR' } });
    expect(ran).toEqual([]);
  });

  it('40: additionalContext goes to the model', async () => {
    expect(await contexts(before(specific({ additionalContext: 'use tabs' })))).toEqual(['use tabs']);
  });

  it('41: the old form is understood: approve and block', async () => {
    expect((await write(before(answer({ decision: 'block', reason: 'old no' })))).result).toMatchObject(
      blocked('old no'),
    );
    const seen: ApprovalState[] = [];
    await write(before(answer({ decision: 'approve' })), { approve: approver(seen) });
    expect(seen[0]?.advice).toBeDefined();
  });

  it.each([
    [['allow', 'ask', 'defer', 'deny'], { error: { details: { why: 'denied' } } }],
    [['allow', 'ask', 'defer'], { error: { details: { why: 'deferred' } } }],
    [['allow', 'ask'], { error: { code: 'APPROVAL_REQUIRED' } }],
    [['allow'], { ok: true }],
  ])('42: of %j the strictest counts, in any order', async (decisions, expected) => {
    for (const order of [decisions, decisions.toReversed()]) {
      const project = before(...order.map((permissionDecision) => specific({ permissionDecision })));
      expect((await write(project)).result).toMatchObject(expected);
    }
  });

  it('43: allow and ask override no rule that denies or asks', async () => {
    const deny: ToolMiddleware = {
      name: 'rules',
      phase: 'approve',
      execute: async () => fail(coreErrors.APPROVAL_DENIED()),
    };
    for (const permissionDecision of ['allow', 'ask']) {
      const { result } = await write(before(specific({ permissionDecision })), { approve: deny });
      expect(result).toMatchObject({ ok: false, error: { code: 'APPROVAL_DENIED' } });
    }
    const tool = { ...noteTool({ texts: [] }), requiresApproval: true };
    const project = before(specific({ permissionDecision: 'allow' }));
    const tools = new ToolCoordinator().register(tool).use(await project.load());
    expect(await tools.execute('note', { text: 'a' })).toMatchObject({ error: { code: 'APPROVAL_REQUIRED' } });
    await tools.shutdownAll();
  });

  it('44: its deny beats every allow', async () => {
    const { result } = await write(before(specific({ permissionDecision: 'deny' })), { approve: approver([]) });
    expect(result).toMatchObject({ ok: false, error: { code: 'HOOK_BLOCKED' } });
  });
});

describe('answers after the tool', () => {
  it('45: decision: block tells the model the reason, and the result stays', async () => {
    const { result, ran } = await write(after(answer({ decision: 'block', reason: 'tests fail' })));
    expect(result).toMatchObject({ ok: true, value: { done: 'write_file' } });
    expect(result.metadata.contextModifications).toEqual([expect.stringMatching(/objects: tests fail$/)]);
    expect(ran).toHaveLength(1);
  });

  it('46: additionalContext goes to the model', async () => {
    const project = after(
      answer({ hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'formatted' } }),
    );
    expect(await contexts(project)).toEqual(['formatted']);
  });

  it('47: updatedToolOutput replaces the value', async () => {
    const project = after(answer({ hookSpecificOutput: { updatedToolOutput: { done: 'redacted' } } }));
    expect((await write(project)).result).toMatchObject({ ok: true, value: { done: 'redacted' } });
  });
});

describe('limits and failures', () => {
  it('48: texts over 10,000 characters are cut, and the whole is kept', async () => {
    const project = before(`jq -nc '{hookSpecificOutput:{additionalContext:("x" * 12345)}}'`);
    const [text = ''] = (await contexts(project)) ?? [];
    expect(text.length).toBeLessThanOrEqual(10_000);
    const id = /artifact (\S+)/.exec(text)?.[1] ?? '';
    expect((await project.artifacts.read(id, { owner: { principalId: '', taskId: 'session-1' } }))?.total).toBe(12_345);
  });

  const failures: readonly (string | object)[] = [
    { type: 'command', command: 'sleep 60', timeout: 0.2 },
    'kill -9 $$',
    'exit 1',
    'no-such-program-anywhere',
    'echo "{"',
    answer({ hookSpecificOutput: { permissionDecision: 'Deny' } }),
  ];

  it.each(failures)('49: %j lets the call go on, and is reported', async (handler) => {
    const { result, ran } = await write(before(handler));
    expect(result).toMatchObject({ ok: true, metadata: { warnings: [expect.stringContaining('failed')] } });
    expect(ran).toHaveLength(1);
  });

  it.each(failures)('50: %j denies with failClosed', async (handler) => {
    const { result, ran } = await write(before(handler), { failClosed: true });
    expect(result).toMatchObject({ ok: false, error: { code: 'HOOK_BLOCKED', details: { why: 'failed' } } });
    expect(ran).toEqual([]);
  });
});

describe("Cline's form", () => {
  const folder = (project: ClaudeProject, name: string, script: string): string => {
    project.put(`hooks/${name}`, `#!/bin/bash\n${script}\n`, 0o755);
    return `${project.base}/hooks`;
  };

  it('51, 52: one executable per event, which is told what it is about', async () => {
    const project = new ClaudeProject();
    const path = folder(project, 'PreToolUse', `cat > '${project.base}/told'`);
    folder(project, 'PostToolUse', `cat > '${project.base}/told-after'`);
    const tools = new ToolCoordinator({ cwd: project.workspace }).register(noteTool({ texts: [] }));
    tools.use(await hooks.fromClineFolder(path, { workspace: project.workspace }));
    await tools.execute('note', { text: 'a' }, { taskId: 't' });
    expect(JSON.parse(project.text('told'))).toMatchObject({
      hookName: 'PreToolUse',
      timestamp: expect.stringMatching(/^\d+$/),
      taskId: 't',
      workspaceRoots: [project.workspace],
      preToolUse: { toolName: 'note', parameters: { text: 'a' } },
    });
    expect(JSON.parse(project.text('told-after'))).toMatchObject({
      hookName: 'PostToolUse',
      postToolUse: { toolName: 'note', result: 'noted a', success: true, executionTimeMs: expect.any(Number) },
    });
    await tools.shutdownAll();
  });

  it('53: it answers with cancel, contextModification and errorMessage', async () => {
    const project = new ClaudeProject();
    const says = answer({ cancel: true, errorMessage: 'not now', contextModification: 'try later' });
    const path = folder(project, 'PreToolUse', says);
    const tools = new ToolCoordinator().register(noteTool({ texts: [] }));
    tools.use(await hooks.fromClineFolder(path, { workspace: project.workspace }));
    expect(await tools.execute('note', { text: 'a' })).toMatchObject({
      ok: false,
      error: { code: 'HOOK_BLOCKED', message: 'Hook "PreToolUse" blocked the call: not now' },
      metadata: { contextModifications: ['try later'] },
    });
    await tools.shutdownAll();
  });
});
