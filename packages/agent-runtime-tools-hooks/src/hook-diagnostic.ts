import type { TrustSubject } from '@ku0/agent-runtime-tools-workspace';

/** One thing worth knowing about how hooks were loaded. */
export interface HookDiagnostic {
  /**
   * `loaded`: it runs. `ignored`: it does not, and need not. `untrusted`: it does not until it is trusted.
   * `problem`: something is wrong.
   */
  readonly kind: 'loaded' | 'ignored' | 'untrusted' | 'problem';
  readonly file: string;
  /** The place in the file: `hooks.PreToolUse[0].hooks[1]`, or a line. */
  readonly where?: string;
  readonly message: string;
  /** For `untrusted`: what a trust store's `trust` takes. */
  readonly trust?: TrustSubject;
}
