import { Validator, type Schema } from '@cfworker/json-schema';
import { toErrorSchema, type RJSFValidationError, type ValidatorType } from '@rjsf/utils';

/** A fault of arguments: where, and what. */
export interface SchemaFault {
  /** The path: `.edits.0.old`. Empty for the whole. */
  readonly property: string;
  readonly message: string;
}

/** The faults of a value, without generating code: the page's content security policy allows none. */
export function faultsOf(schema: unknown, value: unknown): SchemaFault[] {
  const { errors } = new Validator(schema as Schema, '2020-12', false).validate(value);
  // An error of a member is followed by one of each schema around it, which says less.
  return errors
    .filter(({ keyword }) => keyword !== 'properties' && keyword !== 'items' && keyword !== '$ref')
    .map(({ instanceLocation, error }) => ({
      property: instanceLocation.slice(1).replaceAll('/', '.'),
      message: error,
    }));
}

/** The validator of the form. */
export const formValidator: ValidatorType<unknown> = {
  isValid(schema, data, root) {
    const { $defs, definitions } = root;
    const whole = { ...($defs && { $defs }), ...(definitions && { definitions }), ...schema };
    return faultsOf(whole, data).length === 0;
  },
  // For a playground; the form itself does not use it.
  rawValidation: () => ({}),
  validateFormData(data, schema) {
    const errors = faultsOf(schema, data).map(({ property, message }): RJSFValidationError => ({
      property,
      message,
      stack: message,
    }));
    return { errors, errorSchema: toErrorSchema(errors) };
  },
};
