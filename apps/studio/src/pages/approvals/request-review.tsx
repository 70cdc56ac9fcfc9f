import { useState, type ReactNode } from 'react';
import type { ApprovalAnswer, PendingApproval } from '../../api/studio-api.ts';
import { usePending } from '../../approvals/use-pending.tsx';
import { messageOf } from '../../client/request.ts';
import { Effects, RiskBadge } from '../../parts/badge.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { DiffView } from '../../parts/diff-view.tsx';
import { clock, duration, json, taskName } from '../../parts/format.ts';
import { ErrorNotice } from '../../parts/notice.tsx';
import { useNow } from '../../parts/use-now.ts';
import { CommandParts } from './command-parts.tsx';
import { EditArguments, type EditedArguments } from './edit-arguments.tsx';
import { ScopeChoice, type Scope } from './scope-choice.tsx';

/** One request in full, and the answer to it. */
export function RequestReview({ approval }: { readonly approval: PendingApproval }): ReactNode {
  const { request, args, effects, parts, reasons, parameters } = approval;
  const { answer } = usePending();
  const [scope, setScope] = useState<Scope>('once');
  const [rule, setRule] = useState(request.always?.rule ?? '');
  const [feedback, setFeedback] = useState('');
  const [edited, setEdited] = useState<EditedArguments>();
  const [problem, setProblem] = useState<string>();
  const now = useNow(1000);
  const send = (response: ApprovalAnswer): void => {
    answer(request.id, response).catch((error: unknown) => setProblem(messageOf(error)));
  };
  const approve = (): void =>
    send(
      edited?.args === undefined
        ? { approved: true, ...scopeAnswer(scope, rule, request.always?.rule), ...(feedback !== '' && { feedback }) }
        : { approved: true, modifiedArgs: edited.args },
    );
  const isEditing = edited !== undefined;
  return (
    <article className="card review" aria-label={`Request of ${request.tool}`}>
      <header className="review-head">
        <h2>{request.tool}</h2>
        <RiskBadge level={request.risk.level} />
        <Effects effects={effects} />
        <span className="spacer" />
        <span className="muted">expires in {duration(Math.max(0, request.expiresAt - now))}</span>
      </header>
      <dl className="facts">
        <dt>Why it asks</dt>
        <dd>
          {reasons.slice(0, MAX_REASONS).map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
          {reasons.length > MAX_REASONS && <p className="muted">and {reasons.length - MAX_REASONS} more reasons</p>}
        </dd>
        <dt>Risk</dt>
        <dd>{request.risk.why}</dd>
        <dt>Asked by</dt>
        <dd>
          {taskName(request.taskId)}, {clock(request.createdAt)}
        </dd>
        <dt>Folder</dt>
        <dd className="mono">{request.cwd}</dd>
      </dl>
      <CommandParts parts={parts} />
      {request.preview !== undefined && <p className="preview-summary">{request.preview.summary}</p>}
      {request.preview?.warnings?.map((warning) => (
        <p key={warning} className="warning-notice">
          {warning}
        </p>
      ))}
      {request.diff !== undefined && !isEditing && <DiffView diff={request.diff} />}
      {isEditing ? (
        <EditArguments tool={request.tool} edited={edited} parameters={parameters} onChange={setEdited} />
      ) : (
        <details open={request.diff === undefined}>
          <summary>Arguments</summary>
          <CodeBlock label="Arguments" text={json(request.args)} />
        </details>
      )}
      <p>
        <button
          type="button"
          className="quiet"
          onClick={() => setEdited(isEditing ? undefined : { text: json(args), args })}
        >
          {isEditing ? 'Take back the edit' : 'Edit the arguments'}
        </button>
      </p>
      {!isEditing && <ScopeChoice request={request} chosen={scope} onChoose={setScope} rule={rule} onRule={setRule} />}
      <label className="field">
        <span>Feedback for the model</span>
        <textarea
          rows={2}
          value={feedback}
          onChange={(event) => setFeedback(event.target.value)}
          placeholder="Why not, or what to do instead"
        />
      </label>
      {problem !== undefined && <ErrorNotice>{problem}</ErrorNotice>}
      <footer className="review-actions">
        <button
          type="button"
          className="danger"
          onClick={() => send({ approved: false, ...(feedback !== '' && { feedback }) })}
        >
          Deny
        </button>
        <button type="button" className="primary" disabled={isEditing && edited.args === undefined} onClick={approve}>
          {isEditing ? 'Approve the edited call' : `Approve ${SCOPE_WORDS[scope]}`}
        </button>
      </footer>
    </article>
  );
}

const MAX_REASONS = 3;

const SCOPE_WORDS: Readonly<Record<Scope, string>> = {
  once: 'once',
  session: 'for the session',
  always: 'always',
  tool: 'for the whole tool',
};

/** The scope, with the rule if the person has changed the offered one. */
function scopeAnswer(
  scope: Scope,
  rule: string,
  offered: string | undefined,
): Pick<ApprovalAnswer, 'scope' | 'forTool' | 'rule'> {
  if (scope === 'tool') return { scope: 'always', forTool: true };
  return scope === 'once' || offered === undefined || rule === offered ? { scope } : { scope, rule };
}
