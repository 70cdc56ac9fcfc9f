// A caller that makes one call, and is killed by a test.
import { ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import { bullmq, remotePack } from '../../../src/index.ts';
import { SECRET, TIMES, type EffectParams, type ProgramOptions } from './messages.ts';

const { url, place, detached = false } = JSON.parse(process.argv[2] ?? '') as ProgramOptions;
const call = JSON.parse(process.argv[3] ?? '') as EffectParams;
const driver = bullmq({ url, ...TIMES });
const agent = new ToolCoordinator().registerPack(await remotePack({ driver, place, secret: SECRET, detached }));
process.on('disconnect', () => process.exit());
process.send?.('ready');
process.send?.(await agent.execute('effect', call, { timeoutMs: 120_000 }));
