import { each, edits, flag, hazardFlag, attached, helpOptions, reads, runs, text } from '../entries.ts';
import type { ProgramTable } from '../../program.ts';
import { inspectLn, inspectDd } from '../../inspect/files/coreutils.ts';

const verboseAndHelp = { ...helpOptions, ...each('-v --verbose', flag) };
const backup = { ...each('-S --suffix', text), ...each('-b --backup', attached) };

/** Programs that create, copy, move and delete files. */
export const coreutils: ProgramTable = () => ({
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
      ...verboseAndHelp,
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
      ...each(
        [
          '-f --force -i -I --one-file-system --no-preserve-root -r -R --recursive -d --dir -p --parents',
          '--ignore-fail-on-non-empty -P -W -x',
        ],
        flag,
      ),
      ...verboseAndHelp,
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
      ...verboseAndHelp,
    },
    operands: 'delete',
    suggest: 'never',
  },
  cp: {
    options: {
      '-t --target-directory': edits,
      ...each('-L --dereference -H', hazardFlag('unknown', 'copies the targets of symbolic links')),
      ...each('--sparse --reflink --preserve --context --no-preserve --update', attached),
      ...each(
        [
          '-a --archive --attributes-only --copy-contents -d -f --force -i --interactive -l --link -n --no-clobber',
          '-P --no-dereference -p --parents -R -r --recursive --remove-destination -s -T -u',
          '--strip-trailing-slashes --symbolic-link --no-target-directory -x --one-file-system -Z -c',
        ],
        flag,
      ),
      ...verboseAndHelp,
      ...backup,
    },
    operands: { rest: 'read', last: 'edit' },
    suggest: 'never',
  },
  mv: {
    options: {
      '-t --target-directory': edits,
      '--update': attached,
      ...each(
        [
          '-f --force -i --interactive -n --no-clobber --strip-trailing-slashes -T --no-target-directory -u -Z',
          '--context -h',
        ],
        flag,
      ),
      ...verboseAndHelp,
      ...backup,
    },
    operands: { rest: 'delete', last: 'edit' },
    suggest: 'never',
  },
  ln: {
    options: {
      '-t --target-directory': edits,
      ...each(
        [
          '-d -F --directory -f --force -i --interactive -L --logical -n --no-dereference -P --physical -r',
          '--relative -s --symbolic -T --no-target-directory -h',
        ],
        flag,
      ),
      ...verboseAndHelp,
      ...backup,
    },
    operands: { rest: 'read', last: 'edit' },
    inspect: inspectLn,
    suggest: 'never',
  },
  install: {
    options: {
      '-t --target-directory': edits,
      '--strip-program': runs('runs a program on what it copies'),
      '-s --strip': flag,
      ...each('-m --mode -o --owner -g --group', text),
      '--context': attached,
      ...each(
        [
          '-c -C --compare -d --directory -D -p --preserve-timestamps -T --no-target-directory --preserve-context',
          '-Z',
        ],
        flag,
      ),
      ...verboseAndHelp,
      ...backup,
    },
    operands: { rest: 'read', last: 'edit' },
    suggest: 'never',
  },
  'chmod chown chgrp chattr setfacl': {
    options: {
      '--reference': reads,
      ...each('--from', text),
      ...each(
        [
          '-c --changes -f --silent --quiet --dereference -h --no-dereference --no-preserve-root --preserve-root -R',
          '--recursive -H -L -P',
        ],
        flag,
      ),
      // Modes that start with a dash: `chmod -x`.
      ...each('-x -w -r -s -t -X -u -g -o -a', flag),
      ...verboseAndHelp,
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
      ...verboseAndHelp,
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
