import { cutText, printable, type ToolIdentity, type ToolMiddleware } from '@ku0/agent-runtime-tools-core';
import { explanations, type HookExplanation } from './explain-hooks.ts';
import type { HookDiagnostic } from './hook-diagnostic.ts';
import type { HookConfig, HookType } from './config/hook-config.ts';
import { HookMiddleware } from './hook-middleware.ts';
import type { HooksOptions } from './hooks-options.ts';
import { compileHook } from './register/compile-hook.ts';
import { HookIndex } from './register/hook-index.ts';
import type { Hook } from './register/hook.ts';

export interface HookInfo {
  readonly name: string;
  readonly type: HookType;
  /** 'configuration', or the file it comes from. */
  readonly source: string;
}

/** The middleware, with a list of its hooks and diagnostics. */
export interface Hooks extends ToolMiddleware {
  /** Every hook that may run, in order. */
  readonly hooks: readonly HookInfo[];
  /** What was loaded from where, and what was ignored and why. */
  readonly diagnostics: readonly HookDiagnostic[];
  /** For every hook, whether it would run for a tool and why. */
  explain(tool: ToolIdentity): readonly HookExplanation[];
  /**
   * Replaces all hooks by configured ones or by the result of `loadHooks`. Running calls keep their hooks. Throws without
   * changing anything if a configuration is invalid.
   */
  reload(hooks: Hooks | HookConfig | readonly HookConfig[]): void;
}

export function makeHooks(
  all: readonly Hook[],
  options: HooksOptions = {},
  diagnostics: readonly HookDiagnostic[] = [],
): Hooks {
  return new LoadedHooks({ all, diagnostics: diagnostics.map(printableDiagnostic) }, options);
}

interface Loaded {
  readonly all: readonly Hook[];
  readonly diagnostics: readonly HookDiagnostic[];
}

class LoadedHooks extends HookMiddleware implements Hooks {
  #loaded: Loaded;

  constructor(loaded: Loaded, options: HooksOptions) {
    super(new HookIndex(loaded.all), options);
    this.#loaded = loaded;
  }

  get hooks(): readonly HookInfo[] {
    return this.#loaded.all.map(({ name, type, source }) => ({ name, type, source }));
  }

  get diagnostics(): readonly HookDiagnostic[] {
    return this.#loaded.diagnostics;
  }

  explain(tool: ToolIdentity): readonly HookExplanation[] {
    return explanations(this.#loaded.all, tool);
  }

  reload(hooks: Hooks | HookConfig | readonly HookConfig[]): void {
    const loaded =
      hooks instanceof LoadedHooks
        ? hooks.#loaded
        : { all: [hooks].flat().map((config) => compileHook(config as HookConfig)), diagnostics: [] };
    this.#loaded = loaded;
    this.replaceIndex(new HookIndex(loaded.all));
  }
}

/** Makes control characters visible: parts come from an untrusted file, and a person reads them in a terminal. */
function printableDiagnostic({ file, where, message, ...rest }: HookDiagnostic): HookDiagnostic {
  const place = where === undefined ? {} : { where: shortText(where) };
  return { ...rest, file: printable(file), ...place, message: shortText(message) };
}

function shortText(text: string): string {
  return cutText(printable(text), MAX_SHOWN, '');
}

const MAX_SHOWN = 1000;
