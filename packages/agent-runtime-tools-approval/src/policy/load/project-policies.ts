import type { ApprovalPolicy, PermissionRules } from '../approval-policy.ts';
import type { PolicyLayer } from '../policy-engine-options.ts';

/** Policies of a project. They can only restrict until a person trusts exactly this content. */
export interface ProjectPolicies {
  readonly policies?: readonly ApprovalPolicy[];
  /** The rules of the project. Without trust, those that allow have no effect. */
  readonly permissions?: PermissionRules;
  /** The project's folder. */
  readonly workspace: string;
  /** The name of what is trusted, such as `policies:.toolbox/policies.yaml`. */
  readonly subject: string;
  /** The digest of the exact content. */
  readonly digest: string;
}

/** The part of a trust store that is used here. */
export interface TrustCheck {
  isTrusted(subject: {
    readonly workspace: string;
    readonly subject: string;
    readonly digest: string;
  }): boolean | Promise<boolean>;
}

/** The policy layer of a project, which only restricts unless it is trusted. Never rejects: if the check fails, the project is not trusted. */
export async function trustedLayer(
  project: ProjectPolicies,
  trust: TrustCheck | undefined,
  notices: string[],
): Promise<PolicyLayer> {
  const { workspace, subject, digest, policies = [], permissions = {} } = project;
  // Only `true` counts: an object, even one that says no, would be truthy.
  if ((await check(trust, { workspace, subject, digest })) === true) return { policies, permissions };
  const loosening = policies.filter(({ action }) => action === 'approve').length;
  const rules = (permissions.allow?.length ?? 0) + (permissions.additionalDirectories?.length ?? 0);
  if (loosening + rules > 0) {
    notices.push(
      `${subject} of ${workspace} is not trusted: ${loosening + rules} of its rules approve, and do not count.`,
    );
  }
  return { policies, permissions, tightens: true };
}

async function check(
  trust: TrustCheck | undefined,
  subject: { workspace: string; subject: string; digest: string },
): Promise<unknown> {
  try {
    return await trust?.isTrusted(subject);
  } catch {
    return false;
  }
}
