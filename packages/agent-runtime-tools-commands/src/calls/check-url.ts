import { hazard } from '../programs/program.ts';
import type { CallValue } from './call.ts';
import type { Findings } from './findings.ts';
import { mayLeaveFolder } from './possible-path.ts';

/**
 * Checks an address, which may be a URL, a path on this machine, or `helper::address`, for which git starts a program.
 */
export function checkUrl(found: Findings, value: CallValue): void {
  // An unquoted `http://host/x?y=1` is a glob that hardly ever matches a file. The host is certain.
  const isPlaced = value.kind === 'glob' && HOST_IS_LITERAL.test(value.text);
  if (isPlaced) found.addPath('read', value);
  if (value.kind !== 'literal' && !isPlaced) {
    found.addUnknownArgument(value.index, 'an address is not known beforehand');
    return;
  }
  const { text, index } = value;
  const helper = /^([a-z][a-z0-9+.-]*)::/i.exec(text);
  if (helper !== null) {
    found.addHazard(hazard('executes', `the address starts the helper ${helper[1]}`), index);
    return;
  }
  const scheme =
    /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase() ?? /^(file):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme === 'file') {
    found.paths.push({
      access: 'read',
      path: text.replace(/^file:(?:\/\/[^/]*)?/i, '') || '/',
      wordIndex: index,
      intended: true,
    });
  } else if (scheme !== undefined && !WEB_SCHEMES.has(scheme)) {
    found.addHazard(hazard('network', `the scheme ${scheme} is not a web scheme`), index);
  } else if (scheme === undefined && mayLeaveFolder(text)) {
    found.paths.push({ access: 'read', path: text, wordIndex: index, intended: true });
  } else if (text.startsWith('-')) {
    found.addHazard(hazard('unknown', 'an address starts with a dash'), index);
  }
}

const HOST_IS_LITERAL = /^(?:https?:\/\/[\w.:@-]+\/|(?!https?:)[\w.-]+(?::\d+)?\/)/i;
const WEB_SCHEMES: ReadonlySet<string> = new Set(['http', 'https', 'ssh', 'git', 'git+ssh', 'git+https']);
