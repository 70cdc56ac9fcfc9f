import { explainDecision, type ApprovalCondition } from '@ku0/agent-runtime-tools-approval';
import { Type, type ToolIdentity } from '@ku0/agent-runtime-tools-core';
import type { Explanation, HookCheck, HookDiagnostic, Settings, TrustChange } from '@ku0/studio/api';
import type { TrustSubject } from '@ku0/agent-runtime-tools-workspace';
import { ApiFailure, type Route } from '../route.ts';
import type { StudioParts } from '../studio-parts.ts';
import { CommandPartSchema, Decision, Done, JsonObject, Texts } from './schemas.ts';

/** Policies, hooks, MCP servers and trust. */
export function settingsRoutes(parts: StudioParts): Route[] {
  const { tools, approval, trust, workspace, hooks } = parts;
  return [
    {
      method: 'GET',
      path: '/api/settings',
      summary: 'What decides about calls besides a person.',
      answer: JsonObject,
      async handle(): Promise<Settings> {
        const { trustable: _, ...settings } = await settingsOf(parts);
        return settings;
      },
    },
    {
      method: 'POST',
      path: '/api/settings/explain',
      summary: 'Why a call would be approved, asked about or denied. Makes no call.',
      body: Type.Object({ tool: Type.String(), arguments: JsonObject }, { additionalProperties: false }),
      answer: Type.Object({
        decision: Decision,
        rule: Type.Optional(Type.String()),
        reasons: Texts,
        risk: Type.Object({ level: Type.String(), why: Type.String() }),
        paths: Type.Array(Type.Object({ path: Type.String(), access: Type.String(), place: Type.String() })),
        parts: Type.Array(CommandPartSchema),
        suggestedRule: Type.Optional(Type.String()),
      }),
      async handle({ body }): Promise<Explanation> {
        const { tool, args } = callOf(body);
        const handler = tools.get(tool);
        const explained = await explainDecision(handler?.name ?? tool, args, {
          approver: approval.approver,
          cwd: workspace.folder,
        });
        const { decision, rule, policyName, reasons, risk, paths, commands, suggestedRule } = explained;
        const by = rule ?? policyName;
        return {
          decision,
          ...(by !== undefined && { rule: by }),
          reasons,
          risk: { level: risk.level, why: risk.why },
          paths,
          parts: commands,
          ...(suggestedRule !== undefined && { suggestedRule }),
        };
      },
    },
    {
      method: 'GET',
      path: '/api/settings/hooks/:tool',
      summary: 'Which hooks would run for a tool, and why. Runs none of them.',
      answer: Type.Array(JsonObject),
      handle({ params }): HookCheck[] {
        const identity = identityOf(tools, params['tool'] ?? '');
        if (identity === undefined) throw new ApiFailure(404, 'TOOL_NOT_FOUND', 'There is no such tool.');
        return (hooks?.explain(identity) ?? []).map(({ source: _, ...check }) => check);
      },
    },
    {
      method: 'POST',
      path: '/api/trust',
      summary: 'Trusts content that /api/settings shows as untrusted. It counts from the next start on.',
      body: Type.Object({ subject: Type.String(), digest: Type.String() }, { additionalProperties: false }),
      answer: Done,
      async handle({ body }) {
        const wanted = trustChangeOf(body);
        const shown = (await settingsOf(parts)).trustable.find(
          ({ subject, digest }) => subject === wanted.subject && digest === wanted.digest,
        );
        if (shown === undefined)
          throw new ApiFailure(409, 'NOT_SHOWN', 'Only content that is shown here can be trusted, as it is shown.');
        await trust.trust(shown);
        return { done: true };
      },
    },
    {
      method: 'DELETE',
      path: '/api/trust/:subject',
      summary: 'Revokes the trust in content of this workspace.',
      answer: Done,
      async handle({ params }) {
        const subject = params['subject'] ?? '';
        return { done: (await trust.revoke({ workspace: workspace.folder, subject })) > 0 };
      },
    },
  ];
}

async function settingsOf({
  approval,
  policies = [],
  permissions = {},
  hooks,
  mcp,
  untrustedServers = [],
  trust,
  workspace,
}: StudioParts): Promise<Settings & { readonly trustable: readonly TrustSubject[] }> {
  const problem = await trust.problem();
  const [folder] = await workspace.roots();
  const diagnostics = hooks?.diagnostics ?? [];
  const rules = (['allow', 'ask', 'deny'] as const).flatMap((effect) =>
    (permissions[effect] ?? []).map((rule) => ({ effect, rule })),
  );
  return {
    mode: approval.approver.mode,
    permissions: rules,
    policies: policies.map(({ name, tools, action, priority = 0, reason, conditions = [] }) => ({
      name,
      tools,
      action,
      priority,
      ...(reason !== undefined && { reason }),
      conditions: conditions.map(conditionText),
    })),
    notices: approval.notices(),
    hooks: hooks?.hooks ?? [],
    hookDiagnostics: diagnostics.map(({ trust: subject, ...diagnostic }): HookDiagnostic => ({
      ...diagnostic,
      ...(subject !== undefined && { trust: { subject: subject.subject, digest: subject.digest } }),
    })),
    servers: [
      ...(mcp?.list() ?? []).map(({ name, state, problem: why, tools }) => ({
        name,
        state,
        tools,
        ...(why !== undefined && { problem: why }),
      })),
      ...untrustedServers,
    ],
    trust: (await trust.list()).filter((entry) => entry.workspace === folder),
    ...(problem !== undefined && { trustProblem: problem }),
    trustable: [
      ...diagnostics.flatMap((diagnostic) => diagnostic.trust ?? []),
      ...untrustedServers.flatMap(({ trust: change }) =>
        change === undefined ? [] : [{ workspace: workspace.folder, ...change }],
      ),
    ],
  };
}

function conditionText({ type, operator, value }: ApprovalCondition): string {
  return `${type} ${OPERATORS[operator]} ${String(value)}`;
}

const OPERATORS = {
  equals: 'is',
  contains: 'contains',
  matches: 'matches',
  lessThan: 'is less than',
  greaterThan: 'is greater than',
} as const satisfies Record<ApprovalCondition['operator'], string>;

function identityOf(tools: StudioParts['tools'], name: string): ToolIdentity | undefined {
  let found: ToolIdentity | undefined;
  tools
    .view((tool) => {
      if (tool.name === name) found = tool;
      return false;
    })
    .getNames();
  return found;
}

function callOf(body: unknown): { readonly tool: string; readonly args: unknown } {
  const given = typeof body === 'object' && body !== null ? body : {};
  return { tool: 'tool' in given ? String(given.tool) : '', args: 'arguments' in given ? given.arguments : {} };
}

function trustChangeOf(body: unknown): TrustChange {
  const given = typeof body === 'object' && body !== null ? body : {};
  return {
    subject: 'subject' in given ? String(given.subject) : '',
    digest: 'digest' in given ? String(given.digest) : '',
  };
}
