import type { Call } from '../calls/call.ts';
import type { Findings } from '../calls/findings.ts';
import {
  does,
  each,
  flag,
  flagged,
  runs,
  text,
  writes,
  type OptionUse,
  type Options,
  type Program,
  type ProgramTable,
} from './vocabulary.ts';

const otherPlace: OptionUse = { takes: 'value', role: 'read', hazard: does('executes', 'works in another project') };
const goOptions: Options = {
  ...each('-exec -toolexec -vettool -overlay -modfile', runs('runs a program, or takes its code from elsewhere')),
  '-C': otherPlace,
  ...each(
    [
      '-o -coverprofile -cpuprofile -memprofile -blockprofile -mutexprofile -trace -outputdir',
      '-test.coverprofile -test.cpuprofile -test.memprofile -test.outputdir',
    ],
    writes,
  ),
  ...each('-ldflags -gcflags -asmflags -gccgoflags', { takes: 'value', role: 'text' }),
  ...each(
    [
      '-run -bench -count -timeout -tags -cpu -parallel -benchtime -coverpkg -covermode -skip -fuzz',
      '-fuzztime -shuffle -p -mod -vet -f -fuzzminimizetime -blockprofilerate -memprofilerate -mutexprofilefraction',
      '-list -pgo -buildmode -buildvcs -compiler -installsuffix -pkgdir -reuse -go -godebug -toolchain -dropreplace',
      '-droprequire -exclude -dropexclude -retract -dropretract -modcacherw -linkshared -parallel -testsum',
    ],
    text,
  ),
  '-c': flagged('writes', 'writes a program'),
  ...each(
    [
      '-v -race -short -cover -json -failfast -benchmem -n -x -a -i -work -msan -asan -trimpath -m -u',
      '-deps -test -e -fullpath -compiled -export -find -retracted -versions -all -cmd -src -d -s -modcache -testcache',
      '-cache -fuzzcache -print -fix -diff -h -help -artifacts -t -q',
    ],
    flag,
  ),
};
const go = (more: Partial<Program> = {}): Program => ({
  style: 'go',
  options: goOptions,
  operands: 'loose',
  inspect: checkGoFlags,
  suggest: 'never',
  ...more,
});

/** The tools of Go, whose options are words after one dash or two. */
export const golang: ProgramTable = () => ({
  go: {
    style: 'go',
    subcommands: {
      'test vet build list doc version fix': go({ suggest: 'subcommand' }),
      'install get mod work clean': go(),
      run: go({ operands: { first: ['script'], rest: 'loose' } }),
      generate: go({ hazard: does('executes', 'runs the commands in the sources') }),
      tool: go({ hazard: does('executes', 'runs a tool') }),
      env: {
        style: 'go',
        options: { ...each('-w -u', flagged('writes', 'changes settings')), ...each('-json -changed', flag) },
        operands: 'text',
      },
      fmt: go(),
    },
    operands: 'loose',
    suggest: 'never',
  },
  gofmt: {
    style: 'go',
    options: {
      '-w': flagged('writes', 'edits files in place'),
      '-r': text,
      '-cpuprofile': writes,
      ...each('-l -d -s -e -h -help', flag),
    },
    operands: 'read',
  },
});

/** `-ldflags=-extld=./x` starts another linker; only a few flags are known not to. */
function checkGoFlags(call: Call, found: Findings): void {
  for (const { name, value } of call.options) {
    if (!name.endsWith('flags') || value === undefined) continue;
    const flags = value.text.replace(/^all=/, '').split(/\s+/);
    const isPlain = (word: string, at: number): boolean => /^(?:|-[swNlX]|-X=.*)$/.test(word) || flags[at - 1] === '-X';
    if (!flags.every(isPlain)) {
      found.hazard(does('executes', 'flags for the compiler or linker can start programs'), value.index);
    }
  }
}
