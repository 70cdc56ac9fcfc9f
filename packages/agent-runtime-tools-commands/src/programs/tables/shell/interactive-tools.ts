import { inspectRedis, inspectDuckdb } from '../../inspect/system/databases.ts';
import { each, flag, hazardFlag, interactive, reads, runs, text, writes } from '../entries.ts';
import { hazard, type Program, type ProgramTable } from '../../program.ts';

const dump: Program = {
  allowUnknownOptions: true,
  options: {
    ...each('-r --result-file -f --file -o --out --output -T --tab --archive', writes),
    ...each('--defaults-file --defaults-extra-file --plugin-dir --init-command', runs('changes what it does')),
  },
  operands: 'text',
  suggest: 'never',
};

/** Programs with a command language of their own: clients of servers and databases, debuggers, browsers. */
export const interactiveTools: ProgramTable = () => ({
  'ftp sftp telnet lftp ncftp psftp tftp smbclient rlogin rsh minicom picocom cu': interactive,
  'mail mailx sendmail mutt neomutt alpine pine': interactive,
  'w3m lynx links links2 elinks yelp zathura xpdf evince': interactive,
  'debugfs dmsetup tdbtool scanmem jtag ginsh tasksh crash bconsole msfconsole virsh machinectl busctl loginctl':
    interactive,
  'tmate byobu dtach abduco': interactive,
  'bpftrace stap dtrace': interactive,
  'gimp blender libreoffice soffice dosbox scrot volatility facter msgfilter byebug cpan cobc easy_install vipe vidir':
    interactive,
  'redis-cli valkey-cli': {
    allowUnknownOptions: true,
    options: {
      '--eval': runs('runs code given in the command'),
      ...each('-x -X', flag),
      ...each('--rdb --functions-rdb', writes),
    },
    operands: 'text',
    inspect: inspectRedis,
    suggest: 'never',
  },
  duckdb: {
    options: {
      ...each('-c -s', text),
      ...each('-init -cmd -f', runs('runs commands of its own')),
      ...each('-separator -nullvalue -newline', text),
      ...each(
        [
          '-readonly -header -noheader -csv -json -column -line -list -markdown -table -box -html -batch -bail',
          '-echo -safe -help -version --help --version',
        ],
        flag,
      ),
    },
    operands: { first: ['read'], rest: 'text' },
    inspect: inspectDuckdb,
    suggest: 'never',
  },
  'mysqldump mariadb-dump pg_dump pg_dumpall pg_restore mongodump mongoexport': dump,
  'http https xh httpie': {
    allowUnknownOptions: true,
    options: {
      ...each('-o --output --session --session-read-only', writes),
      ...each('-d --download -c --continue', hazardFlag('writes', 'writes a file named by the server')),
      ...each('--cert --cert-key --verify', reads),
      ...each('--proxy --path-as-is', {
        takes: 'value',
        hazard: hazard('network', 'connects elsewhere than the address says'),
      }),
    },
    operands: 'maybe-path',
    suggest: 'never',
  },
});
