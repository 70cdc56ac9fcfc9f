import { hasOption, optionValues, type Call, type CallValue } from '../../calls/call.ts';
import type { Findings } from '../../calls/findings.ts';
import { hazard } from '../program.ts';

/** Inspects the script and the files of a `sed` call. */
export function inspectSed(call: Call, found: Findings): void {
  const given = optionValues(call, '-e', '--expression');
  const hasFile = hasOption(call, '-f');
  const scripts = given.length > 0 || hasFile ? given : call.operands.slice(0, 1);
  const files = given.length > 0 || hasFile ? call.operands : call.operands.slice(1);
  const inPlace = call.options.find((option) => option.name === '-i');
  for (const file of files) {
    if (inPlace === undefined) found.addPath('read', file);
    else found.addPath('write', file, { intended: false, optionIndex: inPlace.index });
  }
  if (inPlace !== undefined && files.length === 0)
    found.addHazard(hazard('writes', 'edits files in place'), inPlace.index);
  if (inPlace?.value !== undefined && inPlace.value.text.includes('/')) {
    found.addHazard(hazard('writes', 'keeps copies in another folder'), inPlace.index);
  }
  checkScript(scripts, found);
}

function checkScript(scripts: readonly CallValue[], found: Findings): void {
  const [first] = scripts;
  if (first === undefined) return;
  const unknown = scripts.find((script) => script.kind !== 'literal');
  if (unknown !== undefined) {
    found.addUnknownArgument(unknown.index, 'the script is not known beforehand');
    return;
  }
  for (const effect of readSedScript(scripts.map((script) => script.text).join('\n'))) {
    if (effect.type === 'executes') found.addHazard(hazard('executes', 'the script runs a command'), first.index);
    else if (effect.path === undefined) found.addHazard(hazard('unknown', 'the script is not understood'), first.index);
    else
      found.addPath(
        effect.type,
        { text: effect.path, kind: 'literal', index: first.index },
        { intended: effect.type === 'read' },
      );
  }
}

export type SedEffect =
  | { readonly type: 'executes' | 'unknown'; readonly path?: undefined }
  | { readonly type: 'read' | 'write'; readonly path: string };

/**
 * Lists the effects of a sed script beyond printing. Anything that is not certainly harmless is `unknown`.
 *
 *     s/a/b/w out.txt   ->  write out.txt
 *     1e rm x           ->  executes
 */
export function readSedScript(script: string): SedEffect[] {
  const effects: SedEffect[] = [];
  let at = 0;
  while (at < script.length) {
    at = skip(script, at, /[\s;{}]/);
    if (at >= script.length) break;
    const next = readCommand(script, at, effects);
    if (next === undefined) return [...effects, { type: 'unknown' }];
    at = next;
  }
  return effects;
}

function readCommand(script: string, start: number, effects: SedEffect[]): number | undefined {
  let at: number | undefined = skipAddresses(script, start);
  if (at === undefined) return undefined;
  const command = script.charAt(at++);
  switch (command) {
    case '#':
      return lineEnd(script, at);
    case '{':
    case '}':
    case '=':
    case 'd':
    case 'D':
    case 'g':
    case 'G':
    case 'h':
    case 'H':
    case 'n':
    case 'N':
    case 'p':
    case 'P':
    case 'x':
    case 'z':
    case 'F':
      return at;
    case 'l':
    case 'L':
    case 'q':
    case 'Q':
      return skip(script, at, /[ \t\d]/);
    case ':':
    case 'b':
    case 't':
    case 'T':
    case 'v':
      // The text after the label is parsed as a command, because some versions run it.
      return skip(script, skip(script, at, /[ \t]/), /[^\s;}]/);
    case 'a':
    case 'i':
    case 'c':
      return textEnd(script, at);
    case 'y':
      return delimited(script, at, 2);
    case 's':
      return readSubstitution(script, at, effects);
    case 'r':
    case 'R':
    case 'w':
    case 'W': {
      const end = lineEnd(script, at);
      effects.push({ type: command.toLowerCase() === 'r' ? 'read' : 'write', path: script.slice(at, end).trim() });
      return end;
    }
    case 'e':
      effects.push({ type: 'executes' });
      return lineEnd(script, at);
    default:
      return undefined;
  }
}

function readSubstitution(script: string, start: number, effects: SedEffect[]): number | undefined {
  let at = delimited(script, start, 2);
  if (at === undefined) return undefined;
  for (; at < script.length; at++) {
    const flag = script.charAt(at);
    if (flag === 'e') effects.push({ type: 'executes' });
    else if (flag === 'w') {
      const end = lineEnd(script, at);
      effects.push({ type: 'write', path: script.slice(at + 1, end).trim() });
      return end;
    } else if (!/[gpiImM\d]/.test(flag)) break;
  }
  return at;
}

/** Skips one or two addresses and `!`. */
function skipAddresses(script: string, start: number): number | undefined {
  let at: number | undefined = skipAddress(script, start);
  if (at === undefined) return undefined;
  if (at > start) {
    at = skip(script, at, /[ \t]/);
    if (script.charAt(at) === ',') {
      at = skipAddress(script, skip(script, at + 1, /[ \t]/));
      if (at === undefined) return undefined;
    }
  }
  return skip(script, at, /[ \t!]/);
}

function skipAddress(script: string, at: number): number | undefined {
  const char = script.charAt(at);
  if (char === '$') return at + 1;
  if (/[\d+~]/.test(char)) return skip(script, at + 1, /[\d~]/);
  if (char !== '/' && char !== '\\') return at;
  const end = delimited(script, char === '/' ? at : at + 1, 1);
  return end === undefined ? undefined : skip(script, end, /[IM]/);
}

/** The position after `count` texts that the character at `at` delimits: `/a/` is one, `/a/b/` two. */
function delimited(script: string, at: number, count: number): number | undefined {
  const mark = script.charAt(at);
  if (mark === '' || mark === '\n' || mark === '\\') return undefined;
  let left = count;
  let inBrackets = false;
  for (let next = at + 1; next < script.length; next++) {
    const char = script.charAt(next);
    if (char === '\\') next++;
    else if (inBrackets) {
      // A delimiter within brackets ends the text in some versions and not in others.
      if (char === mark || char === '\n') return undefined;
      if (char === ']') inBrackets = false;
      else if (char === '[' && /[:.=]/.test(script.charAt(next + 1))) {
        const close = script.indexOf(`${script.charAt(next + 1)}]`, next + 2);
        if (close < 0 || script.slice(next, close).includes(mark)) return undefined;
        next = close + 1;
      }
    } else if (char === '[' && left === count) {
      inBrackets = true;
      if (script.charAt(next + 1) === '^') next++;
      if (script.charAt(next + 1) === ']') next++;
    } else if (char === mark) {
      left--;
      if (left === 0) return next + 1;
    }
  }
  return undefined;
}

/** The text of `a`, `i` and `c` continues on the next line after an unescaped backslash. */
function textEnd(script: string, start: number): number {
  let at = lineEnd(script, start);
  while (at < script.length && backslashesBefore(script, at) % 2 === 1) at = lineEnd(script, at + 1);
  return at;
}

function backslashesBefore(script: string, at: number): number {
  let count = 0;
  while (script.charAt(at - 1 - count) === '\\') count++;
  return count;
}

function lineEnd(script: string, at: number): number {
  const end = script.indexOf('\n', at);
  return end < 0 ? script.length : end;
}

function skip(script: string, start: number, characters: RegExp): number {
  let at = start;
  while (at < script.length && characters.test(script.charAt(at))) at++;
  return at;
}
