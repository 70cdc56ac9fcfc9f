import { does, each, flag, glued, informs, reads, text, type Program, type ProgramTable } from './vocabulary.ts';

const words: Program = { operands: 'text', suggest: 'prefix' };

/** Programs that tell facts: about names, numbers, the time and the machine. */
export const facts: ProgramTable = () => ({
  'basename dirname': {
    options: { ...each('-s --suffix', text), ...each('-a --multiple -z --zero', flag), ...informs },
    ...words,
  },
  seq: {
    options: { ...each('-f --format -s --separator', text), ...each('-w --equal-width', flag), ...informs },
    ...words,
  },
  'expr factor sleep': { options: informs, ...words },
  numfmt: {
    options: {
      ...each('-d --delimiter --field --format --from --from-unit --invalid --padding --round --suffix --to', text),
      ...each('--to-unit', text),
      ...each('--header', glued),
      ...each('--debug --grouping -z --zero-terminated', flag),
      ...informs,
    },
    ...words,
  },
  cal: {
    options: { ...each('-A -B -d -H -n --months', text), ...each('-1 -3 -s -m -j -y -Y -w -h -V', flag), ...informs },
    ...words,
  },
  uname: {
    options: {
      ...each('-a -s -n -r -v -m -p -i -o --all --kernel-name --nodename --kernel-release --kernel-version', flag),
      ...each('--machine --processor --hardware-platform --operating-system', flag),
      ...informs,
    },
    ...words,
  },
  'id groups whoami users logname hostid arch tty': {
    options: {
      ...each('-a -Z --context -g --group -G --groups -n --name -r --real -u --user -z --zero -s -p -P -F', flag),
      ...each('--silent --quiet', flag),
      ...informs,
    },
    ...words,
  },
  nproc: { options: { '--ignore': text, '--all': flag, ...informs }, ...words },
  'who uptime': {
    options: {
      ...each('-a --all -b --boot -d --dead -H --heading --ips -l --login --lookup -m -p --process -q --count', flag),
      ...each('-r --runlevel -s --short -t --time -T -w --mesg -u --users --message --writable --pretty', flag),
      ...each('--since -h -V', flag),
      ...informs,
    },
    ...words,
  },
  getconf: { options: { '-v': text, '-a': flag, ...informs }, ...words },
  yes: { anyArguments: true, suggest: 'prefix' },
  printenv: { options: { ...each('-0 --null', flag), ...informs }, operands: 'text' },
  date: {
    options: {
      '-s --set': { takes: 'value', hazard: does('privilege', 'sets the clock') },
      ...each('-f --file -r --reference', reads),
      ...each('-d --date --rfc-3339 -v', text),
      ...each('-I --iso-8601', glued),
      ...each('--debug --resolution -R --rfc-email --rfc-2822 -u --utc --universal -j -n', flag),
      ...informs,
    },
    ...words,
  },
  hostname: {
    options: {
      '-F --file': { takes: 'value', role: 'read', hazard: does('privilege', 'sets the name of the machine') },
      ...each('-a --alias -A --all-fqdns -d --domain -f --fqdn --long -i --ip-address -I --all-ip-addresses', flag),
      ...each('-s --short -y --yp --nis', flag),
      ...informs,
    },
    operands: 'text',
    inspect: (call, found) => {
      const [name] = call.operands;
      if (name !== undefined) found.hazard(does('privilege', 'sets the name of the machine'), name.index);
    },
  },
  which: {
    options: { ...each('-a --all -s -i --skip-alias --skip-dot --skip-tilde --show-dot --tty-only', flag), ...informs },
    ...words,
  },
  whereis: { options: { ...each('-b -m -s -u -l -h -V', flag), ...informs }, ...words },
});
