import { does } from '../programs/vocabulary.ts';
import type { CallValue } from './call.ts';
import type { Findings } from './findings.ts';
import { leadsElsewhere } from './loose-path.ts';

/** An address: of the web, or a place on this machine, or something that a helper program is started for. */
export function checkUrl(found: Findings, value: CallValue): void {
  // `http://host/x?y=1` without quotes is a glob, which rarely matches a file; the machine is certain.
  const isPlaced = value.kind === 'glob' && PLACED.test(value.text);
  if (isPlaced) found.path('read', value);
  if (value.kind !== 'literal' && !isPlaced) {
    found.unknownArgument(value.index, 'an address is not known beforehand');
    return;
  }
  const { text, index } = value;
  const helper = /^([a-z][a-z0-9+.-]*)::/i.exec(text);
  if (helper !== null) {
    found.hazard(does('executes', `the address starts the helper ${helper[1]}`), index);
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
  } else if (scheme !== undefined && !WEB.has(scheme)) {
    found.hazard(does('network', `the scheme ${scheme} is not one of the web`), index);
  } else if (scheme === undefined && leadsElsewhere(text)) {
    found.paths.push({ access: 'read', path: text, wordIndex: index, intended: true });
  } else if (text.startsWith('-')) {
    found.hazard(does('unknown', 'an address starts with a dash'), index);
  }
}

const PLACED = /^(?:https?:\/\/[\w.:@-]+\/|(?!https?:)[\w.-]+(?::\d+)?\/)/i;
const WEB: ReadonlySet<string> = new Set(['http', 'https', 'ssh', 'git', 'git+ssh', 'git+https']);
