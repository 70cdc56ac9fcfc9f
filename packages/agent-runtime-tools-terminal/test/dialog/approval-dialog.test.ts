import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import {
  approval,
  explainDecision,
  type ApprovalRequest,
  type ApprovalResponse,
} from '@ku0/agent-runtime-tools-approval';
import { ToolCoordinator, Type, defineTool, ok } from '@ku0/agent-runtime-tools-core';
import { createTestFolder } from '@ku0/agent-runtime-tools-testkit';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { askPerson, editText, Output, questionsAbout, type AskPersonOptions } from '../../src/index.ts';

const request: ApprovalRequest = {
  id: 'request-1',
  callId: 'call-1',
  taskId: 'task-1',
  turnId: '',
  tool: 'bash',
  args: { command: 'npm test' },
  cwd: '/here',
  reason: 'no rule covers npm test',
  reasons: ['no rule covers npm test'],
  risk: { level: 'medium', score: 40, why: 'it runs a command' },
  always: { rule: 'Bash(npm test)', covers: 'Bash(npm test) in /here' },
  digest: 'sha256:0',
  createdAt: 0,
  expiresAt: 1,
};

/** Types each line when the dialog has asked for it. */
async function talk(
  lines: readonly string[],
  options: Partial<AskPersonOptions> = {},
  about: ApprovalRequest = request,
): Promise<{ response: ApprovalResponse; shown: string }> {
  const input = new PassThrough();
  const output = new PassThrough();
  let shown = '';
  const waiting = [...lines];
  output.on('data', (chunk: Buffer) => {
    shown += chunk.toString();
    if (!/(?:\]|\)) $/.test(shown)) return;
    const line = waiting.shift();
    if (line === undefined) input.end();
    // The dialog reads once the question has been written.
    else setImmediate(() => input.write(`${line}\n`));
  });
  const terminal = { in: input, err: new Output(output, {}) };
  const response = await askPerson(about, { terminal, signal: new AbortController().signal, ...options });
  return { response, shown };
}

const wellFormed = { validate: (args: unknown) => (JSON.stringify(args).includes('npm') ? undefined : 'no npm in it') };

describe('an answer', () => {
  it.each([
    ['y', { approved: true, scope: 'once' }],
    ['s', { approved: true, scope: 'session' }],
    ['session', { approved: true, scope: 'session' }],
    ['a', { approved: true, scope: 'always' }],
    ['n', { approved: false }],
    ['n use pnpm', { approved: false, feedback: 'use pnpm' }],
    ['no, use pnpm', { approved: false, feedback: 'use pnpm' }],
    ['use pnpm instead', { approved: false, feedback: 'use pnpm instead' }],
    ['yes please', { approved: false, feedback: 'yes please' }],
    ['', { approved: false }],
  ])('%j is %o', async (typed, expected) => {
    expect((await talk([typed])).response).toEqual(expected);
  });

  it('of no asks what to do instead, if there is a model to tell', async () => {
    const { response, shown } = await talk(['n', ' use pnpm '], { asksWhy: true });
    expect(response).toEqual({ approved: false, feedback: 'use pnpm' });
    expect(shown).toContain('What should it do instead?');
    expect((await talk(['n', ''], { asksWhy: true })).response).toEqual({ approved: false });
  });

  it.each([[[]], [['r']], [['r', 'Bash(npm *)']], [['?']], [['x']], [['e']]])(
    'is a no if the input ends after %j',
    async (typed) => {
      const explain = () => explainDecision('bash', request.args, { cwd: '/', workspacePaths: ['/'] });
      const { response } = await talk(typed, {
        ...wellFormed,
        explain,
        edit: async () => '{ "command": "npm run x" }',
      });
      expect(response).toEqual({ approved: false });
    },
  );

  it('can be one of those that are named above the question', async () => {
    const explain = () => explainDecision('bash', request.args, { cwd: '/', workspacePaths: ['/'] });
    const everything = await talk(['n'], { ...wellFormed, explain });
    expect(everything.shown).toContain(
      [
        '│ y yes   s for this session   a always   r edit the rule',
        '│ e edit the arguments   x explain   n no   n TEXT no, and why   ? help',
        'Allow this call? [y/N] ',
      ].join('\n'),
    );
    const { always: _, ...without } = request;
    expect((await talk(['n'], {}, without)).shown).toContain(
      '│ y yes   s for this session   n no   n TEXT no, and why   ? help\nAllow',
    );
  });

  it.each(['a', 'r', 'e', 'x'])(
    'of %s where it is not offered consents to nothing, and is asked for again',
    async (key) => {
      const { always: _, ...without } = request;
      const { response, shown } = await talk([key, 'y'], {}, without);
      expect(shown).toContain('│ ! That is not offered for this call.\nAllow this call? [y/N, ? for help] ');
      expect(response).toEqual({ approved: true, scope: 'once' });
      expect((await talk([key], {}, without)).response).toEqual({ approved: false });
    },
  );

  it('of help explains the keys that are there, and asks again', async () => {
    const { response, shown } = await talk(['?', 'y'], wellFormed);
    expect(response).toEqual({ approved: true, scope: 'once' });
    expect(shown).toContain('│ e       in your editor; they are checked and shown again\n');
    expect(shown).toContain('│ n TEXT  the same, and the model is told the text\n');
    expect(shown).not.toContain('│ x   ');
  });
});

