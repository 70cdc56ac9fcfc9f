import { brand } from '../authoring/brand.ts';

/** Thrown if the host registers something invalid, such as a name that is taken. */
export class RegistrationError extends Error {
  override readonly name = 'RegistrationError';

  /** Also true for errors of another copy of this package. */
  static override [Symbol.hasInstance](value: unknown): value is RegistrationError {
    return this === RegistrationError ? isBranded(value) : Function.prototype[Symbol.hasInstance].call(this, value);
  }
}

const isBranded = brand(RegistrationError.prototype, 'RegistrationError');
