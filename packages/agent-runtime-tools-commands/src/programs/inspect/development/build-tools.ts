import type { Call } from '../../../calls/call.ts';
import type { Findings } from '../../../calls/findings.ts';
import { hazard } from '../../program.ts';

/** `make NAME=value` overrides a variable of the makefile. */
export function inspectMake(call: Call, found: Findings): void {
  for (const operand of call.operands) {
    if (operand.text.includes('=') && !/^(?:V|VERBOSE|DEBUG|Q|CI|NODE_ENV|COLOR)=\w*$/.test(operand.text)) {
      found.addHazard(hazard('executes', 'sets a variable, which can change what runs'), operand.index);
    }
  }
}

/** `mvn -Dname=./path`: a property can name a program. */
export function inspectJavaBuild(call: Call, found: Findings): void {
  for (const { word, index } of call.args) {
    if (/^-[DP][^=]*=.*\//.test(word.value)) found.addHazard(hazard('executes', 'a setting can name a program'), index);
  }
}

/** `dotnet x.dll` runs that program. */
export function inspectDotnet(call: Call, found: Findings): void {
  const [program] = call.operands;
  if (program !== undefined && /\.(?:dll|exe)$/i.test(program.text)) {
    found.addHazard(hazard('executes', `runs the program ${program.text}`), program.index);
  }
}

/** `pip install git+ext::x` makes git start a helper program. */
export function inspectPipInstall(call: Call, found: Findings): void {
  for (const { text: name, index } of call.operands) {
    if (name.includes('::')) found.addHazard(hazard('executes', 'the address starts a helper'), index);
  }
}

/** `go build -ldflags=-extld=./x` starts another linker. Only a few flags are known to be harmless. */
export function inspectGoFlags(call: Call, found: Findings): void {
  for (const { name, value } of call.options) {
    if (!name.endsWith('flags') || value === undefined) continue;
    const flags = value.text.replace(/^all=/, '').split(/\s+/);
    const isPlain = (word: string, at: number): boolean => /^(?:|-[swNlX]|-X=.*)$/.test(word) || flags[at - 1] === '-X';
    if (!flags.every(isPlain)) {
      found.addHazard(hazard('executes', 'flags for the compiler or linker can start programs'), value.index);
    }
  }
}