describe('a rule', () => {
  it('can be written by the person, and is shown before it counts', async () => {
    const { response, shown } = await talk(['r', 'Bash(npm *)', 'y']);
    expect(response).toEqual({ approved: true, scope: 'always', rule: 'Bash(npm *)' });
    expect(shown).toContain('"Always" would cover: Bash(npm *)');
  });

  it('is the offered one if nothing is typed, and none without a yes', async () => {
    expect((await talk(['r', '', 'y'])).response).toMatchObject({ rule: 'Bash(npm test)' });
    expect((await talk(['r', 'Bash', 'n', 'n'])).response).toEqual({ approved: false });
  });

  it('is checked before it is kept, and can be written again', async () => {
    const checkRule = async (rule: string) =>
      rule.includes('npm')
        ? { offer: { rule, covers: `${rule} in /here` } }
        : { problem: 'it does not cover this call.' };
    const { response, shown } = await talk(['r', 'Bash(git *)', 'r', 'Bash(npm *)', 'y'], { checkRule });
    expect(shown).toContain('│ ! It cannot be kept: it does not cover this call.\nAllow this call?');
    expect(shown).toContain('│ "Always" would cover: Bash(npm *) in /here\n');
    expect(response).toEqual({ approved: true, scope: 'always', rule: 'Bash(npm *)' });
  });
});

describe('arguments', () => {
  it('are edited, validated and shown again before they are approved, for this call only', async () => {
    const edit = vi.fn(async () => '{ "command": "npm run build" }');
    const preview = async () => ({ summary: 'Builds it', changes: [] });
    const { response, shown } = await talk(['e', 's', 'y'], { ...wellFormed, edit, preview, asksWhy: true });
    expect(response).toEqual({ approved: true, scope: 'once', modifiedArgs: { command: 'npm run build' } });
    expect(edit).toHaveBeenCalledWith('{\n  "command": "npm test"\n}\n', expect.anything());
    expect(shown).toMatch(/npm run build[\s\S]*Builds it[\s\S]*Allow the changed call\?/);
    expect(shown).toContain('not offered for this call');
  });

  it('have reasons and a risk of their own, and a warning if a rule denies them', async () => {
    const permissions = { deny: ['Bash(npm publish *)'] };
    const explain = (args: unknown) => explainDecision('bash', args, { permissions, cwd: '/', workspacePaths: ['/'] });
    const edited = (command: string) => ({ ...wellFormed, explain, edit: async () => JSON.stringify({ command }) });
    const { shown } = await talk(['e', 'n'], edited('npm run build'));
    expect(shown.split('asks to run')[2]).toContain('│ Why it asks: no rule covers npm run build\n');
    expect((await talk(['e', 'n'], edited('npm publish --tag x'))).shown).toMatch(
      /│ ! A rule denies it: .*npm publish/,
    );
  });

  it('that are not valid are opened again as they were left', async () => {
    const texts = ['{ "command": ', '{ "command": "npm ci" }'];
    const opened: string[] = [];
    const edit = async (text: string) => {
      opened.push(text);
      return texts.shift() ?? '';
    };
    const { response } = await talk(['e', 'e', 'y'], { ...wellFormed, edit });
    expect(opened).toEqual(['{\n  "command": "npm test"\n}\n', '{ "command": ']);
    expect(response).toMatchObject({ modifiedArgs: { command: 'npm ci' } });
  });

  it.each([
    ['{ "command": ', 'That is not valid'],
    ['{ "command": "rm x" }', 'no npm in it'],
    ['["npm"]', 'It is not an object'],
    ['{\n  "command": "npm test"\n}\n', 'as they were'],
  ])('edited to %j are refused: %s', async (text, note) => {
    const { response, shown } = await talk(['e', 'y'], { ...wellFormed, edit: async () => text });
    expect(response).toEqual({ approved: true, scope: 'once' });
    expect(shown).toContain(note);
  });

  it('are edited with the program in EDITOR, in a private file that is gone afterwards', async () => {
    const folder = await createTestFolder();
    onTestFinished(() => folder.remove());
    const editor = join(folder.path, 'editor.sh');
    writeFileSync(
      editor,
      `#!/bin/sh\nls -l "$2" > "${folder.path}/seen"\necho "$2" > "${folder.path}/name"\nsed -i s/a/b/ "$2"\n`,
    );
    chmodSync(editor, 0o755);
    const { signal } = new AbortController();
    const env = { ...process.env, VISUAL: '', EDITOR: `${editor} --wait` };
    expect(await editText('aa\n', { signal, env })).toBe('ba\n');
    expect(await folder.read('seen')).toMatch(/^-rw-------/);
    expect(existsSync((await folder.read('name')).trim())).toBe(false);
    await expect(editText('x', { signal, env: {} })).rejects.toThrow('Set EDITOR');
    await expect(editText('x', { signal, env: { PATH: process.env['PATH'], EDITOR: 'false' } })).rejects.toThrow(
      'code 1',
    );
  });
});

