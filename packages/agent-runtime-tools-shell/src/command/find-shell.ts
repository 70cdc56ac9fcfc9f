import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { coreErrors, ToolFailure } from '@ku0/agent-runtime-tools-core';

export interface Shell {
  readonly path: string;
  /** The grammar by which command lines for this shell are analysed. */
  readonly dialect: 'bash' | 'posix';
}

/**
 * The shell for command lines: bash, or sh if there is no bash. On Windows it is the bash of Git for Windows; cmd and
 * PowerShell are not used, because they would interpret the same line differently than the analysis.
 */
export function findShell(given: string | undefined, platform: NodeJS.Platform = process.platform): Promise<Shell> {
  if (given !== undefined) return Promise.resolve(shellAt(given));
  const known = found.get(platform);
  if (known !== undefined) return known;
  const looked = look(platform);
  found.set(platform, looked);
  // Search again next time: a shell may be installed later.
  looked.catch(() => found.delete(platform));
  return looked;
}

const found = new Map<NodeJS.Platform, Promise<Shell>>();

async function look(platform: NodeJS.Platform): Promise<Shell> {
  for (const path of platform === 'win32' ? windowsPlaces() : UNIX_PLACES) {
    const info = await stat(path).catch(() => undefined);
    if (info?.isFile() === true) return shellAt(path);
  }
  throw new ToolFailure(
    coreErrors.ENGINE_NOT_AVAILABLE({
      message: 'There is no shell to run commands with.',
      suggestion:
        platform === 'win32'
          ? 'Tell the person to install Git for Windows, which brings bash, or to give shellPack({ shell }).'
          : 'Tell the person to install bash, or to give shellPack({ shell }).',
    }),
  );
}

function shellAt(path: string): Shell {
  return { path, dialect: /(?:^|[\\/])bash(?:\.exe)?$/i.test(path) ? 'bash' : 'posix' };
}

const UNIX_PLACES = [
  '/bin/bash',
  '/usr/bin/bash',
  // NixOS, the BSDs and Homebrew on macOS.
  '/run/current-system/sw/bin/bash',
  '/usr/local/bin/bash',
  '/opt/homebrew/bin/bash',
  '/bin/sh',
  // Android.
  '/system/bin/sh',
];

function windowsPlaces(): readonly string[] {
  const { ProgramFiles: programs, 'ProgramFiles(x86)': programs32, LOCALAPPDATA: local } = process.env;
  const folders = [programs, programs32, local === undefined ? undefined : join(local, 'Programs')];
  return folders.flatMap((folder) => (folder === undefined ? [] : [join(folder, 'Git', 'bin', 'bash.exe')]));
}
