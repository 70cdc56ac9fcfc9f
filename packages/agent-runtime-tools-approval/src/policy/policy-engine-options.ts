import type { DiskReader } from '@ku0/agent-runtime-tools-commands';
import type { ApprovalPolicy, PermissionRules } from './approval-policy.ts';

/** Policies and rules of one origin. A layer that `tightens` can deny and ask, but not approve. */
export interface PolicyLayer {
  readonly policies?: readonly ApprovalPolicy[];
  /** Rules as strings, such as `{ allow: ['Bash(git log *)'], deny: ['Read(.env)'] }`. Deny wins over ask, ask over allow. */
  readonly permissions?: PermissionRules;
  readonly tightens?: boolean;
}

export interface PolicyEngineOptions extends PolicyLayer {
  /** More layers. Their denials and questions override every approval, whatever its priority. */
  readonly layers?: readonly PolicyLayer[];
  /** The settings of git repositories in the workspace are trusted. Default false. */
  readonly trustRepositories?: boolean;
}

export interface EvaluateOptions {
  readonly roots: readonly string[];
  /** Inspect the files that a command touches. Default true. */
  readonly inspectFiles?: boolean;
  /** A cache of disk look-ups for the same paths. Default: the disk itself. */
  readonly disk?: DiskReader;
}
