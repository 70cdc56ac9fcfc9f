import { coreErrors } from '@ku0/agent-runtime-tools-core';
import type { ToolError } from '@ku0/agent-runtime-tools-core';
import { createBubblewrapDriver } from './bubblewrap/bubblewrap-driver.ts';
import type { DriverOptions } from './bubblewrap/bubblewrap-driver.ts';
import type { SandboxDriver } from './driver.ts';

/** The driver for this operating system, or an error if there is none. Further drivers are added here. */
export function createDriver(
  options: DriverOptions,
  platform: NodeJS.Platform = process.platform,
): SandboxDriver | { readonly error: ToolError } {
  if (platform === 'linux') return createBubblewrapDriver(options);
  return {
    error: coreErrors.ENGINE_NOT_AVAILABLE({
      message: `There is no sandbox for ${platform}: programs can be confined on Linux only.`,
      suggestion: 'Tell the person that this needs Linux (a virtual machine or WSL 2 will do), or choose another tool.',
      details: { reason: 'platform', platform },
    }),
  };
}
