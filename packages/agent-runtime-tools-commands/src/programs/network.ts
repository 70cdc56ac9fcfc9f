import { hasOption, optionValues, type Call } from '../calls/call.ts';
import type { Findings } from '../calls/findings.ts';
import { does, each, flag, flagged, reads, runs, text, writes, type ProgramTable } from './vocabulary.ts';

/** Options whose value is a file when it starts with `@`, or with a name and `@`. */
const DATA =
  '-d --data --data-ascii --data-binary --data-raw --data-urlencode --json ' +
  '-F --form -H --header --proxy-header --url-query --variable';

/** Programs that reach other machines. */
export const network: ProgramTable = () => ({
  curl: {
    options: {
      ...each(
        [
          '-o --output -D --dump-header -c --cookie-jar --trace --trace-ascii --stderr --libcurl',
          '--etag-save --hsts --alt-svc --output-dir',
        ],
        writes,
      ),
      ...each(
        '-O --remote-name --remote-name-all -J --remote-header-name',
        flagged('writes', 'writes a file named by the server'),
      ),
      '-K --config': runs('takes its options from a file'),
      ...each(
        [
          '-T --upload-file -E --cert --key --cacert --capath --netrc-file --etag-compare --crlfile',
          '--pubkey --proxy-cert --proxy-key --proxy-cacert',
        ],
        reads,
      ),
      ...each(`${DATA} --form-string -b --cookie`, text),
      ...each(
        [
          '--unix-socket --abstract-unix-socket -x --proxy --preproxy --socks5 --socks5-hostname --socks4',
          '--socks4a --connect-to --resolve --dns-servers --doh-url --interface',
        ],
        { takes: 'value', hazard: does('network', 'goes another way than the address says') },
      ),
      ...each('--engine --random-file --egd-file', runs('loads code')),
      '-w --write-out': text,
      '--url': { takes: 'value', role: 'url' },
      ...each(
        [
          '-A --user-agent -e --referer -m --max-time --connect-timeout --retry --retry-delay',
          '--retry-max-time -r --range -u --user -U --proxy-user -X --request -y -Y -z --time-cond -C',
          '--continue-at --limit-rate --max-redirs --max-filesize --ciphers --oauth2-bearer --proto',
          '--proto-default --proto-redir --rate --request-target -P --ftp-port -Q --quote -t',
          '--telnet-option',
        ],
        text,
      ),
      ...each('-s -S -f -L -v -i -I -k -g -G -4 -6 -# -a -B -j -l -M -N -n -p -q -R -V -Z -0 -1 -2 -3', flag),
      ...each(
        [
          '--silent --show-error --fail --fail-with-body --location --verbose --include --head --insecure',
          '--globoff --get --compressed --http1.1 --http2 --no-progress-meter --progress-bar --no-buffer',
        ],
        flag,
      ),
    },
    operands: 'url',
    inspect: checkCurl,
    suggest: 'never',
  },
  wget: {
    options: {
      '--use-askpass': { takes: 'glued', hazard: does('executes', 'runs a program to ask for a password') },
      '-e --execute': runs('runs a command of its configuration'),
      '--config': runs('takes its options from a file'),
      ...each(
        [
          '-O --output-document -o --output-file -a --append-output --save-cookies --rejected-log',
          '--warc-file --hsts-file -P --directory-prefix',
        ],
        writes,
      ),
      ...each(
        ['-i --input-file --post-file --body-file --load-cookies --ca-certificate --certificate', '--private-key'],
        reads,
      ),
      ...each(
        [
          '-U --user-agent --header --post-data --body-data --method --timeout -T -t --tries -w --wait',
          '--limit-rate -A -R -D --referer --user --password -l --level -B --base -Q --quota',
        ],
        text,
      ),
      ...each('-q -v -nv -c -N -r -k -p -S -d -b -m -np -nd -nc --quiet --no-verbose --spider', flag),
    },
    operands: 'url',
    inspect: (call, found) => {
      checkAddresses(call, found);
      const [output] = optionValues(call, '-O', '--output-document');
      if (output === undefined && !hasOption(call, '--spider')) {
        found.hazard(
          does('writes', 'writes a file named by the server'),
          call.operands.at(-1)?.index ?? call.args.length,
        );
      }
    },
    suggest: 'never',
  },
  'ssh slogin mosh autossh': {
    style: 'leading',
    options: {
      ...each('-o -F -S -O -w -J -W', runs('can start programs on this machine')),
      '-E': writes,
      '-i': reads,
      ...each('-L -R -D', { takes: 'value', hazard: does('network', 'opens ports') }),
      ...each('-p -l -b -c -e -m -B -I -Q', text),
    },
    operands: { first: ['url'], rest: 'text' },
    hazard: does('network', 'runs commands on another machine'),
    suggest: 'never',
  },
  'scp sftp': {
    options: {
      ...each('-o -F -S -D -J -b', runs('can start programs on this machine')),
      '-i': reads,
      ...each('-P -c -l -X', text),
    },
    operands: { rest: 'read', last: 'edit' },
    hazard: does('network', 'copies to or from another machine'),
    suggest: 'never',
  },
  'nc ncat netcat': {
    options: {
      ...each('-e --exec -c --sh-exec --lua-exec', runs('runs a program')),
      ...each('-l --listen -k', flagged('network', 'waits for connections')),
      ...each('-o --output -x', writes),
      ...each('-p -w -s -i -q', text),
    },
    operands: 'text',
    suggest: 'never',
  },
  socat: {
    hazard: does('executes', 'connects anything with anything, also programs', 'exact'),
    operands: 'text',
    suggest: 'never',
  },
  'ping ping6 host dig nslookup whois traceroute': { options: each('-f', reads), operands: 'text' },
  'telnet ftp': { operands: 'loose', suggest: 'never' },
  openssl: {
    options: {
      ...each('-out -keyout -writerand -CAkey', writes),
      ...each('-engine -provider -provider-path -config', runs('loads code or settings')),
    },
    operands: 'loose',
    suggest: 'never',
  },
});

/** A rule for one address is none for the others that a call may name. */
function checkAddresses(call: Call, found: Findings): void {
  const [first, ...others] = [...call.operands, ...optionValues(call, '--url')].sort((a, b) => a.index - b.index);
  if (first === undefined) return;
  for (const { text: address, index } of others) {
    if (originOf(address) === originOf(first.text)) continue;
    const why = `${address} is another address than the first`;
    found.hazards.push({ kind: 'network', why, word: index, consent: 'named', beside: first.index });
  }
}

function originOf(address: string): string {
  const parsed = URL.parse(address) ?? URL.parse(`http://${address}`);
  return parsed === null ? address : `${parsed.protocol}//${parsed.host}`;
}

function checkCurl(call: Call, found: Findings): void {
  checkAddresses(call, found);
  for (const value of optionValues(call, '-w')) {
    if (value.text.startsWith('@')) found.path('read', { ...value, text: value.text.slice(1) });
    if (value.kind !== 'literal' || value.text.includes('%output{')) {
      found.hazard(does('writes', 'the format writes a file'), value.index);
    }
  }
  for (const value of optionValues(call, ...DATA.split(' '))) {
    const file = /^(?:[\w.-]*@|[^=]*=[@<])([^;,]+)/.exec(value.text)?.[1];
    if (file !== undefined || value.kind !== 'literal') found.path('read', { ...value, text: file ?? '' });
  }
  for (const value of optionValues(call, '-b', '--cookie')) {
    if (!value.text.includes('=')) found.path('read', value);
  }
}
