import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { coreErrors, ToolFailure } from '@ku0/agent-runtime-tools-core';

export interface Shell {
  readonly path: string;
  /** What the analyser is to take its grammar for. */
  readonly dialect: 'bash' | 'posix';
}

/**
 * The shell that command lines are run with: bash, for which they are analysed, else another `sh`. On Windows the bash
 * that comes with Git; neither cmd nor PowerShell, which would read the same line differently.
 */
export function findShell(given: string | undefined, platform: NodeJS.Platform = process.platform): Promise<Shell> {
  if (given !== undefined) return Promise.resolve(shellAt(given));
  const known = found.get(platform);
  if (known !== undefined) return known;
  const looked = look(platform);
  found.set(platform, looked);
  // A shell that is installed later is found later.
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
  // Android, where nothing is where it is elsewhere.
  '/system/bin/sh',
];

function windowsPlaces(): readonly string[] {
  const { ProgramFiles: programs, 'ProgramFiles(x86)': programs32, LOCALAPPDATA: local } = process.env;
  const folders = [programs, programs32, local === undefined ? undefined : join(local, 'Programs')];
  return folders.flatMap((folder) => (folder === undefined ? [] : [join(folder, 'Git', 'bin', 'bash.exe')]));
}
