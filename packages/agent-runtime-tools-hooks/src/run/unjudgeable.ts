/** Thrown where a call cannot be shown to a hook whole: such a call is blocked, whatever the hook's failure policy. */
export class Unjudgeable extends Error {
  override readonly name = 'Unjudgeable';
}
