import { runOperation } from './run-operation.ts';
import type { ParseAnswer, ParseRequest } from './parse-task.ts';

/** The entry of the parser process: answers each request with one answer per file, in order. */
process.on('message', (request: ParseRequest) => {
  void answer(request).then((answers) => process.send?.(answers));
});
process.on('disconnect', () => process.exit(0));

async function answer({ operation, options, sources }: ParseRequest): Promise<ParseAnswer<unknown>[]> {
  const answers: ParseAnswer<unknown>[] = [];
  for (const source of sources) {
    try {
      answers.push({ ok: true, value: await runOperation(operation, options, source) });
    } catch (error) {
      answers.push({ ok: false, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return answers;
}
