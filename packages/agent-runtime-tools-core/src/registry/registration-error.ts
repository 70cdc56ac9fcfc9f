import { brand } from '../authoring/brand.ts';

/** A host's mistake at registration. */
export class RegistrationError extends Error {
  override readonly name = 'RegistrationError';

  /** One that another copy of this package has made is one too. */
  static override [Symbol.hasInstance](value: unknown): value is RegistrationError {
    return this === RegistrationError ? isBranded(value) : Function.prototype[Symbol.hasInstance].call(this, value);
  }
}

const isBranded = brand(RegistrationError.prototype, 'RegistrationError');
