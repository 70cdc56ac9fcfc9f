import type { ApprovalPolicy, ApprovalRequest, ApprovalResponse } from '@ku0/agent-runtime-tools-approval';

/** What runs without asking, and what never runs. */
export const policies: readonly ApprovalPolicy[] = [
  {
    name: 'notes-are-free',
    tools: ['write_file'],
    action: 'approve',
    conditions: [{ type: 'path', operator: 'matches', value: 'notes/**' }],
  },
  {
    name: 'no-keys',
    tools: ['*'],
    action: 'deny',
    conditions: [{ type: 'path', operator: 'matches', value: '**/*.pem' }],
  },
];

/** Stands for a dialog: shows the request, and says no. */
export function showDialog({ tool, reason, risk }: ApprovalRequest): ApprovalResponse {
  console.log(`? ${tool} wants to run: ${reason} (risk: ${risk.level})`);
  return { approved: false, feedback: 'Not in this example.' };
}
