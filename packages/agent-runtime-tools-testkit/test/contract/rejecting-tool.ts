import { ok } from '@ku0/agent-runtime-tools-core';
import { toolLeakProblems } from '../../src/contract/checks/stopping/tool-leaks.ts';
import { toolUnderTest } from '../../src/contract/harness/tool-under-test.ts';
import { SHOUT_OPTIONS, shout } from './sample-tools.ts';

const tool = shout({
  async execute() {
    void Promise.reject(new Error('forgotten'));
    return ok({ text: 'HEY' });
  },
});
console.log((await toolLeakProblems(toolUnderTest(tool, SHOUT_OPTIONS))).join('\n'));