describe('an explanation', () => {
  it('names every part of a command with the rule that covers it, or none', async () => {
    const permissions = { allow: ['Bash(git log *)'], ask: ['Bash(git push *)'] };
    const args = { command: 'git log -3 && git push origin main && sudo npm test' };
    const explain = () =>
      explainDecision('bash', args, { permissions, remembered: [], cwd: '/', workspacePaths: ['/'] });
    const { response, shown } = await talk(['x', 'n'], { explain }, { ...request, args });
    expect(response).toEqual({ approved: false });
    expect(shown).toContain('│ ask bash by Bash(git push *)');
    expect(shown).toMatch(/│ {3}.*git push origin main is to be asked about/);
    expect(shown).toMatch(/│ {3}risk: /);
    expect(shown).toContain('runs git log -3             allowed by Bash(git log *)');
    expect(shown).toContain('runs git push origin main   asked about by Bash(git push *)');
    expect(shown).toMatch(/runs npm test through sudo {2}not covered/);
  });

  it('has no line that the terminal would wrap', async () => {
    const args = { command: `echo ${'Allow this call? [y/N] y '.repeat(20)}` };
    const explain = () => explainDecision('bash', args, { cwd: '/', workspacePaths: ['/'] });
    const { shown } = await talk(['x', 'n'], { explain }, { ...request, args });
    for (const line of shown.split('\n').slice(0, -1)) {
      expect(line.length).toBeLessThan(80);
      expect(line).toMatch(/^(?:[?│]|Allow this call\? \[y\/N)/);
    }
  });

  it('that fails is a note', async () => {
    const explain = () => Promise.reject(new Error('nothing to say'));
    expect((await talk(['x', 'y'], { explain })).shown).toContain('! nothing to say');
  });
});

describe('questionsAbout', () => {
  it('answers from the tools and the approval of a host, with remembered rules', async () => {
    const bash = defineTool({
      name: 'bash',
      parameters: Type.Object({ command: Type.String() }),
      capabilities: { executesCommands: true },
      requiresApproval: true,
      dryRun: async ({ command }) => ok({ summary: `Would run ${command}`, changes: [] }),
      execute: async () => ok('done'),
    });
    const folder = await createTestFolder();
    onTestFinished(() => folder.remove());
    const requests: ApprovalRequest[] = [];
    const gatekeeper = approval({
      workspace: folder.path,
      ask(asked) {
        requests.push(asked);
        return { approved: true, scope: 'always', rule: 'Bash(npm *)' };
      },
    });
    const tools = new ToolCoordinator({ cwd: folder.path }).use(gatekeeper).register(bash);
    await tools.execute('bash', { command: 'npm test' });
    expect(await tools.execute('bash', { command: 'npm run build' })).toMatchObject({ ok: true });
    expect(requests).toHaveLength(1);
    const questions = questionsAbout({ ...request, cwd: folder.path }, { tools, approval: gatekeeper });
    expect(await questions.validate?.({ command: 7, x: 1 })).toMatch(/x/);
    expect(await questions.validate?.({ command: 'ls' })).toBeUndefined();
    expect(await questions.preview?.({ command: 'ls' })).toMatchObject({ summary: 'Would run ls' });
    expect(await questions.explain?.({ command: 'npm run lint; ls' })).toMatchObject({
      commands: [
        { text: 'npm run lint', action: 'approve', rule: 'Bash(npm *)' },
        { text: 'ls', concerns: ['no rule covers ls'] },
      ],
    });
  });
});
