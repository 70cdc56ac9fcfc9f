import { IDENTIFIER, variableConcern } from '../words/variables.ts';
import { hazard, type Operands, type Role } from '../programs/program.ts';
import { hasOption, type Call, type CallValue } from './call.ts';
import type { Findings } from './findings.ts';
import { addPossiblePaths } from './possible-path.ts';
import { checkUrl } from './check-url.ts';

/** Derives the paths, hazards and nested commands of a call from the roles of its options and operands. */
export function applyRoles(call: Call, found: Findings): void {
  for (const { use, value, index } of call.options) {
    if (use.hazard !== undefined) found.addHazard(use.hazard, value?.index ?? index, value?.text);
    if (value !== undefined && use.role !== undefined) applyRole(call, found, use.role, value, index);
  }
  const { operands } = call.program;
  if (operands === undefined || typeof operands === 'string') {
    for (const value of call.operands) applyOperand(call, found, operands ?? 'maybe-path', value);
  } else {
    applyOperands(call, found, operands);
  }
}

function applyOperands(call: Call, found: Findings, spec: Operands): void {
  const first =
    spec.skipFirstWith !== undefined && hasOption(call, ...spec.skipFirstWith.split(' ')) ? [] : (spec.first ?? []);
  const last = call.operands.length - 1;
  for (const [at, value] of call.operands.entries()) {
    const role =
      first[at] ?? (at === last && at > 0 && spec.last !== undefined ? spec.last : (spec.rest ?? 'maybe-path'));
    applyOperand(call, found, role, value);
    if (role === 'command') return;
  }
}

function applyOperand(call: Call, found: Findings, role: Role, value: CallValue): void {
  if (value.kind === 'glob' && (role === 'text' || role === 'maybe-path')) found.addPath('read', value);
  else if (role === 'text' && call.hasUnknownOption && value.kind === 'literal')
    addPossiblePaths(found, value.text, value.index);
  else applyRole(call, found, role, value, undefined);
}

function applyRole(call: Call, found: Findings, role: Role, value: CallValue, by: number | undefined): void {
  switch (role) {
    case 'text':
      return;
    case 'maybe-path':
      if (value.kind === 'unknown') found.addUnknownArgument(value.index);
      else addPossiblePaths(found, value.text, value.index, true);
      return;
    case 'read':
    case 'tree':
      if (value.text === '-' && value.kind === 'literal') return;
      found.addPath('read', value, { followsLinks: role === 'tree' });
      return;
    case 'write':
      if (value.text === '-' && value.kind === 'literal') return;
      found.addPath('write', value, { intended: false, ...(by !== undefined && { optionIndex: by }) });
      return;
    case 'edit':
      found.addPath('write', value, { intended: true });
      return;
    case 'delete':
      found.addPath('delete', value, { intended: true });
      return;
    case 'url':
      checkUrl(found, value);
      return;
    case 'variable':
      applyVariable(found, value);
      return;
    case 'script':
      if (value.kind === 'literal') found.addPath('read', value);
      if (value.likelyOutput !== undefined) found.addShellScript(value.likelyOutput, call.name);
      if (call.stdin !== undefined && /^\/dev\/(?:stdin|fd\/0)$/.test(value.text)) {
        found.addShellScript(call.stdin.text, call.name);
      }
      found.addHazard(hazard('executes', `runs the script ${value.text}`), value.index);
      return;
    case 'code':
      found.addHazard(hazard('executes', 'runs code that is not analysed'), value.index);
      return;
    case 'shell':
      if (value.kind === 'literal') found.addShellScript(value.text, call.name);
      else found.addHazard(hazard('executes', 'runs a script that is not known beforehand', 'whole'), value.index);
      return;
    case 'command':
      found.addCommand(call.args.slice(call.args.findIndex((arg) => arg.index === value.index)), call.name);
  }
}

function applyVariable(found: Findings, value: CallValue): void {
  if (value.kind !== 'literal') {
    found.addUnknownArgument(value.index, 'the name of a variable is not known beforehand');
    return;
  }
  const concern = IDENTIFIER.test(value.text)
    ? variableConcern(value.text)
    : `${value.text} is not a plain variable name: a subscript is evaluated`;
  if (concern !== undefined) found.addHazard(hazard('executes', concern, 'exact'), value.index);
}
