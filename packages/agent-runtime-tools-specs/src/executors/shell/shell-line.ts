import type { ToolArguments } from '../spec-executor.ts';
import { SpecConfigError } from '../spec-executor.ts';
import { parametersOf, readTemplate, type Template } from '../template/placeholders.ts';
import { refused, valueText } from '../template/value-text.ts';
import type { RenderOptions } from './render-arguments.ts';

/** A line for a shell. Values are its positional parameters, so they are never a part of its text. */
export interface ShellLine {
  /** `cat {file} | wc -l` becomes `cat "${1}" | wc -l`. */
  readonly script: string;
  /** The parameters in the order of their positions. */
  readonly parameters: readonly string[];
  /** Those that begin a word, where a dash would make an option of them. */
  readonly wordStarts: ReadonlySet<string>;
}

/** Here a quote has another meaning than outside, so that it is not known where a value would end up. */
const NESTED = /`|\$\(|\$\{|\$['"]|<<|[<>]\(/;

/** Reads a line for a shell. Throws a SpecConfigError where it is not certain that a value stays one word. */
export function readShellLine(line: string, declared: ReadonlySet<string>): ShellLine {
  const template = readTemplate(line, declared);
  if (parametersOf(template).length > 0 && NESTED.test(line)) {
    throw new SpecConfigError(
      'command: with parameters, a shell line has no substitutions and no here-documents. Put them into a script file',
    );
  }
  return new ShellLineReader(template).read();
}

/** The values of a call by position. A parameter that was not given is an empty word. Throws a ToolFailure. */
export function positionalValues(line: ShellLine, args: ToolArguments, { allowLeadingDash }: RenderOptions): string[] {
  return line.parameters.map((name) => {
    const value = args[name];
    if (value === undefined || value === null) return '';
    if (Array.isArray(value)) throw refused(name, 'is a list, which a shell line cannot take');
    const text = valueText(name, value);
    const isOption = text.startsWith('-') && typeof value !== 'number';
    if (isOption && line.wordStarts.has(name) && !allowLeadingDash.has(name))
      throw refused(name, 'begins with a dash, so the program would take it for an option');
    return text;
  });
}

class ShellLineReader {
  readonly #template: Template;
  readonly #positions = new Map<string, number>();
  readonly #wordStarts = new Set<string>();
  #script = '';
  #quote = '';
  /** The word so far is empty. */
  #atWordStart = true;

  constructor(template: Template) {
    this.#template = template;
  }

  read(): ShellLine {
    for (const piece of this.#template) {
      if ('text' in piece) for (let at = 0; at < piece.text.length; at++) at += this.#character(piece.text, at);
      else this.#parameter(piece.parameter);
    }
    if (this.#quote !== '') throw new SpecConfigError(`command: a ${this.#quote} is not closed`);
    return { script: this.#script, parameters: [...this.#positions.keys()], wordStarts: this.#wordStarts };
  }

  /** Returns how many more characters it has read. */
  #character(text: string, at: number): number {
    const character = text.charAt(at);
    this.#script += character;
    if (this.#quote === "'") {
      if (character === "'") this.#quote = '';
      else this.#atWordStart = false;
      return 0;
    }
    if (character === '\\') {
      // A backslash before a parameter would quote the expansion instead of the value.
      if (at + 1 === text.length) throw new SpecConfigError('command: nothing follows a backslash');
      this.#script += text.charAt(at + 1);
      this.#atWordStart = false;
      return 1;
    }
    if (character === this.#quote) this.#quote = '';
    else if (this.#quote === '' && (character === "'" || character === '"')) this.#quote = character;
    else this.#atWordStart = this.#quote === '' && /[\s|&;<>()]/.test(character);
    return 0;
  }

  #parameter(name: string): void {
    if (!this.#positions.has(name)) this.#positions.set(name, this.#positions.size + 1);
    // What follows a literal `--` is never an option.
    if (this.#atWordStart && !/\s--\s+$/.test(this.#script)) this.#wordStarts.add(name);
    const expansion = `\${${this.#positions.get(name)}}`;
    // Inside double quotes the expansion is quoted already; single quotes are closed around it.
    if (this.#quote === '"') this.#script += expansion;
    else if (this.#quote === "'") this.#script += `'"${expansion}"'`;
    else this.#script += `"${expansion}"`;
    this.#atWordStart = false;
  }
}
