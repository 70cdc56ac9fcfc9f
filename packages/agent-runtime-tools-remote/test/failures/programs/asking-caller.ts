// A caller whose calls wait for an answer from elsewhere. It can also answer requests, wherever they wait.
import { ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import { ApprovalGate, RedisApprovalStore, approval } from '@ku0/agent-runtime-tools-approval';
import { bullmq, remotePack } from '../../../src/index.ts';
import { SECRET, TIMES, type AskingOrder, type AskingReport, type ProgramOptions } from './messages.ts';

const { url, place, folder } = JSON.parse(process.argv[2] ?? '') as ProgramOptions;
const report = (message: AskingReport): void => void process.send?.(message);
const store = new RedisApprovalStore({ url });
const gate = new ApprovalGate({ store });
gate.onRequest(({ id }) => report({ kind: 'asked', id }));
const agent = new ToolCoordinator({ cwd: folder })
  .use(approval({ gate, store, workspace: folder }))
  .registerPack(await remotePack({ driver: bullmq({ url, ...TIMES }), place, secret: SECRET }));

process.on('message', (order: AskingOrder) => void obey(order));
process.on('disconnect', () => process.exit());
process.send?.('ready');

async function obey(order: AskingOrder): Promise<void> {
  if (order.kind === 'call') {
    const result = await agent.execute('guarded', order.params, { principal: { id: 'ann' }, taskId: 'task' });
    report({ kind: 'result', id: order.params.id, code: result.ok ? 'ok' : result.error.code });
  } else {
    const { ok: counted } = await gate.answer(order.id, { approved: true });
    report({ kind: 'answered', id: order.id, counted });
  }
}
