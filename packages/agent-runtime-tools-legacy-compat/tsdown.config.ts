import shared from '../../tsdown.base.config.ts';

export default {
  ...shared,
  entry: [
    'src/index.ts',
    'src/agents/index.ts',
    'src/track-r/index.ts',
    'src/code-ally/index.ts',
    'src/codecraft/index.ts',
    'src/codecraft/tools/index.ts',
    // Each has a default export, which was how the older system's tools could be imported.
    'src/codecraft/tools/*.ts',
    'src/codecraft/tools/*/*.ts',
  ],
};
