import {
  each,
  edits,
  flag,
  hazardFlag,
  attached,
  helpOptions,
  reads,
  runs,
  text,
  writes,
  type OptionUse,
  type Program,
  type ProgramTable,
} from '../../program.ts';
import { inspectLn, inspectDd } from '../../inspect/files/coreutils.ts';

const reader: Program = { operands: 'read', suggest: 'prefix' };
const chatty = { ...helpOptions, ...each('-v --verbose', flag) };
const backup = { ...each('-S --suffix', text), ...each('-b --backup', attached) };
const target: OptionUse = { takes: 'value', role: 'edit' };

/** The everyday programs for files. */
export const coreutils: ProgramTable = () => ({
  'ls dir vdir': {
    options: {
      ...each(
        [
          '-I --ignore -w --width -T --tabsize --block-size --hide --sort --time --time-style --format',
          '--indicator-style --quoting-style',
        ],
        text,
      ),
      ...each('--color --hyperlink --classify', attached),
      ...each(
        [
          '-a --all -A --almost-all --author -b --escape -B --ignore-backups -c -C -d --directory -D --dired -f -F -g',
          '--file-type --full-time --group-directories-first -G --no-group -h --human-readable --si -H -i --inode -k',
          '--dereference-command-line --dereference-command-line-symlink-to-dir --kibibytes -l -L --dereference -m',
          '-n --numeric-uid-gid -N --literal -o -p -q --hide-control-chars --show-control-chars -Q --quote-name -r',
          '--reverse -R --recursive -s --size -S -t -u -U -v -x -X -Z --context --zero -1 -@ -O -e -W',
        ],
        flag,
      ),
      ...helpOptions,
    },
    ...reader,
  },
  stat: {
    options: {
      ...each('-c --format --printf --cached', text),
      ...each('-L --dereference -f --file-system -t --terse -x', flag),
      ...helpOptions,
    },
    ...reader,
  },
  'readlink realpath': {
    options: {
      ...each('--relative-to --relative-base', reads),
      ...each('-f -e -m -n -q -s -v -z -L -P --canonicalize --canonicalize-existing --canonicalize-missing', flag),
      ...each('--no-newline --quiet --silent --verbose --zero --logical --physical --strip --no-symlinks', flag),
      ...helpOptions,
    },
    ...reader,
  },
  file: {
    options: {
      ...each('-f --files-from -m --magic-file', reads),
      '-C --compile': hazardFlag('writes', 'writes a compiled file'),
      ...each('-z --uncompress -Z --uncompress-noreport', hazardFlag('executes', 'starts decompressors')),
      ...each('-e --exclude --exclude-quiet -F --separator -P --parameter', text),
      ...each(
        '-v -b --brief -c --checking-printout -i -I --mime --apple --extension --mime-type --mime-encoding',
        flag,
      ),
      ...each('-k --keep-going -l --list -L --dereference -h --no-dereference -n --no-buffer -N --no-pad -0', flag),
      ...each('--print0 -p --preserve-date -r --raw -s --special-files -S --no-sandbox -d --debug', flag),
      ...helpOptions,
    },
    ...reader,
  },
  'du df': {
    options: {
      ...each('-X --exclude-from --files0-from', reads),
      ...each('-d --max-depth -B --block-size -t --threshold --exclude --time-style --type --exclude-type', text),
      ...each('--time --output', attached),
      ...each('-0 --null -a --all --apparent-size -A -b --bytes -c --total -D --dereference-args -H -h -i -I', flag),
      ...each('--human-readable --inodes -k -L --dereference -l --count-links --local -m -g -P --no-dereference', flag),
      ...each('--portability -S --separate-dirs --si -s --summarize -x --one-file-system --no-sync --sync -T', flag),
      ...each('--print-type -v', flag),
      ...helpOptions,
    },
    ...reader,
  },
  tree: {
    options: {
      '-o': writes,
      '-R': hazardFlag('writes', 'writes an index into every folder'),
      ...each('-L -P -I --charset --filelimit --timefmt --sort', text),
      '--fromfile --infofile --gitfile': reads,
      ...each('-a -d -l -f -x -p -s -h -u -g -D -F -q -N -Q -A -S -n -C -v -t -c -U -r -X -J -i', flag),
      ...each('--prune --du --si --dirsfirst --filesfirst --noreport --gitignore --matchdirs --ignore-case', flag),
      ...each('--inodes --device --nolinks --info --metafirst', flag),
      ...each('--help --version', flag),
    },
    ...reader,
  },
  'md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum md5 shasum': {
    options: {
      ...each('-a --algorithm -l --length', text),
      ...each('-b --binary -c --check --tag --untagged -t --text -z --zero --ignore-missing --quiet --status', flag),
      ...each('--strict -w --warn --debug -r -s --sysv -q -p', flag),
      ...helpOptions,
    },
    ...reader,
  },
  touch: {
    options: {
      ...each('-r --reference', reads),
      ...each('-d --date -t --time', text),
      ...each('-a -c --no-create -f -h --no-dereference -m', flag),
      ...helpOptions,
    },
    operands: 'edit',
  },
  'mkdir mkfifo mknod': {
    options: {
      ...each('-m --mode', text),
      ...each('-Z --context', attached),
      ...each('-p --parents', flag),
      ...chatty,
    },
    operands: 'edit',
  },
  mktemp: {
    options: {
      ...each('-p --tmpdir', edits),
      '--suffix': text,
      ...each('-d --directory -u --dry-run -q --quiet -t', flag),
      ...helpOptions,
    },
    operands: 'edit',
  },
  'rm unlink rmdir trash': {
    options: {
      ...each('--interactive --preserve-root', attached),
      ...each('-f --force -i -I --one-file-system --no-preserve-root -r -R --recursive -d --dir -p --parents', flag),
      ...each('--ignore-fail-on-non-empty -P -W -x', flag),
      ...chatty,
    },
    operands: 'delete',
    suggest: 'never',
  },
  shred: {
    options: {
      ...each('-n --iterations -s --size', text),
      '--random-source': reads,
      '--remove': attached,
      ...each('-f --force -u -x --exact -z --zero', flag),
      ...chatty,
    },
    operands: 'delete',
    suggest: 'never',
  },
  cp: {
    options: {
      '-t --target-directory': target,
      ...each('-L --dereference -H', hazardFlag('unknown', 'copies what symbolic links lead to')),
      ...each('--sparse --reflink --preserve --context --no-preserve --update', attached),
      ...each('-a --archive --attributes-only --copy-contents -d -f --force -i --interactive -l --link -n', flag),
      ...each('--no-clobber -P --no-dereference -p --parents -R -r --recursive --remove-destination -s -T -u', flag),
      ...each('--strip-trailing-slashes --symbolic-link --no-target-directory -x --one-file-system -Z -c', flag),
      ...chatty,
      ...backup,
    },
    operands: { rest: 'read', last: 'edit' },
    suggest: 'never',
  },
  mv: {
    options: {
      '-t --target-directory': target,
      '--update': attached,
      ...each('-f --force -i --interactive -n --no-clobber --strip-trailing-slashes -T --no-target-directory', flag),
      ...each('-u -Z --context -h', flag),
      ...chatty,
      ...backup,
    },
    operands: { rest: 'delete', last: 'edit' },
    suggest: 'never',
  },
  ln: {
    options: {
      '-t --target-directory': target,
      ...each('-d -F --directory -f --force -i --interactive -L --logical -n --no-dereference -P --physical', flag),
      ...each('-r --relative -s --symbolic -T --no-target-directory -h', flag),
      ...chatty,
      ...backup,
    },
    operands: { rest: 'read', last: 'edit' },
    inspect: inspectLn,
    suggest: 'never',
  },
  install: {
    options: {
      '-t --target-directory': target,
      '--strip-program': runs('runs a program on what it copies'),
      '-s --strip': flag,
      ...each('-m --mode -o --owner -g --group', text),
      '--context': attached,
      ...each('-c -C --compare -d --directory -D -p --preserve-timestamps -T --no-target-directory', flag),
      ...each('--preserve-context -Z', flag),
      ...chatty,
      ...backup,
    },
    operands: { rest: 'read', last: 'edit' },
    suggest: 'never',
  },
  'chmod chown chgrp chattr setfacl': {
    options: {
      '--reference': reads,
      ...each('--from', text),
      ...each('-c --changes -f --silent --quiet --dereference -h --no-dereference --no-preserve-root', flag),
      ...each('--preserve-root -R --recursive -H -L -P', flag),
      // The modes that start with a dash: chmod -x, -w, -r, and so on.
      ...each('-x -w -r -s -t -X -u -g -o -a', flag),
      ...chatty,
    },
    operands: { first: ['text'], skipFirstWith: '--reference -x -w -r -s -t -X -u -g -o -a', rest: 'edit' },
    suggest: 'never',
  },
  truncate: {
    options: {
      ...each('-s --size', text),
      '-r --reference': reads,
      ...each('-c --no-create -o --io-blocks', flag),
      ...helpOptions,
    },
    operands: 'edit',
    suggest: 'never',
  },
  dd: { skipOptionParsing: true, inspect: inspectDd, suggest: 'never' },
  'sync fallocate': {
    options: {
      ...each('-l --length -o --offset', text),
      ...each('-d --data -f --file-system -c -i -n -p -x -z --dig-holes --zero-range --keep-size', flag),
      ...chatty,
    },
    operands: 'edit',
    suggest: 'never',
  },
  tee: {
    options: { ...each('-a --append -i --ignore-interrupts -p', flag), '--output-error': attached, ...helpOptions },
    operands: 'write',
    suggest: 'never',
  },
});
