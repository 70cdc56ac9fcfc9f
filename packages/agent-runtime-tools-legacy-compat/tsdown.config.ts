import shared from '../../tsdown.base.config.ts';

export default { ...shared, entry: ['src/index.ts', 'src/track-r/index.ts'] };
