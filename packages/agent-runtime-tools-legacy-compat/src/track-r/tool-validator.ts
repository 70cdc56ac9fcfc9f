import type { ToolUse } from './tool-handler.ts';

/** Says which paths a project hides from tools. */
export interface IgnoreController {
  validateAccess(path: string): boolean;
}

/** Checks the parameters of a call before its handler gets them. */
export class ToolValidator {
  readonly #ignoreController: IgnoreController | undefined;

  constructor(ignoreController?: IgnoreController) {
    this.#ignoreController = ignoreController;
  }

  assertRequiredParams(
    block: Pick<ToolUse, 'params'>,
    ...names: string[]
  ): { ok: true } | { ok: false; error: string } {
    const missing = names.find((name) => block.params[name] === undefined || block.params[name] === '');
    if (missing === undefined) return { ok: true };
    return { ok: false, error: `Missing required parameter '${missing}'` };
  }

  checkClineIgnorePath(path: string): { ok: true } | { ok: false; error: string } {
    if (this.#ignoreController?.validateAccess(path) !== false) return { ok: true };
    return { ok: false, error: `Access to ${path} is blocked by the ignore rules` };
  }
}
