import { useState, type ReactNode } from 'react';
import type { ToolDetails } from '../../api/studio-api.ts';
import { ArgumentsForm } from '../../form/arguments-form.tsx';
import { duration, json } from '../../parts/format.ts';
import { DiffView } from '../../parts/diff-view.tsx';
import { ErrorNotice } from '../../parts/notice.tsx';
import { ResultView } from '../../parts/result-view.tsx';
import { LiveOutput } from './live-output.tsx';
import { useCall, type CallState } from './use-call.ts';

/** The arguments of a call, as a form or as JSON, and what came of it. */
export function ToolRun({ tool }: { readonly tool: ToolDetails }): ReactNode {
  const [value, setValue] = useState<unknown>(() => ({}));
  const [text, setText] = useState<string>();
  const call = useCall(tool.name);
  const isRunning = call.state.kind === 'running';
  const asJson = text !== undefined;
  const problem = asJson ? jsonProblem(text) : undefined;
  const args = (): unknown => (asJson ? (JSON.parse(text) as unknown) : value);
  const buttons = (
    <div className="run-actions">
      <button
        type="button"
        className="quiet"
        onClick={() => {
          if (asJson && problem === undefined) setValue(args());
          setText(asJson ? undefined : json(value));
        }}
      >
        {asJson ? 'Edit as a form' : 'Edit as JSON'}
      </button>
      <button
        type="button"
        className="quiet"
        onClick={() => (asJson ? setText(json(tool.example)) : setValue(tool.example))}
      >
        Fill in an example
      </button>
      <span className="spacer" />
      <button type="button" disabled={isRunning || problem !== undefined} onClick={() => void call.dryRun(args())}>
        Dry run
      </button>
      {isRunning ? (
        <button type="button" className="danger" onClick={call.stop}>
          Stop
        </button>
      ) : (
        <button type="submit" className="primary" disabled={problem !== undefined}>
          Run
        </button>
      )}
    </div>
  );
  return (
    <div className="tool-run">
      {asJson ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void call.run(args());
          }}
        >
          <label className="field">
            <span>Arguments as JSON</span>
            <textarea
              className="mono"
              rows={10}
              value={text}
              spellCheck={false}
              onChange={(event) => setText(event.target.value)}
            />
          </label>
          {problem !== undefined && <ErrorNotice>{problem}</ErrorNotice>}
          {buttons}
        </form>
      ) : (
        <ArgumentsForm schema={tool.parameters} value={value} onChange={setValue} onSubmit={() => void call.run(value)}>
          {buttons}
        </ArgumentsForm>
      )}
      <Outcome state={call.state} />
    </div>
  );
}

function Outcome({ state }: { readonly state: CallState }): ReactNode {
  switch (state.kind) {
    case 'idle':
      return undefined;
    case 'running':
      return <LiveOutput callId={state.callId} />;
    case 'failed':
      return <ErrorNotice>{state.message}</ErrorNotice>;
    case 'dry-run': {
      const { result } = state;
      if (!result.ok) return <ErrorNotice>{result.error.message}</ErrorNotice>;
      const diff = result.value.changes.flatMap((change) => change.diff ?? []).join('\n');
      return (
        <section className="outcome" aria-label="Dry run">
          <h3>A call would do this</h3>
          <p className="preview-summary">{result.value.summary}</p>
          {diff !== '' && <DiffView diff={diff} />}
          {result.value.warnings?.map((warning) => (
            <p key={warning} className="warning-notice">
              {warning}
            </p>
          ))}
        </section>
      );
    }
    default: {
      const { result, content } = state.answer;
      const { executionTimeMs, repaired = [] } = result.metadata;
      return (
        <section className="outcome" aria-label="Result">
          <h3>
            <span className={result.ok ? 'good' : 'bad'}>{result.ok ? 'Done' : result.error.code}</span>
            <span className="muted"> in {duration(executionTimeMs)}</span>
          </h3>
          {repaired.length > 0 && (
            <p className="muted">{repaired.map(({ path, action }) => `${path} ${action}`).join(', ')}</p>
          )}
          {result.ok ? (
            <ResultView content={content} value={result.value} />
          ) : (
            <ErrorNotice>
              {result.error.message} {result.error.suggestion}
            </ErrorNotice>
          )}
        </section>
      );
    }
  }
}

function jsonProblem(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return `This is not JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
}
