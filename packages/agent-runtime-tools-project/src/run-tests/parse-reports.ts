import { stripColours } from '@ku0/agent-runtime-tools-processes';
import { childrenOf, parseXml, type XmlElement } from '../read/parse-xml.ts';
import { tableAt } from '../read/read-value.ts';
import { listAt, numberAt, textAt } from './read-json.ts';
import { addTest, emptyReport, type TestReport } from './test-report.ts';

/** The JSON of jest, which vitest writes too. Undefined if the text is not such a report. */
export function parseJestReport(text: string): TestReport | undefined {
  const data = parseJson(text);
  if (numberAt(data, 'numTotalTests') === undefined) return undefined;
  const report = emptyReport();
  for (const suite of listAt(data, 'testResults')) {
    const file = textAt(suite, 'name');
    const tests = listAt(suite, 'assertionResults');
    for (const test of tests) {
      const status = textAt(test, 'status');
      const message = listAt(test, 'failureMessages')
        .filter((part) => typeof part === 'string')
        .join('\n');
      const outcome = status === 'passed' ? 'passed' : status === 'failed' ? 'failed' : 'skipped';
      addTest(report, outcome, { name: textAt(test, 'fullName') ?? '', file, message: stripColours(message) });
    }
    // A file that could not be loaded has no tests, only a message.
    if (textAt(suite, 'status') === 'failed' && !tests.some((test) => textAt(test, 'status') === 'failed'))
      addTest(report, 'failed', {
        name: 'the file itself',
        file,
        message: stripColours(textAt(suite, 'message') ?? ''),
      });
  }
  return report;
}

/** The JSON of mocha. */
export function parseMochaReport(text: string): TestReport | undefined {
  const data = parseJson(text);
  if (numberAt(data, 'stats', 'tests') === undefined) return undefined;
  const report = emptyReport();
  for (const [key, outcome] of [
    ['passes', 'passed'],
    ['failures', 'failed'],
    ['pending', 'skipped'],
  ] as const) {
    for (const test of listAt(data, key)) {
      const error = tableAt(test, 'err');
      addTest(report, outcome, {
        name: textAt(test, 'fullTitle') ?? '',
        file: textAt(test, 'file'),
        message: stripColours(textAt(error, 'stack') ?? textAt(error, 'message') ?? ''),
      });
    }
  }
  return report;
}

/** JUnit XML, as pytest and node:test write it. A report that was cut off in the middle is read as far as it goes. */
export function parseJunitReport(text: string): TestReport | undefined {
  const top = parseXml(text) ?? parseXml(closed(text));
  if (top === undefined) return undefined;
  const report = emptyReport();
  visit(top, report, []);
  return report;
}

function visit(element: XmlElement, report: TestReport, above: readonly string[]): void {
  for (const child of element.children) {
    if (child.name === 'testsuite') visit(child, report, [...above, child.attributes['name'] ?? '']);
    if (child.name !== 'testcase') continue;
    const failure = [...childrenOf(child, 'failure'), ...childrenOf(child, 'error')][0];
    const isSkipped = childrenOf(child, 'skipped').length > 0;
    const { name = '', classname = '', file } = child.attributes;
    const group = classname === '' || classname === 'test' ? above.join(' ') : classname;
    addTest(report, failure !== undefined ? 'failed' : isSkipped ? 'skipped' : 'passed', {
      name: [group, name].filter((part) => part !== '' && part !== 'pytest').join(' '),
      file,
      message: failure === undefined ? undefined : failure.text.trim() || failure.attributes['message'],
    });
  }
}

/** Drops what follows the last whole test, and closes what is open. */
function closed(text: string): string {
  const whole = text.slice(0, text.lastIndexOf('>') + 1);
  const open: string[] = [];
  for (const [, slash, name, selfClosing] of whole.matchAll(
    /<(\/?)(testsuites|testsuite|testcase|failure|error|skipped)\b[^>]*?(\/?)>/g,
  )) {
    if (name === undefined || selfClosing === '/') continue;
    if (slash === '/') open.pop();
    else open.push(name);
  }
  return (
    whole +
    open
      .toReversed()
      .map((name) => `</${name}>`)
      .join('')
  );
}

/** The lines of `go test -json`. */
export function parseGoReport(text: string): TestReport | undefined {
  const report = emptyReport();
  const outputs = new Map<string, string>();
  let isReport = false;
  for (const line of text.split('\n')) {
    if (!line.startsWith('{')) continue;
    const event = parseJson(line);
    const [action, pack, test] = [textAt(event, 'Action'), textAt(event, 'Package') ?? '', textAt(event, 'Test')];
    if (action === undefined) continue;
    isReport = true;
    const key = `${pack} ${test ?? ''}`;
    if (action === 'output') outputs.set(key, `${outputs.get(key) ?? ''}${textAt(event, 'Output') ?? ''}`.slice(-4000));
    if (test === undefined) {
      // A package that does not compile has no tests.
      if (action === 'fail' && !report.failed.some(({ file }) => file === pack))
        addTest(report, 'failed', { name: 'the package itself', file: pack, message: outputs.get(key) });
      continue;
    }
    if (action === 'pass' || action === 'fail' || action === 'skip')
      addTest(report, OUTCOMES[action], {
        name: test,
        file: pack,
        message: action === 'fail' ? outputs.get(key) : undefined,
      });
  }
  return isReport ? report : undefined;
}

const OUTCOMES = { pass: 'passed', fail: 'failed', skip: 'skipped' } as const;

/** What `cargo test` prints. Its JSON needs an unstable compiler. */
export function parseCargoReport(text: string): TestReport | undefined {
  const report = emptyReport();
  const messages = new Map<string, string>();
  for (const [, name = '', message = ''] of text.matchAll(
    /^---- (\S+) stdout ----\n([^]*?)(?=\n---- |\nfailures:|\n*$(?![^]))/gm,
  ))
    messages.set(name, message);
  let isReport = false;
  for (const [, name = '', outcome] of text.matchAll(/^test (\S+)(?: - .*)? \.\.\. (ok|FAILED|ignored)/gm)) {
    isReport = true;
    addTest(report, outcome === 'ok' ? 'passed' : outcome === 'FAILED' ? 'failed' : 'skipped', {
      name,
      message: messages.get(name),
    });
  }
  return isReport || /^running 0 tests$/m.test(text) ? report : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
