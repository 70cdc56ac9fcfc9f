import { optionValues } from '../calls/call.ts';
import {
  does,
  each,
  flag,
  flagged,
  reads,
  runs,
  text,
  writes,
  type Operands,
  type Program,
  type ProgramTable,
} from './vocabulary.ts';

const interactive: Program = {
  lenient: true,
  hazard: does('executes', 'opens a program in which commands can be run', 'exact'),
  operands: 'loose',
  suggest: 'never',
};
const target: Operands = { rest: 'read', last: 'write' };
const setsType = {
  ...each(
    '-shell-escape --shell-escape -enable-write18 --enable-write18 -tcx -fmt -ini -recorder',
    flagged('executes', 'lets the document run commands'),
  ),
  ...each('-output-directory -aux-directory -jobname', writes),
};

/** Programs that set, convert and draw: their input can be a program, and their options can start others. */
export const documents: ProgramTable = () => ({
  'groff troff nroff tbl eqn': {
    lenient: true,
    options: {
      ...each('-U', flagged('executes', 'lets the document run commands')),
      ...each('-T -m -P -L -w -W', text),
      ...each('-I -F -M', reads),
    },
    operands: 'read',
  },
  'tex latex pdftex pdflatex xetex xelatex luatex lualatex latexmk bibtex context': {
    lenient: true,
    options: { ...setsType, ...each('-e -r -pdflatex -latex -usepretex', runs('runs a program text')) },
    operands: 'script',
    suggest: 'never',
  },
  'm4 dc': {
    options: {
      ...each('-e --expression', { takes: 'value', role: 'code' }),
      ...each('-D -U', text),
      '-f --file': reads,
    },
    operands: 'script',
    suggest: 'never',
  },
  'ffmpeg convert magick wkhtmltopdf sox': { lenient: true, operands: target, suggest: 'never' },
  'dot neato gnuplot': {
    lenient: true,
    options: {
      ...each('-o', writes),
      '-e': runs('runs a program text'),
      ...each('-T -K', { takes: 'glued', role: 'text' }),
    },
    operands: 'read',
    suggest: 'never',
  },
  pandoc: {
    lenient: true,
    options: {
      ...each('-F --filter -L --lua-filter --pdf-engine --extract-media -d --defaults', runs('runs a program')),
      ...each('-o --output --log', writes),
      ...each('-f -r --from --read -t -w --to --write', text),
    },
    operands: 'loose',
    inspect: (call, found) => {
      for (const { text: format, index } of optionValues(call, ...FORMATS)) {
        if (/[./]/.test(format)) found.hazard(does('executes', 'the format is a program'), index);
      }
    },
  },
  fzf: {
    exactOptions: true,
    options: {
      ...each('--preview --bind --become --listen --with-shell', runs('runs a command')),
      '--history': writes,
      ...each('-q --query -f --filter -d --delimiter -n --nth --height --prompt --header --preview-window', text),
      ...each('-m -e -i -0 -1 -x --multi --exact --reverse --ansi --no-sort --tac --cycle --border --sync', flag),
      ...each('--select-1 --exit-0 --print-query --no-multi --no-mouse --print0 --read0 --version --help --info', flag),
      ...each('--layout --color --tiebreak --pointer --marker --margin --padding --tabstop --expect --with-nth', text),
    },
    operands: 'text',
    suggest: 'never',
  },
  delta: {
    lenient: true,
    options: { '--pager': runs('runs a pager'), ...each('--config', reads) },
    operands: 'read',
    suggest: 'never',
  },
  'tig lazygit lazydocker gitui ranger mc nnn lf vifm ncdu k9s': interactive,
  'clang-format yapf autopep8': {
    lenient: true,
    options: { ...each('-i --in-place', flagged('writes', 'edits files in place')), ...each('--style -style', text) },
    operands: 'read',
    suggest: 'never',
  },
  'dos2unix unix2dos rustfmt shfmt': { lenient: true, operands: 'edit', suggest: 'never' },
  'rename prename': {
    lenient: true,
    hazard: does('executes', 'the expression is a program text', 'exact'),
    operands: 'edit',
    suggest: 'never',
  },
  'rpm rpmquery rpmverify': {
    options: {
      ...each(
        '-i --install -U --upgrade -F --freshen -e --erase --eval -E --import',
        flagged('privilege', 'changes what is installed'),
      ),
      ...each('-D --define --rcfile --pipe --root --dbpath', runs('changes settings, which can name programs to run')),
      ...each('-q -a -l -f -p -V --query --verify', flag),
    },
    operands: 'loose',
    suggest: 'never',
  },
});

const FORMATS = ['-f', '-r', '--from', '--read', '-t', '-w', '--to', '--write'];
