import { setTimeout as sleep } from 'node:timers/promises';
import type { ToolPack } from '@ku0/agent-runtime-tools-core';
import { afterAll, describe, expect, it } from 'vitest';
import { checkPackContract } from '../../src/contract/check-pack-contract.ts';
import { runChecks } from '../../src/contract/contract-check.ts';
import { packChecks } from '../../src/contract/pack-checks.ts';
import type { PackContractOptions } from '../../src/contract/pack-options.ts';
import { noiseOptions, noisePack } from './sample-packs.ts';
import { SHOUT_OPTIONS, copy, shout } from './sample-tools.ts';

/** A pack with one thing wrong, and the finding that must come of it. */
interface Fault {
  readonly fault: string;
  readonly pack: ToolPack;
  readonly options?: PackContractOptions;
  readonly rule: string;
  readonly problem: string;
}

const timers: NodeJS.Timeout[] = [];

const faults: Fault[] = [
  { fault: 'no name', pack: noisePack({ name: '' }), rule: 'has a name', problem: 'the pack has no name' },
  {
    fault: 'a version that is no semver',
    pack: noisePack({ version: 'v1' }),
    rule: 'has a name',
    problem: '"v1" is not semver',
  },
  { fault: 'no tools', pack: noisePack({ tools: [] }), rule: 'has a name', problem: 'the pack has no tools' },
  {
    fault: 'two tools of one name',
    pack: noisePack({ tools: [shout(), shout()] }),
    rule: 'has a name',
    problem: 'two tools are called shout',
  },
  {
    fault: 'an alias that leads nowhere',
    pack: noisePack({ aliases: { yell: 'scream' } }),
    rule: 'has aliases',
    problem: 'the alias yell leads to scream, which is not in the pack',
  },
  {
    fault: 'an alias over a tool',
    pack: noisePack({ aliases: { copy: 'shout' } }),
    rule: 'has aliases',
    problem: 'the alias copy is the name of a tool',
  },
  {
    fault: 'a tool without samples',
    pack: noisePack(),
    options: { ...noiseOptions(), samples: { shout: SHOUT_OPTIONS } },
    rule: 'has samples for every tool',
    problem: 'there are no samples for ring',
  },
  {
    fault: 'samples without a tool',
    pack: noisePack(),
    options: { ...noiseOptions(), samples: { ...noiseOptions().samples, whisper: [] } },
    rule: 'has samples for every tool',
    problem: 'there are samples for whisper, which is not in the pack',
  },
  {
    fault: 'a service without instructions to provide it',
    pack: noisePack({ services: { bell: { provideWith: ' ' } } }),
    rule: 'says how to provide',
    problem: 'the service "bell" has no provideWith line',
  },
  {
    fault: 'a pack that cannot be registered',
    pack: noisePack({ tools: [shout(), shout()] }),
    rule: 'can be registered once',
    problem: 'cannot be registered and initialised: Tool "shout" is already registered.',
  },
  {
    fault: 'a tool that cannot be initialised',
    pack: noisePack({ tools: [shout({ initialize: () => Promise.reject(new Error('no microphone')) })], aliases: {} }),
    rule: 'can be registered once',
    problem: 'cannot be registered and initialised: no microphone',
  },
  {
    fault: 'a pack that changes its name',
    pack: changingName(),
    rule: 'can be registered once',
    problem: 'registering it twice is not refused',
  },
  {
    fault: 'a tool that a shutdown does not end',
    pack: noisePack({
      tools: [shout({ initialize: async () => void timers.push(setInterval(() => {}, 1_000)) })],
      aliases: {},
    }),
    options: { ...noiseOptions(), settleMs: 50 },
    rule: 'leaves nothing running',
    problem: 'left behind: 1 Timeout',
  },
  {
    fault: 'a shutdown that fails',
    pack: noisePack({
      tools: [shout({ shutdown: () => sleep(1).then(() => Promise.reject(new Error('stuck'))) })],
      aliases: {},
    }),
    rule: 'leaves nothing running',
    problem: 'a tool failed to shut down: {"tool":"shout","error":"stuck"}',
  },
];

afterAll(() => timers.forEach((timer) => clearInterval(timer)));

describe('checkPackContract', () => {
  it.each(faults)('checkPackContract finds $fault', async ({ pack, options = noiseOptions(), rule, problem }) => {
    const findings = await runChecks(packChecks(pack, options).filter((check) => check.rule.startsWith(rule)));
    expect(findings.map((finding) => finding.problem).join('\n')).toContain(problem);
  });

  it('checkPackContract finds what is wrong with a tool of the pack, and names the tool', async () => {
    const pack = noisePack({ tools: [shout({ version: '1' })], aliases: {}, services: {} });
    const findings = await checkPackContract(pack, { samples: { shout: SHOUT_OPTIONS } });
    expect(findings).toEqual([
      { rule: 'shout has a name, a description and a version', problem: 'the version "1" is not semver' },
    ]);
  });

  it('checkPackContract takes a tool without samples for one that has not been tried', async () => {
    const pack = noisePack({ tools: [copy()], aliases: {}, services: {} });
    const findings = await checkPackContract(pack, { samples: {} });
    expect(findings.map(({ problem }) => problem)).toEqual([
      'there are no samples for copy',
      'no sample is expected to be ok',
    ]);
  });
});

function changingName(): ToolPack {
  let count = 0;
  const tools = (): ToolPack['tools'] => [shout({ name: `shout_${count}` })];
  return Object.defineProperties(noisePack({ aliases: {}, services: {} }), {
    name: { get: () => `noise-${++count}` },
    tools: { get: tools },
  });
}
