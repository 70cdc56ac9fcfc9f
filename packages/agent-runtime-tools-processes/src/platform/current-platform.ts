import { linuxPlatform } from './linux-platform.ts';
import { unixPlatform } from './unix-platform.ts';
import { windowsPlatform } from './windows-platform.ts';
import type { Platform } from './platform.ts';

/** The platform that this process runs on. No other file checks `process.platform`. */
export const platform: Platform = platformOf(process.platform);

function platformOf(name: NodeJS.Platform): Platform {
  if (name === 'linux') return linuxPlatform;
  return name === 'win32' ? windowsPlatform : unixPlatform;
}
