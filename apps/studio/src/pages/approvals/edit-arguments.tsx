import { useState, type ReactNode } from 'react';
import type { DryRunAnswer } from '../../api/studio-api.ts';
import { messageOf, request } from '../../client/request.ts';
import { faultsOf } from '../../form/schema-validator.ts';
import { DiffView } from '../../parts/diff-view.tsx';
import { ErrorNotice } from '../../parts/notice.tsx';

export interface EditedArguments {
  readonly text: string;
  /** Absent while the text is not valid. */
  readonly args?: Readonly<Record<string, unknown>>;
}

interface EditArgumentsProps {
  readonly tool: string;
  readonly edited: EditedArguments;
  readonly parameters: Readonly<Record<string, unknown>> | undefined;
  readonly onChange: (edited: EditedArguments) => void;
}

/** The arguments as JSON to edit. They are checked while typing, and what they would change can be shown again. */
export function EditArguments({ tool, edited, parameters, onChange }: EditArgumentsProps): ReactNode {
  const [preview, setPreview] = useState<DryRunAnswer['result']>();
  const [refusal, setRefusal] = useState<string>();
  const problem = edited.args === undefined ? problemOf(edited.text, parameters) : undefined;
  const change = (text: string): void => {
    setPreview(undefined);
    const args = problemOf(text, parameters) === undefined ? (JSON.parse(text) as EditedArguments['args']) : undefined;
    onChange({ text, ...(args !== undefined && { args }) });
  };
  const show = async (): Promise<void> => {
    setRefusal(undefined);
    try {
      const path = `/api/tools/${encodeURIComponent(tool)}/dry-run`;
      const answer = await request<DryRunAnswer>(path, { method: 'POST', body: { arguments: edited.args } });
      setPreview(answer.result);
    } catch (error) {
      setRefusal(messageOf(error));
    }
  };
  return (
    <div className="edit-arguments">
      <label className="field">
        <span>Arguments as JSON</span>
        <textarea
          className="mono"
          rows={Math.min(18, edited.text.split('\n').length + 1)}
          value={edited.text}
          spellCheck={false}
          aria-invalid={problem !== undefined}
          onChange={(event) => change(event.target.value)}
        />
      </label>
      {problem !== undefined && <ErrorNotice>{problem}</ErrorNotice>}
      <button type="button" disabled={edited.args === undefined} onClick={() => void show()}>
        Show what it would change
      </button>
      {refusal !== undefined && <ErrorNotice>{refusal}</ErrorNotice>}
      {preview?.ok === false && <ErrorNotice>{preview.error.message}</ErrorNotice>}
      {preview?.ok === true && (
        <>
          <p className="preview-summary">{preview.value.summary}</p>
          <DiffView diff={preview.value.changes.flatMap(({ diff }) => diff ?? []).join('\n')} />
        </>
      )}
    </div>
  );
}

function problemOf(text: string, parameters: Readonly<Record<string, unknown>> | undefined): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'The arguments must be an object.';
    return parameters === undefined ? undefined : faultsOf(parameters, value)[0]?.message;
  } catch (error) {
    return `This is not JSON: ${messageOf(error)}`;
  }
}
