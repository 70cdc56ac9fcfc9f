import { ok } from '@ku0/agent-runtime-tools-core';
import { toolLeakProblems } from '../../src/contract/checks/tool-leaks.ts';
import { toolSubject } from '../../src/contract/tool-subject.ts';
import { SHOUT_OPTIONS, shout } from './sample-tools.ts';

const tool = shout({
  async execute() {
    void Promise.reject(new Error('forgotten'));
    return ok({ text: 'HEY' });
  },
});
console.log((await toolLeakProblems(toolSubject(tool, SHOUT_OPTIONS))).join('\n'));
