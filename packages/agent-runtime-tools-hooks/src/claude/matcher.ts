import { linearPattern, type ToolIdentity } from '@ku0/agent-runtime-tools-core';
import type { Match } from '../register/hook.ts';
import { claudeNames } from './tool-names.ts';

export interface Matcher {
  match(tool: ToolIdentity): Match;
  /** Why the matcher cannot be used as written; then it matches every tool. */
  readonly problem?: string;
}

/**
 * A settings file's matcher: nothing, "" and `*` are all tools; names split at `|` or `,` are exact; anything else is
 * a regular expression that may match anywhere.
 */
export function claudeMatcher(matcher: string | undefined): Matcher {
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
    // A guard that cannot tell what it guards guards everything.
    const problem = `its matcher ${JSON.stringify(matcher)} cannot be used (${error instanceof Error ? error.message : String(error)})`;
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
