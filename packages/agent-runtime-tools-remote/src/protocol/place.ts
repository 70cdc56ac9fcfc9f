/** Throws a TypeError for a name that cannot be part of every engine's keys. */
export function checkPlace(place: unknown): asserts place is string {
  if (typeof place !== 'string' || !PLACE.test(place))
    throw new TypeError('A place is named with 1 to 100 letters, digits and the characters . _ -');
}

const PLACE = /^[A-Za-z0-9._-]{1,100}$/;
