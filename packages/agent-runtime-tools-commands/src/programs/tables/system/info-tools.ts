import { inspectHostname } from '../../inspect/system/system.ts';
import { each, flag, attached, helpOptions, reads, text } from '../entries.ts';
import { hazard, type Program, type ProgramTable } from '../../program.ts';

const words: Program = { operands: 'text', suggest: 'prefix' };

/** Programs that print information about names, numbers, the time and the machine. */
export const infoTools: ProgramTable = () => ({
  'basename dirname': {
    options: { ...each('-s --suffix', text), ...each('-a --multiple -z --zero', flag), ...helpOptions },
    ...words,
  },
  seq: {
    options: { ...each('-f --format -s --separator', text), ...each('-w --equal-width', flag), ...helpOptions },
    ...words,
  },
  'expr factor sleep': { options: helpOptions, ...words },
  numfmt: {
    options: {
      ...each(
        '-d --delimiter --field --format --from --from-unit --invalid --padding --round --suffix --to --to-unit',
        text,
      ),
      ...each('--header', attached),
      ...each('--debug --grouping -z --zero-terminated', flag),
      ...helpOptions,
    },
    ...words,
  },
  cal: {
    options: {
      ...each('-A -B -d -H -n --months', text),
      ...each('-1 -3 -s -m -j -y -Y -w -h -V', flag),
      ...helpOptions,
    },
    ...words,
  },
  uname: {
    options: {
      ...each(
        [
          '-a -s -n -r -v -m -p -i -o --all --kernel-name --nodename --kernel-release --kernel-version --machine',
          '--processor --hardware-platform --operating-system',
        ],
        flag,
      ),
      ...helpOptions,
    },
    ...words,
  },
  'id groups whoami users logname hostid arch tty': {
    options: {
      ...each(
        [
          '-a -Z --context -g --group -G --groups -n --name -r --real -u --user -z --zero -s -p -P -F --silent',
          '--quiet',
        ],
        flag,
      ),
      ...helpOptions,
    },
    ...words,
  },
  nproc: { options: { '--ignore': text, '--all': flag, ...helpOptions }, ...words },
  'who uptime': {
    options: {
      ...each(
        [
          '-a --all -b --boot -d --dead -H --heading --ips -l --login --lookup -m -p --process -q --count -r',
          '--runlevel -s --short -t --time -T -w --mesg -u --users --message --writable --pretty --since -h -V',
        ],
        flag,
      ),
      ...helpOptions,
    },
    ...words,
  },
  getconf: { options: { '-v': text, '-a': flag, ...helpOptions }, ...words },
  yes: { alwaysHarmless: true, suggest: 'prefix' },
  printenv: { options: { ...each('-0 --null', flag), ...helpOptions }, operands: 'text' },
  date: {
    options: {
      '-s --set': { takes: 'value', hazard: hazard('privilege', 'sets the clock') },
      ...each('-f --file -r --reference', reads),
      ...each('-d --date --rfc-3339 -v', text),
      ...each('-I --iso-8601', attached),
      ...each('--debug --resolution -R --rfc-email --rfc-2822 -u --utc --universal -j -n', flag),
      ...helpOptions,
    },
    ...words,
  },
  hostname: {
    options: {
      '-F --file': { takes: 'value', role: 'read', hazard: hazard('privilege', 'sets the name of the machine') },
      ...each(
        [
          '-a --alias -A --all-fqdns -d --domain -f --fqdn --long -i --ip-address -I --all-ip-addresses -s --short',
          '-y --yp --nis',
        ],
        flag,
      ),
      ...helpOptions,
    },
    operands: 'text',
    inspect: inspectHostname,
  },
  which: {
    options: {
      ...each('-a --all -s -i --skip-alias --skip-dot --skip-tilde --show-dot --tty-only', flag),
      ...helpOptions,
    },
    ...words,
  },
  whereis: { options: { ...each('-b -m -s -u -l -h -V', flag), ...helpOptions }, ...words },
});
