import {
  CURL_DATA_OPTIONS,
  inspectCurl,
  inspectWget,
  inspectSsh,
  inspectRemoteCopy,
} from '../../inspect/system/network.ts';
import { each, flag, hazardFlag, reads, runs, text, writes } from '../entries.ts';
import { hazard, type ProgramTable } from '../../program.ts';

/** Programs that connect to other machines. */
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
        hazardFlag('writes', 'writes a file named by the server'),
      ),
      '-K --config': runs('takes its options from a file'),
      ...each(
        [
          '-T --upload-file -E --cert --key --cacert --capath --netrc-file --etag-compare --crlfile',
          '--pubkey --proxy-cert --proxy-key --proxy-cacert --proxy-capath --proxy-crlfile --pinnedpubkey',
          '--proxy-pinnedpubkey',
        ],
        reads,
      ),
      ...each(`${CURL_DATA_OPTIONS} --form-string -b --cookie`, text),
      ...each(
        [
          '--unix-socket --abstract-unix-socket -x --proxy --preproxy --socks5 --socks5-hostname --socks4',
          '--socks4a --connect-to --resolve --dns-servers --doh-url --interface --proxy1.0 --dns-interface',
          '--dns-ipv4-addr --dns-ipv6-addr --haproxy-clientip --ipfs-gateway',
        ],
        { takes: 'value', hazard: hazard('network', 'connects elsewhere than the address says') },
      ),
      ...each('--engine --random-file --egd-file', runs('loads code')),
      '-w --write-out': text,
      '--url': { takes: 'value', role: 'url' },
      ...each(
        [
          '-A --user-agent -e --referer -m --max-time --connect-timeout --retry --retry-delay',
          '--retry-max-time -r --range -u --user -U --proxy-user -X --request -y -Y -z --time-cond -C',
          '--continue-at --limit-rate --max-redirs --max-filesize --ciphers --oauth2-bearer --proto --proto-default --proto-redir',
          '--rate --request-target -P --ftp-port -Q --quote -t',
          '--telnet-option --aws-sigv4 --cert-type --create-file-mode --curves --delegation --expect100-timeout',
          '--ftp-account --ftp-alternative-to-user --ftp-method --ftp-ssl-ccc-mode --happy-eyeballs-timeout-ms',
          '--hostpubmd5 --hostpubsha256 --keepalive-time --keepalive-cnt --key-type --krb --local-port --login-options',
          '--mail-auth --mail-from --mail-rcpt --noproxy --parallel-max --pass --proxy-cert-type --proxy-ciphers',
          '--proxy-key-type --proxy-pass --proxy-service-name --proxy-tls13-ciphers --proxy-tlsauthtype --proxy-tlspassword',
          '--proxy-tlsuser --sasl-authzid --service-name --speed-limit --speed-time --tftp-blksize --tls-max --tls13-ciphers',
          '--tlsauthtype --tlspassword --tlsuser --socks5-gssapi-service --ip-tos --vlan-priority --trace-config',
        ],
        text,
      ),
      ...each(
        [
          '-s -S -f -L -v -i -I -k -g -G -4 -6 -# -a -B -j -l -M -N -n -p -q -R -V -Z -0 -1 -2 -3 --silent',
          '--show-error --fail --fail-with-body --location --verbose --include --head --insecure --globoff --get',
          '--compressed --http1.1 --http2 --no-progress-meter --progress-bar --no-buffer --version --help --anyauth',
          '--append --basic --cert-status --compressed-ssh --create-dirs --crlf --digest --disable --disable-eprt',
          '--disable-epsv --disallow-username-in-url --doh-cert-status --doh-insecure --fail-early --false-start',
          '--form-escape --ftp-create-dirs --ftp-pasv --ftp-pret --ftp-skip-pasv-ip --ftp-ssl-ccc --ftp-ssl-control',
          '--haproxy-protocol --http0.9 --http1.0 --http2-prior-knowledge --http3 --http3-only',
          '--ignore-content-length --ipv4 --ipv6 --junk-session-cookies --list-only --location-trusted',
          '--mail-rcpt-allowfails --manual --negotiate --netrc --netrc-optional --no-alpn --no-clobber',
          '--no-keepalive --no-npn --no-sessionid --ntlm --parallel -h -: --parallel-immediate --path-as-is',
          '--post301 --post302 --post303 --proxy-anyauth --proxy-basic --proxy-digest --proxy-insecure',
          '--proxy-negotiate --proxy-ntlm --proxy-tlsv1 --proxytunnel --raw --remote-time --remove-on-error',
          '--retry-all-errors --retry-connrefused --sasl-ir --socks5-basic --socks5-gssapi --socks5-gssapi-nec',
          '--ssl --ssl-allow-beast --ssl-no-revoke --ssl-reqd --ssl-revoke-best-effort --sslv2 --sslv3',
          '--styled-output --xattr --suppress-connect-headers --tcp-fastopen --tcp-nodelay --tftp-no-options',
          '--tlsv1 --tlsv1.0 --tlsv1.1 --tlsv1.2 --tlsv1.3 --tr-encoding --trace-ids --trace-time --use-ascii',
          '--next --skip-existing --ca-native --no-compressed --no-location --no-silent --no-fail --no-insecure',
          '--no-show-error --no-netrc',
        ],
        flag,
      ),
    },
    operands: 'url',
    inspect: inspectCurl,
    suggest: 'never',
  },
  wget: {
    options: {
      '--use-askpass': { takes: 'attached', hazard: hazard('executes', 'runs a program to ask for a password') },
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
          '--limit-rate -A -R -D --referer --user --password -l --level -B --base -Q --quota --report-speed --accept --reject',
          '--retry-on-http-error --start-pos --progress --dns-timeout --connect-timeout --read-timeout --waitretry --domains',
          '--bind-address --restrict-file-names --prefer-family --local-encoding --remote-encoding --cut-dirs --http-user',
          '--http-password --default-page --compression --max-redirect --proxy-user --proxy-password --secure-protocol -X -I',
          '--certificate-type --private-key-type --pinnedpubkey --ciphers --ftp-user --ftp-password --accept-regex --include',
          '--reject-regex --regex-type --exclude-domains --follow-tags --ignore-tags --include-directories',
          '--exclude-directories --wait --tries',
        ],
        text,
      ),
      ...each(
        [
          '-q -v -nv -c -N -r -k -p -S -d -b -m -np -nd -nc -nH -V -h -F -4 -6 -x -E -K -H -L --quiet --no-verbose',
          '--spider --retry-connrefused --no-clobber --no-netrc --show-progress --no-if-modified-since',
          '--random-wait --verbose --no-use-server-timestamps --no-proxy --no-dns-cache --ignore-case --no-iri',
          '--no-directories --protocol-directories --no-host-directories --no-cache --ignore-length --save-headers',
          '--no-http-keep-alive --no-cookies --https-only --keep-session-cookies --content-disposition',
          '--content-on-error --auth-no-challenge --no-check-certificate --no-hsts --no-remove-listing --no-glob',
          '--no-passive-ftp --no-parent --trust-server-names --convert-links --page-requisites --mirror --recursive',
          '--timestamping --continue --server-response --debug --help --version --adjust-extension --span-hosts',
          '--relative --strict-comments --follow-ftp --no-config --backup-converted',
        ],
        flag,
      ),
      ...each('--ca-directory --crl-file', reads),
      ...each('--delete-after --unlink', hazardFlag('deletes', 'deletes files')),
      '--backups': { takes: 'attached', hazard: hazard('writes', 'renames files') },
    },
    operands: 'url',
    inspect: inspectWget,
    suggest: 'never',
  },
  'ssh slogin mosh autossh': {
    allowUnknownOptions: true,
    optionStyle: 'leading',
    options: {
      ...each('-o -F -S -O -w -J -W', runs('can start programs on this machine')),
      '-E': writes,
      '-i': reads,
      ...each('-L -R -D', { takes: 'value', hazard: hazard('network', 'opens ports') }),
      ...each('-p -l -b -c -e -m -B -I -Q', text),
    },
    operands: { first: ['url'], rest: 'text' },
    inspect: inspectSsh,
    suggest: 'never',
  },
  scp: {
    allowUnknownOptions: true,
    options: {
      ...each('-o -F -S -D -J -b', runs('can start programs on this machine')),
      '-i': reads,
      ...each('-P -c -l -X', text),
    },
    operands: { rest: 'read', last: 'edit' },
    inspect: inspectRemoteCopy,
    suggest: 'never',
  },
  'nc ncat netcat': {
    allowUnknownOptions: true,
    options: {
      ...each('-e --exec -c --sh-exec --lua-exec', runs('runs a program')),
      ...each('-l --listen -k', hazardFlag('network', 'waits for connections')),
      ...each('-o --output -x', writes),
      ...each('-p -w -s -i -q', text),
    },
    operands: 'text',
    suggest: 'never',
  },
  socat: {
    hazard: hazard('executes', 'connects streams, files and programs with each other', 'exact'),
    operands: 'text',
    suggest: 'never',
  },
  'ping ping6 host dig nslookup whois traceroute': {
    allowUnknownOptions: true,
    options: each('-f -k', reads),
    operands: 'text',
  },
  openssl: {
    allowUnknownOptions: true,
    options: {
      ...each('-out -keyout -writerand -CAkey', writes),
      ...each('-engine -provider -provider-path -config', runs('loads code or settings')),
    },
    operands: 'maybe-path',
    suggest: 'never',
  },
});
