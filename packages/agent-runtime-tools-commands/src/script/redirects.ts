import type { Redirection } from 'unbash';
import type { PathUse, RedirectUse, Span } from '../command-analysis.ts';
import type { KnownInput } from '../calls/call.ts';
import { evaluateAsOneWord } from '../words/evaluate-word.ts';
import { variableConcern } from '../words/variables.ts';
import { NO_PROGRAM } from './command-context.ts';
import type { Walker } from './walker.ts';

export interface Redirects {
  readonly uses: readonly RedirectUse[];
  readonly paths: readonly PathUse[];
  /** Standard input: the text of a here-document or here-string, unknown, or not redirected. */
  readonly stdin: KnownInput | 'unknown' | 'inherited';
}

/** Records the redirects of a compound command as a separate part. */
export function walkRedirects(
  redirects: readonly Redirection[],
  walker: Walker,
  place: { text: string; span: Span },
): void {
  const { uses, paths } = evaluateRedirects(redirects, walker);
  addBarePart(walker, place, uses, paths);
}

export function addBarePart(
  walker: Walker,
  place: { text: string; span: Span },
  redirects: readonly RedirectUse[],
  paths: readonly PathUse[],
): void {
  const { frame, recorder, scope } = walker;
  recorder.add({
    ...NO_PROGRAM,
    ...place,
    via: frame.via,
    ...(frame.parent !== undefined && { parent: frame.parent }),
    neutral: true,
    assignments: [],
    redirects,
    cwds: scope.folders,
    paths,
  });
}

export function evaluateRedirects(redirects: readonly Redirection[], walker: Walker): Redirects {
  const uses: RedirectUse[] = [];
  const paths: PathUse[] = [];
  let stdin: Redirects['stdin'] = 'inherited';
  for (const redirect of redirects) {
    if (redirect.descriptor?.type === 'FileDescriptorVariable') {
      bashOnly(redirect, walker);
      const loop = walker.scope.loops.get(redirect.descriptor.name);
      if (loop !== undefined) loop.changed = true;
      const concern = variableConcern(redirect.descriptor.name);
      if (concern !== undefined) walker.problem('variable', concern, redirect);
    }
    const input = evaluateRedirect(redirect, walker, uses, paths);
    if (isInput(redirect)) stdin = input ?? 'unknown';
  }
  return { uses, paths, stdin };
}

/** Whether a redirect changes standard input. */
function isInput({ descriptor, operator }: Redirection): boolean {
  if (descriptor !== undefined) return descriptor.type === 'FileDescriptor' && descriptor.value === 0;
  return operator.startsWith('<');
}

function evaluateRedirect(
  redirect: Redirection,
  walker: Walker,
  uses: RedirectUse[],
  paths: PathUse[],
): KnownInput | undefined {
  if (redirect.type === 'HereDoc') {
    const { parts, text, pos, end } = redirect.body;
    uses.push({ operator: redirect.operator, target: redirect.delimiter?.value ?? '', effect: 'text' });
    // In a here-document, quotes within `${...}` are literal characters, but the parser reads them as quotes.
    if (parts?.some((part) => part.type === 'ParameterExpansion' && /['"\\]/.test(part.text)) === true) {
      walker.problem('syntax', 'quotes in an expansion of a here-document cannot be read with certainty', redirect);
    }
    if (parts !== undefined) evaluateAsOneWord({ type: 'Word', text, value: text, pos, end, parts }, walker);
    const certain = parts === undefined && (redirect.delimiter?.quoted === true || !text.includes('\\'));
    return { text: redirect.operator === '<<-' ? text.replace(/^\t+/gm, '') : text, isCertain: certain };
  }
  const { operator, target } = redirect;
  if (target === undefined) {
    walker.problem('redirect', 'a redirect has no target', redirect);
    return undefined;
  }
  const word = evaluateAsOneWord(target, walker);
  if (redirect.type === 'HereString') {
    bashOnly(redirect, walker);
    uses.push({ operator, target: word.value, effect: 'text' });
    return { text: word.value, isCertain: word.kind === 'literal' };
  }
  if (operator === '&>' || operator === '&>>') bashOnly(redirect, walker);
  if ((operator === '>&' || operator === '<&') && word.kind === 'literal' && /^(?:\d+-?|-)$/.test(word.value)) {
    uses.push({ operator, target: word.value, effect: 'duplicate' });
    return undefined;
  }
  const effect = operator === '<' || operator === '<&' ? 'read' : 'write';
  uses.push({ operator, target: word.value, effect });
  if (word.kind !== 'literal') walker.problem('redirect', 'the target of a redirect is not known beforehand', redirect);
  else if (/^\/dev\/(?:tcp|udp)\//.test(word.value)) {
    walker.problem('redirect', 'a redirect opens a network connection', redirect);
  }
  paths.push({ access: effect, path: word.value, intended: effect === 'read' });
  return undefined;
}

function bashOnly(redirect: Redirection, walker: Walker): void {
  if (walker.dialect === 'posix') {
    walker.problem('syntax', 'this redirect means different things in different shells', redirect);
  }
}
