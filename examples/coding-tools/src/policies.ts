import type { ApprovalPolicy, ApprovalRequest, ApprovalResponse } from '@ku0/agent-runtime-tools-approval';

/** Allows writing notes without asking, and denies all access to keys. */
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

/** Replaces a dialog in this example: prints the request and denies it. */
export function showDialog({ tool, reason, risk }: ApprovalRequest): ApprovalResponse {
  console.log(`? ${tool} wants to run: ${reason} (risk: ${risk.level})`);
  return { approved: false, feedback: 'Not in this example.' };
}
