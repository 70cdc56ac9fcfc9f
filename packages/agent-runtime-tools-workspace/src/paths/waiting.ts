/** Work that waits for answers, if it has to: written once, and run by who can wait and by who cannot. */
export type Waiting<T> = Generator<Promise<void>, T, void>;

/** An answer, waited for where it is not there yet. */
export function* settled<T>(answer: T | Promise<T>): Waiting<T> {
  if (!(answer instanceof Promise)) return answer;
  const answers: { readonly value: T }[] = [];
  yield answer.then((value) => void answers.push({ value }));
  const [first] = answers;
  if (first === undefined) throw new Error('Work went on before its answer was there.');
  return first.value;
}

/** Runs work to its end. */
export async function waited<T>(work: Waiting<T>): Promise<T> {
  let step = work.next();
  while (step.done !== true) {
    try {
      await step.value;
    } catch (error) {
      step = work.throw(error);
      continue;
    }
    step = work.next();
  }
  return step.value;
}

/** Runs work that has all its answers; undefined when it would have to wait. */
export function unlessWaiting<T>(work: Waiting<T>): T | undefined {
  const step = work.next();
  return step.done === true ? step.value : undefined;
}
