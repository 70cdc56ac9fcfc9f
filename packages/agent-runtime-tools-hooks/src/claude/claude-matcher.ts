import { errorMessage, linearPattern, type ToolIdentity } from '@ku0/agent-runtime-tools-core';
import type { Match } from '../register/hook.ts';
import { claudeNames } from './claude-names.ts';

export interface Matcher {
  match(tool: ToolIdentity): Match;
  /** Why the matcher cannot be used; it then matches every tool. */
  readonly problem?: string;
}

/**
 * Compiles the matcher of a settings file: nothing, "" and `*` match every tool; names separated by `|` or `,` match exactly;
 * anything else is a regular expression that may match anywhere in a name.
 */
export function compileClaudeMatcher(matcher: string | undefined): Matcher {
  if (matcher === undefined || matcher === '' || matcher === '*')
    return { match: () => ({ matches: true, why: 'it is for every tool' }) };
  if (NAMES_ONLY.test(matcher)) {
    const wanted = matcher
      .split(/[|,]/)
      .map((name) => name.trim())
      .filter((name) => name !== '');
    return { match: (tool) => verdict(matcher, tool, (name) => wanted.includes(name)) };
  }
  try {
    const pattern = linearPattern(matcher);
    return { match: (tool) => verdict(matcher, tool, (name) => pattern.test(name)) };
  } catch (error) {
    // A guard with an unusable matcher must guard everything.
    const problem = `its matcher ${JSON.stringify(matcher)} cannot be used (${errorMessage(error)})`;
    return { problem, match: () => ({ matches: true, why: `${problem}, so it is for every tool` }) };
  }
}

const NAMES_ONLY = /^[\w ,|-]*$/;

function verdict(matcher: string, tool: ToolIdentity, test: (name: string) => boolean): Match {
  const hit = claudeNames(tool).find(test);
  const shown = JSON.stringify(matcher);
  if (hit === undefined) return { matches: false, why: `its matcher ${shown} does not match ${tool.name}` };
  const as = hit === tool.name ? '' : `, which is ${hit} there`;
  return { matches: true, why: `its matcher ${shown} matches ${tool.name}${as}` };
}
