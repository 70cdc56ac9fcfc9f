import base from '../../tsdown.base.config.ts';

/** The worker's file must lie beside the bundle that starts it. */
export default { ...base, entry: { index: 'src/index.ts', 'scan-worker': 'src/javascript/scan-worker.ts' } };
