import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inheritableDescriptors } from '@ku0/agent-runtime-tools-processes';

/**
 * The program to start instead of Chromium, so that it does not inherit the descriptors that this process was started with.
 * Playwright cannot hide them. If there are any, it starts a script in the folder that closes them and then becomes Chromium.
 */
export async function hidingDescriptors(executablePath: string, folder: string): Promise<string> {
  const hidden = inheritableDescriptors().filter((descriptor) => descriptor > LAST_PIPE);
  if (hidden.length === 0) return executablePath;
  const script = join(folder, 'start-chromium');
  const close = hidden.map((descriptor) => `${descriptor}>&-`).join(' ');
  const program = `'${executablePath.replaceAll("'", `'\\''`)}'`;
  await writeFile(script, `#!/bin/bash -p\nexec ${close}\nexec -- ${program} "$@"\n`, { mode: 0o700 });
  return script;
}

/** Playwright speaks to Chromium over pipes, which take the place of descriptors 0 to 4. */
const LAST_PIPE = 4;
