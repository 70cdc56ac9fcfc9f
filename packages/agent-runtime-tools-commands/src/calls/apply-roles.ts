import { IDENTIFIER, variableConcern } from '../words/variables.ts';
import { does, type Operands, type Role } from '../programs/vocabulary.ts';
import { hasOption, type Call, type CallValue } from './call.ts';
import type { Findings } from './findings.ts';
import { noteLoosePath } from './loose-path.ts';
import { checkUrl } from './url-value.ts';

/** Turns a call's options and operands into what they read, write and run. */
export function applyRoles(call: Call, found: Findings): void {
  for (const { use, value, index } of call.options) {
    if (use.hazard !== undefined) found.hazard(use.hazard, value?.index ?? index, value?.text);
    if (value !== undefined && use.role !== undefined) applyRole(call, found, use.role, value, index);
  }
  const { operands } = call.program;
  if (operands === undefined || typeof operands === 'string') {
    for (const value of call.operands) applyOperand(call, found, operands ?? 'loose', value);
  } else {
    applyOperands(call, found, operands);
  }
}

function applyOperands(call: Call, found: Findings, spec: Operands): void {
  const first = spec.unless !== undefined && hasOption(call, ...spec.unless.split(' ')) ? [] : (spec.first ?? []);
  const last = call.operands.length - 1;
  for (const [at, value] of call.operands.entries()) {
    const role = first[at] ?? (at === last && at > 0 && spec.last !== undefined ? spec.last : (spec.rest ?? 'loose'));
    applyOperand(call, found, role, value);
    if (role === 'command') return;
  }
}

function applyOperand(call: Call, found: Findings, role: Role, value: CallValue): void {
  if (value.kind === 'glob' && (role === 'text' || role === 'loose')) found.path('read', value);
  else if (role === 'text' && call.uncertain && value.kind === 'literal') noteLoosePath(found, value.text, value.index);
  else applyRole(call, found, role, value, undefined);
}

function applyRole(call: Call, found: Findings, role: Role, value: CallValue, by: number | undefined): void {
  switch (role) {
    case 'text':
      return;
    case 'loose':
      if (value.kind === 'unknown') found.unknownArgument(value.index);
      else noteLoosePath(found, value.text, value.index, true);
      return;
    case 'read':
    case 'tree':
      if (value.text === '-' && value.kind === 'literal') return;
      found.path('read', value, { followsLinks: role === 'tree' });
      return;
    case 'write':
      if (value.text === '-' && value.kind === 'literal') return;
      found.path('write', value, { purpose: false, ...(by !== undefined && { by }) });
      return;
    case 'edit':
      found.path('write', value, { purpose: true });
      return;
    case 'delete':
      found.path('delete', value, { purpose: true });
      return;
    case 'url':
      checkUrl(found, value);
      return;
    case 'variable':
      applyVariable(found, value);
      return;
    case 'script':
      if (value.kind === 'literal') found.path('read', value);
      if (value.printed !== undefined) found.shell(value.printed, call.name);
      if (call.stdin !== undefined && /^\/dev\/(?:stdin|fd\/0)$/.test(value.text)) {
        found.shell(call.stdin.text, call.name);
      }
      found.hazard(does('executes', `runs the script ${value.text}`), value.index);
      return;
    case 'code':
      found.hazard(does('executes', 'runs a program text that is not looked into'), value.index);
      return;
    case 'shell':
      if (value.kind === 'literal') found.shell(value.text, call.name);
      else found.hazard(does('executes', 'runs a script that is not known beforehand', 'whole'), value.index);
      return;
    case 'command':
      found.command(call.args.slice(call.args.findIndex((arg) => arg.index === value.index)), call.name);
  }
}

function applyVariable(found: Findings, value: CallValue): void {
  if (value.kind !== 'literal') {
    found.unknownArgument(value.index, 'the name of a variable is not known beforehand');
    return;
  }
  const concern = IDENTIFIER.test(value.text)
    ? variableConcern(value.text)
    : `${value.text} is not a plain variable name: a subscript is evaluated`;
  if (concern !== undefined) found.hazard(does('executes', concern, 'exact'), value.index);
}
