import { utf8Text } from '../run/output-bytes.ts';

/** One line of the effective configuration. */
export interface ConfigEntry {
  /** Section and variable in lower case, the subsection as it is written. */
  readonly key: string;
  readonly value: string;
  readonly scope: string;
  /** The file it is from; undefined for the command line and the environment. */
  readonly file: string | undefined;
  /** Its name is valid UTF-8, so it can be overridden. */
  readonly isText: boolean;
}

/** Arguments that print the effective configuration. `git config` starts no program. */
export const LIST_CONFIG = ['config', '--list', '--includes', '-z', '--show-scope', '--show-origin'] as const;

/** Parses the output of `LIST_CONFIG`: scope NUL origin NUL key LF value NUL. */
export function parseConfig(output: Buffer, folder: (file: string) => string): ConfigEntry[] {
  const fields = splitAtNul(output);
  const entries: ConfigEntry[] = [];
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [scope, origin, line] = [fields[at], fields[at + 1], fields[at + 2]];
    if (scope === undefined || origin === undefined || line === undefined) break;
    const end = line.indexOf(0x0a);
    const key = utf8Text(end === -1 ? line : line.subarray(0, end));
    const file = origin.toString('utf8');
    entries.push({
      key: key.text,
      // A variable without `=` means true.
      value: end === -1 ? 'true' : line.subarray(end + 1).toString('utf8'),
      scope: scope.toString('latin1'),
      file: file.startsWith('file:') ? folder(file.slice('file:'.length)) : undefined,
      isText: key.isText,
    });
  }
  return entries;
}

export function splitAtNul(output: Buffer): Buffer[] {
  const fields: Buffer[] = [];
  let start = 0;
  for (let end = output.indexOf(0); end !== -1; end = output.indexOf(0, start)) {
    fields.push(output.subarray(start, end));
    start = end + 1;
  }
  return fields;
}
