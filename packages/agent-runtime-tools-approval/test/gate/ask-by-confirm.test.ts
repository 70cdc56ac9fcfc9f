import { ToolCoordinator, Type, defineTool, ok } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import { approval, type ApprovalOptions } from '../../src/index.ts';

function coordinator(options: ApprovalOptions): ToolCoordinator {
  return new ToolCoordinator().use(approval(options)).register(
    defineTool({
      name: 'launch',
      parameters: Type.Object({ target: Type.String() }),
      requiresApproval: true,
      execute: async () => ok('launched'),
    }),
  );
}

describe('approval without a way to ask', () => {
  it('asks with the confirm callback of the call and shows the arguments', async () => {
    const shown: string[] = [];
    const confirm = async (message: string): Promise<boolean> => shown.push(message) === 1;
    const tools = coordinator({});
    const call = () => tools.execute('launch', { target: 'moon\u202e' }, { callbacks: { confirm } });
    expect(await call()).toMatchObject({ ok: true });
    expect(shown[0]).toContain('moon');
    expect(shown[0]).not.toContain('\u202e');
    expect(await call()).toMatchObject({ ok: false, error: { code: 'APPROVAL_DENIED' } });
  });

  it('denies if the confirm callback fails', async () => {
    const confirm = (): Promise<boolean> => Promise.reject(new Error('gone'));
    const result = await coordinator({}).execute('launch', { target: 'moon' }, { callbacks: { confirm } });
    expect(result.ok).toBe(false);
  });

  it('does not use the confirm callback if the host has its own way to ask', async () => {
    const tools = coordinator({ ask: () => false });
    const callbacks = { confirm: async () => true };
    expect(await tools.execute('launch', { target: 'moon' }, { callbacks })).toMatchObject({ ok: false });
  });
});
