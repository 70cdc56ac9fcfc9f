import base from '../../tsdown.base.config.ts';

/** The thread's file lies beside whatever starts it. */
export default { ...base, entry: { index: 'src/index.ts', 'scan-worker': 'src/javascript/scan-worker.ts' } };
