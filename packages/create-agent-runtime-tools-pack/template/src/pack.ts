import { definePack } from '@ku0/agent-runtime-tools-core';
import manifest from '../package.json' with { type: 'json' };
import { countWordsTool } from './count-words.tool.ts';

/** The tools of this package. */
export function samplePack() {
  return definePack({ name: 'sample', version: manifest.version, tools: [countWordsTool] });
}
