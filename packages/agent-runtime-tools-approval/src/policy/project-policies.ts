import type { ApprovalPolicy, PermissionRules } from './approval-policy.ts';
import type { PolicyLayer } from './policy-engine.ts';

/** Policies that came with a project. Nothing of them loosens anything until a person trusts exactly this content. */
export interface ProjectPolicies {
  readonly policies?: readonly ApprovalPolicy[];
  readonly permissions?: PermissionRules;
  /** The project's folder. */
  readonly workspace: string;
  /** What is trusted, in the project's own terms: `policies:.toolbox/policies.yaml`. */
  readonly subject: string;
  /** Of the exact content. */
  readonly digest: string;
}

/** As much of a trust store as is needed here. */
export interface TrustCheck {
  isTrusted(subject: {
    readonly workspace: string;
    readonly subject: string;
    readonly digest: string;
  }): boolean | Promise<boolean>;
}

/** The project's layer, as far as trust goes. Never rejects: a check that fails trusts nothing. */
export async function trustedLayer(
  project: ProjectPolicies,
  trust: TrustCheck | undefined,
  notices: string[],
): Promise<PolicyLayer> {
  const { workspace, subject, digest, policies = [], permissions = {} } = project;
  // Only a plain true is trust: an object that says otherwise inside is none.
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
