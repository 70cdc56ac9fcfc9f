import { bullmq, serveCalls } from '@ku0/agent-runtime-tools-remote';
import { required } from './required.ts';
import { createWorkerTools } from './tools.ts';

const state = required('STATE');
const tools = createWorkerTools({ root: required('ROOT'), state });
const worker = await serveCalls(tools, {
  driver: bullmq({ url: required('REDIS_URL') }),
  place: required('PLACE'),
  secret: required('SECRET'),
  journal: state,
  onProblem: (message) => console.error(message),
});
console.log(`The worker serves ${worker.place}.`);

// Calls that run are finished, others are left to the next worker.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    void worker.close().then(() => tools.shutdownAll());
  });
