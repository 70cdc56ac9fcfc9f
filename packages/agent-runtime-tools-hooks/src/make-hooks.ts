import { cutText, printable, type ToolIdentity, type ToolMiddleware } from '@ku0/agent-runtime-tools-core';
import { explanations, type HookExplanation } from './explain-hooks.ts';
import type { HookDiagnostic } from './hook-diagnostic.ts';
import type { HookType } from './config/hook-config.ts';
import { HookMiddleware } from './hook-middleware.ts';
import type { HooksOptions } from './hooks-options.ts';
import { HookIndex } from './register/hook-index.ts';
import type { Hook } from './register/hook.ts';

export interface HookInfo {
  readonly name: string;
  readonly type: HookType;
  /** 'configuration', or the file it comes from. */
  readonly source: string;
}

/** A middleware that also tells what it holds. */
export interface Hooks extends ToolMiddleware {
  /** Every hook that may run, in order. */
  readonly hooks: readonly HookInfo[];
  /** What was loaded, from where, what was ignored and why. */
  readonly diagnostics: readonly HookDiagnostic[];
  /** What would run for a tool, and why or why not. */
  explain(tool: ToolIdentity): readonly HookExplanation[];
}

export function makeHooks(
  all: readonly Hook[],
  options: HooksOptions = {},
  diagnostics: readonly HookDiagnostic[] = [],
): Hooks {
  return Object.assign(new HookMiddleware(new HookIndex(all), options), {
    hooks: all.map(({ name, type, source }) => ({ name, type, source })),
    diagnostics: diagnostics.map(shown),
    explain: (tool: ToolIdentity) => explanations(all, tool),
  });
}

/** Parts of it were written by whoever wrote the file, and a person reads it in a terminal to decide about trust. */
function shown({ file, where, message, ...rest }: HookDiagnostic): HookDiagnostic {
  const place = where === undefined ? {} : { where: shortText(where) };
  return { ...rest, file: printable(file), ...place, message: shortText(message) };
}

function shortText(text: string): string {
  return cutText(printable(text), MAX_SHOWN, '');
}

const MAX_SHOWN = 1000;
