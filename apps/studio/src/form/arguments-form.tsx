// The index also loads a helper for tests, which needs a validator that generates code.
import Form from '@rjsf/core/lib/components/Form.js';
import type { UiSchema } from '@rjsf/utils';
import { useMemo, type ReactNode } from 'react';
import { buttonTemplates } from './button-templates.tsx';
import { formValidator } from './schema-validator.ts';

interface ArgumentsFormProps {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly onSubmit: () => void;
  /** Buttons below the fields; one of type `submit` checks the fields first. */
  readonly children: ReactNode;
}

/** The arguments of a tool as a form, from its JSON Schema. */
export function ArgumentsForm({ schema, value, onChange, onSubmit, children }: ArgumentsFormProps): ReactNode {
  const uiSchema = useMemo(() => uiOf(schema), [schema]);
  return (
    <Form<unknown>
      className="arguments-form"
      idPrefix="argument"
      schema={schema}
      uiSchema={uiSchema}
      formData={value}
      validator={formValidator}
      templates={{ ButtonTemplates: buttonTemplates }}
      onChange={({ formData }) => onChange(formData)}
      onSubmit={onSubmit}
      showErrorList={false}
      noHtml5Validate
    >
      {children}
    </Form>
  );
}

/** Texts that usually have several lines get a larger field. */
function uiOf(schema: Readonly<Record<string, unknown>>): UiSchema<unknown> {
  const properties = schema['properties'];
  const names = typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
  return Object.fromEntries(
    names
      .filter((name) => LONG_TEXTS.has(name))
      .map((name) => [name, { 'ui:widget': 'textarea', 'ui:options': { rows: 4 } }]),
  );
}

const LONG_TEXTS = new Set(['content', 'command', 'code', 'patch', 'diff', 'script', 'query', 'prompt', 'text']);
