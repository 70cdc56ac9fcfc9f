import type { TrustSubject } from '@ku0/agent-runtime-tools-workspace';

/** One message about the loading of hooks. */
export interface HookDiagnostic {
  /**
   * `loaded`: the hook runs. `ignored`: it is not supported or not needed. `untrusted`: it does not run until it is trusted.
   * `problem`: something is wrong.
   */
  readonly kind: 'loaded' | 'ignored' | 'untrusted' | 'problem';
  readonly file: string;
  /** The place in the file: `hooks.PreToolUse[0].hooks[1]`, or a line. */
  readonly where?: string;
  readonly message: string;
  /** For `untrusted`: the argument for `trust` of a trust store. */
  readonly trust?: TrustSubject;
}
