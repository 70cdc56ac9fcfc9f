import { refuse, workspaceErrors } from '../errors.ts';

/** Refuses strings that cannot be the path of a file, before the system sees them. */
export function checkSpelling(path: string, platform: NodeJS.Platform = process.platform): void {
  const invalid = (message: string, suggestion?: string): never =>
    refuse(
      workspaceErrors.INVALID_PATH({
        message,
        ...(suggestion !== undefined && { suggestion }),
        details: { path: path.slice(0, 200) },
      }),
    );
  if (path === '') invalid('The path is empty.', 'Name a file or folder; "." is the workspace root.');
  if (/(?:^|\/)\s+$/.test(path))
    invalid('The path ends with a name that is only blanks.', 'Give the name of a file or folder.');
  if (path.includes('\0')) invalid('The path contains a NUL character.', 'Leave that character out.');
  if (!path.isWellFormed())
    invalid('The path is not well-formed Unicode.', 'Give the name as the list of its folder has it.');
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) invalid('The path is longer than the system allows.', SHORTER);
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(path))
    invalid('This is a URL, not a path.', 'Give the path of a file in the workspace.');
  if (/^~[^/]*(?:\/|$)/.test(path))
    invalid('"~" is not expanded.', 'Give a path in the workspace; for a file of that very name write "./~".');
  for (const name of path.split(platform === 'win32' ? /[/\\]/ : '/')) {
    if (Buffer.byteLength(name) > MAX_NAME_BYTES)
      invalid(`A name in the path is longer than ${MAX_NAME_BYTES} bytes.`, SHORTER);
  }
  if (platform === 'win32') {
    const hazard = windowsHazard(path);
    if (hazard !== undefined) invalid(hazard, 'Choose another name.');
  }
}

/** Why Windows would not use a path as written: streams, drives, devices, dropped endings. */
export function windowsHazard(path: string): string | undefined {
  if (/^[/\\]{2}/.test(path)) return 'Network and device paths are not in the workspace.';
  const names = path.replace(/^[a-z]:(?=[/\\])/i, '').split(/[/\\]/);
  for (const name of names) {
    if (name.includes(':')) return `"${name}" names a stream or a drive.`;
    if (name !== '.' && name !== '..' && /[. ]$/.test(name)) return `Windows drops the end of "${name}".`;
    if (RESERVED.test(name)) return `"${name}" is the name of a device.`;
  }
  return undefined;
}

const SHORTER = 'Choose shorter names.';
const MAX_PATH_BYTES = 4095;
const MAX_NAME_BYTES = 255;
const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\..*)?$/i;
