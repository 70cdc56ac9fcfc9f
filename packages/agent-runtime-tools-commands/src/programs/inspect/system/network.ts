import { type Call, hasOption, optionValues } from '../../../calls/call.ts';
import type { Findings } from '../../../calls/findings.ts';
import { hazard } from '../../program.ts';

/** `host:path` is a path on another machine. */
export function inspectRemoteCopy(call: Call, found: Findings): void {
  for (const { text: place, index } of call.operands) {
    if (/^[^/]*:/.test(place)) found.addHazard(hazard('network', 'copies to or from another machine'), index);
  }
}

export function inspectDownloader(call: Call, found: Findings): void {
  for (const { word, index } of call.args) {
    if (/^--on-|^--exec/.test(word.value)) found.addHazard(hazard('executes', 'runs a program'), index);
  }
  if (!hasOption(call, '--simulate', '-s')) {
    found.addHazard(hazard('writes', 'writes files named by the server'), call.args.length);
  }
}

/** Options of curl whose value is a file when it starts with `@`, or with a name and `@`. */
export const CURL_DATA_OPTIONS =
  '-d --data --data-ascii --data-binary --data-raw --data-urlencode --json ' +
  '-F --form -H --header --proxy-header --url-query --variable';

/** `wget` names its output after the address unless `-O` is given. */
export function inspectWget(call: Call, found: Findings): void {
  checkAddresses(call, found);
  const [output] = optionValues(call, '-O', '--output-document');
  if (output === undefined && !hasOption(call, '--spider')) {
    found.addHazard(
      hazard('writes', 'writes a file named by the server'),
      call.operands.at(-1)?.index ?? call.args.length,
    );
  }
}

/** The remote command is not analysed, so a rule has to name the machine. */
export function inspectSsh(call: Call, found: Findings): void {
  const [machine] = call.operands;
  found.addHazard(hazard('network', 'runs commands on another machine'), machine?.index ?? call.args.length);
}

export function inspectCurl(call: Call, found: Findings): void {
  checkAddresses(call, found);
  for (const value of optionValues(call, '-w')) {
    if (value.text.startsWith('@')) found.addPath('read', { ...value, text: value.text.slice(1) });
    if (value.kind !== 'literal' || value.text.includes('%output{')) {
      found.addHazard(hazard('writes', 'the format writes a file'), value.index);
    }
  }
  for (const value of optionValues(call, ...CURL_DATA_OPTIONS.split(' '))) {
    const file = /^(?:[\w.-]*@|[^=]*=[@<])([^;,]+)/.exec(value.text)?.[1];
    if (file !== undefined || value.kind !== 'literal') found.addPath('read', { ...value, text: file ?? '' });
  }
  for (const address of [...call.operands, ...optionValues(call, '--url')]) {
    if (/[{[]/.test(address.text.slice(0, hostStart(address.text)))) {
      found.addHazard(
        hazard('network', 'uses braces or brackets that can change the scheme of the address'),
        address.index,
      );
    }
  }
  for (const value of optionValues(call, '--proto', '--proto-default', '--proto-redir')) {
    if (!/^(?:[=+-]?https?(?:,|$))+$/i.test(value.text)) {
      found.addHazard(hazard('network', 'allows schemes other than HTTP'), value.index);
    }
  }
  for (const value of optionValues(call, '-b', '--cookie')) {
    if (!value.text.includes('=')) found.addPath('read', value);
  }
}

/** A rule for one address does not cover another host in the same call: `curl https://a https://b`. */
function checkAddresses(call: Call, found: Findings): void {
  const [first, ...others] = [...call.operands, ...optionValues(call, '--url')].sort((a, b) => a.index - b.index);
  if (first === undefined) return;
  for (const { text: address, index } of others) {
    if (originOf(address) === originOf(first.text)) continue;
    const why = `${address} is another address than the first`;
    found.hazards.push({ kind: 'network', why, wordIndex: index, consent: 'named', onlyIfNamed: first.index });
  }
}

function originOf(address: string): string {
  const parsed = URL.parse(address) ?? URL.parse(`http://${address}`);
  return parsed === null ? address : `${parsed.protocol}//${parsed.host}`;
}

/** Where the host of an address begins. Braces before it would make curl try several schemes. */
function hostStart(address: string): number {
  const mark = address.indexOf('://');
  return mark < 0 ? (/^[^/?#]*/.exec(address)?.[0].length ?? 0) : mark;
}
