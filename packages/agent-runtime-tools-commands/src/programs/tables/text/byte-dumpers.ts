import { each, flag, attached, helpOptions, reads, text, writes } from '../entries.ts';
import type { ProgramTable } from '../../program.ts';

/** Programs that print bytes in another encoding. */
export const byteDumpers: ProgramTable = () => ({
  od: {
    options: {
      ...each('-A --address-radix -j --skip-bytes -N --read-bytes -t --format --endian -S', text),
      ...each('--strings -w --width', attached),
      ...each('-a -b -c -d -f -i -l -o -s -x -v --output-duplicates --traditional', flag),
      ...helpOptions,
    },
    operands: 'read',
  },
  'hexdump hd': {
    options: {
      ...each('-e --format -n --length -s --skip', text),
      '-f --format-file': reads,
      '-L --color': attached,
      ...each(
        [
          '-b --one-byte-octal -c --one-byte-char -C --canonical -d --two-bytes-decimal -o -x -X -v -h -V',
          '--two-bytes-octal --two-bytes-hex --one-byte-hex --no-squeezing',
        ],
        flag,
      ),
      ...helpOptions,
    },
    operands: 'read',
  },
  strings: {
    options: {
      ...each('-n --bytes -t --radix -T --target -e --encoding -s --output-separator -U --unicode', text),
      ...each('-a --all -d --data -f --print-file-name -o -w --include-all-whitespace -h -v -V', flag),
      ...helpOptions,
    },
    operands: 'read',
  },
  'base64 base32 basenc': {
    options: {
      ...each('-w --wrap -b --break', text),
      '-o --output': writes,
      ...each('-d -D --decode -i --ignore-garbage --base64 --base64url --base32 --base16 --z85', flag),
      ...helpOptions,
    },
    operands: 'read',
  },
  iconv: {
    options: {
      ...each('-f --from-code -t --to-code', text),
      '-o --output': writes,
      ...each('-c -l --list -s --silent --verbose -? --usage -V', flag),
      ...helpOptions,
    },
    operands: 'read',
  },
  xxd: {
    options: {
      ...each('-c -cols -g -groupsize -l -len -o -s -seek -n -name -R', text),
      ...each(
        [
          '-a -autoskip -b -bits -C -capitalize -d -E -EBCDIC -e -h -i -include -p -ps -plain -r -revert -u -v',
          '-version',
        ],
        flag,
      ),
    },
    operands: { first: ['read', 'write'] },
  },
});
