import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { projectErrors } from '../errors.ts';

/** Where programs of a project may be: its dependencies, a virtual environment, the machine. */
export type ProgramPlace = 'node' | 'python' | 'machine';

/**
 * The path of a program: in the folder of the project or the nearest folder above it in the workspace, else on the machine.
 * Nothing is downloaded. Undefined if it is nowhere.
 *
 *     node      node_modules/.bin/NAME
 *     python    .venv/bin/NAME, venv/bin/NAME
 */
export async function findProgram(
  name: string,
  { folder, root, place }: { readonly folder: string; readonly root: string; readonly place: ProgramPlace },
): Promise<string | undefined> {
  if (place !== 'machine') {
    for (let at = folder; at === root || at.startsWith(`${root}/`); at = dirname(at)) {
      for (const below of PLACES[place]) {
        const path = join(at, below, name);
        if (await isExecutable(path)) return path;
      }
      if (at === dirname(at)) break;
    }
  }
  for (const at of (process.env['PATH'] ?? '').split(':')) {
    if (at.startsWith('/') && (await isExecutable(join(at, name)))) return join(at, name);
  }
  return undefined;
}

const PLACES = { node: ['node_modules/.bin'], python: ['.venv/bin', 'venv/bin'] } as const;

/** The same, but throws a ToolFailure if the program is missing. */
export async function requireProgram(name: string, options: Parameters<typeof findProgram>[1]): Promise<string> {
  const found = await findProgram(name, options);
  if (found !== undefined) return found;
  throw new ToolFailure(
    projectErrors.PROGRAM_MISSING({
      message: `${name} is neither in the project nor on this machine.`,
      details: { program: name },
    }),
  );
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
