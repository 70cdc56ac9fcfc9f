import type { Principal, ToolContext, ToolIdentity } from '@ku0/agent-runtime-tools-core';

/** Who may call what. Plain data, except for conditions that are functions. */
export interface AccessRules {
  /** The roles by name. A role that is not listed here grants nothing. */
  readonly roles?: Readonly<Record<string, RoleRules>>;
  /** Roles and permissions of single principals, by their id. They add to the roles that the host names in a call. */
  readonly principals?: Readonly<Record<string, PrincipalRules>>;
  /** Calls without a principal. By default they may call nothing. */
  readonly anonymous?: PrincipalRules;
  /** What every principal may call. Does not apply to calls without a principal. */
  readonly allow?: readonly Permission[];
  /** What nobody may call. */
  readonly deny?: readonly Permission[];
  /** The permissions of every principal. */
  readonly grants?: Grants;
}

/** The permissions of a role. What one of a caller's roles denies, no other role can allow. */
export interface RoleRules {
  /** Roles whose permissions this role has too, with what they deny. */
  readonly inherits?: readonly string[];
  readonly allow?: readonly Permission[];
  readonly deny?: readonly Permission[];
  readonly grants?: Grants;
}

export interface PrincipalRules {
  readonly roles?: readonly string[];
  readonly allow?: readonly Permission[];
  readonly deny?: readonly Permission[];
  readonly grants?: Grants;
}

/**
 * Names of permissions, or `*` for all. A tool that states permissions, such as one made from a spec, can be called only by
 * those who have all of them. A rule has to allow the call as well.
 */
export type Grants = readonly string[];

/** Tools, as one pattern, or with a condition on the arguments. */
export type Permission = string | PermissionRule;

export interface PermissionRule {
  /** Shown in explanations and errors. Default: its place in the rules. */
  readonly name?: string;
  /**
   * Patterns of which one must match: a name or glob (`read_*`), a selector (`pack:files`, `tag:net*`, `category:search`), a
   * tool of an MCP server (`mcp__server`, `mcp__server__get_*`), or what a tool does (`@readsFiles`, `@readsFiles+accessesNetwork`).
   * Capabilities allow a tool that does some of the listed things and nothing else, and deny every tool that does one of them.
   */
  readonly tools: string | readonly string[];
  /** All conditions must hold. */
  readonly when?: ArgumentCondition | AccessPredicate | readonly (ArgumentCondition | AccessPredicate)[];
  /** Shown to the caller if the rule denies. */
  readonly reason?: string;
}

/**
 * A condition on an argument, with exactly one comparison. If there are several values, all must satisfy an `allow`, one is
 * enough for a `deny`. A value of a type that cannot be compared never satisfies an `allow` and always a `deny`.
 */
export interface ArgumentCondition {
  /** The parameter, or a path to nested values: `path`, `options/force`, `edits/*` + `/path` for all elements. */
  readonly argument: string;
  readonly equals?: ArgumentScalar;
  readonly oneOf?: readonly ArgumentScalar[];
  readonly startsWith?: string;
  readonly contains?: string;
  /** A regular expression. It has to match the whole text to allow, and any part of it to deny. */
  readonly matches?: string | RegExp;
  /**
   * A glob for relative paths: `src/**`. An absolute path or one with `..` never satisfies an `allow` and always a `deny`.
   * Links are not followed.
   */
  readonly pathMatches?: string | readonly string[];
  readonly atLeast?: number;
  readonly atMost?: number;
  /** Whether the argument is there at all. */
  readonly exists?: boolean;
  /** The condition also holds if the argument is missing. By default it does not. */
  readonly orMissing?: boolean;
}

export type ArgumentScalar = string | number | boolean | null;

/** A condition in code. It must return true or false at once; everything else never allows and always denies. */
export type AccessPredicate = (request: AccessRequest) => boolean;

/** A call that is judged. */
export interface AccessRequest {
  readonly tool: ToolIdentity;
  /** The arguments after validation. */
  readonly params: unknown;
  /** On whose behalf the call is made, as the host said. */
  readonly principal: Principal | undefined;
  /** Undefined while a decision is only explained. */
  readonly context?: ToolContext;
}

/** Whether a call may be made, and why. */
export interface AccessDecision {
  readonly allowed: boolean;
  readonly by:
    | 'allow-rule'
    | 'deny-rule'
    | 'no-rule'
    | 'no-principal'
    | 'invalid-principal'
    | 'ambiguous-tool'
    | 'missing-permission';
  /** The rule that decided: its name, or its place in the rules such as `roles.editor.allow[0]`. */
  readonly rule?: string;
  /** The role that the rule belongs to. */
  readonly role?: string;
  /** The permissions that the caller would need. */
  readonly missing?: readonly string[];
  /** One sentence for a person. */
  readonly reason: string;
}
