import { Type, defineTool, ok } from '@ku0/agent-runtime-tools-core';
import type { ToolPack, ToolServices } from '@ku0/agent-runtime-tools-core';
import type { PackContractOptions } from '../../src/contract/pack-options.ts';
import { COPY_OPTIONS, SHOUT_OPTIONS, copy, shout } from './sample-tools.ts';

/** A service that must be shut down. */
export class Bell {
  rings = 0;
  closed = false;

  ring(): number {
    return ++this.rings;
  }

  async shutdown(): Promise<void> {
    this.closed = true;
  }
}

const ring = defineTool({
  name: 'ring',
  description: 'Rings the bell once more.',
  parameters: Type.Object({}),
  output: Type.Object({ rings: Type.Integer() }),
  execute: async (_params, { services }) => ok({ rings: bellOf(services).ring() }),
});

/** A pack that keeps the contract, and what is wrong about another in its place. */
export function noisePack(wrong: Partial<ToolPack> = {}): ToolPack {
  return {
    name: 'noise',
    version: '1.0.0',
    tools: [shout(), copy(), ring],
    aliases: { yell: 'shout' },
    services: { bell: { provideWith: 'new ToolCoordinator({ services: { bell: new Bell() } })' } },
    ...wrong,
  };
}

/** The bells that were made, to see that they are shut down. */
export function noiseOptions(made: Bell[] = []): PackContractOptions {
  return {
    services: () => {
      const bell = new Bell();
      made.push(bell);
      return servicesWith(bell);
    },
    samples: {
      shout: SHOUT_OPTIONS,
      copy: COPY_OPTIONS,
      ring: [
        { name: 'once', params: {} },
        {
          name: 'after another tool of the pack',
          setup: async ({ tools, services }) => {
            await tools.execute<string>('ring', {});
            if (bellOf(services).rings !== 1) throw new Error('the pack is not there');
          },
          params: ({ folder }) => (folder.path === '' ? { unknown: true } : {}),
        },
      ],
    },
  };
}

function servicesWith(bell: Bell): ToolServices {
  return { bell } as ToolServices;
}

function bellOf(services: ToolServices): Bell {
  const bell: unknown = Object.getOwnPropertyDescriptor(services, 'bell')?.value;
  if (!(bell instanceof Bell)) throw new Error('There is no bell.');
  return bell;
}
