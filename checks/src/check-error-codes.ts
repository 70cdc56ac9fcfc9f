import { Visitor, parseSync } from 'oxc-parser';
import type { Argument, Expression, ObjectExpression } from 'oxc-parser';
import { codeFiles, readPackages, readText } from './repository.ts';
import type { RepositoryPackage } from './repository.ts';

/** Compares each published package's error catalogue with its README, and every code in use with all catalogues. */
export function checkErrorCodes(root: string): string[] {
  const packages = readPackages(root).map((each) => ({ each, ...codesIn(root, each) }));
  const known = new Set(packages.flatMap(({ defined }) => [...defined]));
  return packages.flatMap(({ each, defined, used, problems }) => [
    ...problems,
    ...(each.manifest.private ? [] : documentationProblems(root, each, defined)),
    ...used.filter(({ code }) => !known.has(code)).map(({ file, code }) => `${file}: ${code} is in no error catalogue`),
  ]);
}

interface CodesOfPackage {
  readonly defined: Set<string>;
  readonly used: { readonly file: string; readonly code: string }[];
  readonly problems: string[];
}

function documentationProblems(root: string, { folder }: RepositoryPackage, defined: ReadonlySet<string>): string[] {
  const readme = `${folder}/README.md`;
  const documented = documentedCodes(readText(root, readme) ?? '');
  const missing = [...defined].filter((code) => !documented.has(code));
  const surplus = [...documented].filter((code) => !defined.has(code));
  return [
    ...missing.map((code) => `${readme}: the table "Error codes" lacks ${code}`),
    ...surplus.map((code) => `${readme}: ${code} is in no error catalogue of this package`),
  ];
}

/** The codes in the first column of the table under the heading "Error codes". */
function documentedCodes(readme: string): Set<string> {
  const lines = readme.split('\n');
  const start = lines.findIndex((line) => /^#+ Error codes\s*$/.test(line)) + 1;
  const end = lines.findIndex((line, index) => index >= start && line.startsWith('#'));
  const section = start === 0 ? [] : lines.slice(start, end === -1 ? undefined : end);
  return new Set(section.flatMap((line) => /^\|\s*`([A-Z][A-Z0-9_]*)`\s*\|/.exec(line)?.[1] ?? []));
}

function codesIn(root: string, { folder }: RepositoryPackage): CodesOfPackage {
  const codes: CodesOfPackage = { defined: new Set(), used: [], problems: [] };
  for (const file of codeFiles(root, `${folder}/src`)) collectCodes(file, readText(root, file) ?? '', codes);
  return codes;
}

function collectCodes(file: string, text: string, { defined, used, problems }: CodesOfPackage): void {
  const use = (expression: Expression | Argument | undefined): void => {
    const code = stringOf(expression);
    if (code !== undefined && LOOKS_LIKE_CODE.test(code) && !SYSTEM_CODE.test(code)) used.push({ file, code });
  };
  const visitor = new Visitor({
    CallExpression: ({ callee, arguments: [first] }) => {
      if (callee.type !== 'Identifier') return;
      if (callee.name === 'fail') use(first);
      if (callee.name !== 'errorCatalogue') return;
      if (first?.type === 'ObjectExpression') for (const key of keysOf(first)) defined.add(key);
      else problems.push(`${file}: errorCatalogue takes its entries as they are, in braces`);
    },
    Property: ({ key, value }) => {
      if (key.type === 'Identifier' && key.name === 'code') use(value as Expression);
    },
    BinaryExpression: ({ left, right }) => {
      if (isCodeOf(left)) use(right);
      else if (isCodeOf(right)) use(left);
    },
    SwitchStatement: ({ discriminant, cases }) => {
      if (isCodeOf(discriminant)) for (const { test } of cases) use(test ?? undefined);
    },
  });
  visitor.visit(parseSync(file, text).program);
}

const LOOKS_LIKE_CODE = /^[A-Z][A-Z0-9]+(_[A-Z0-9]+)*$/;

/** Codes that are given by Node, the system or a library: `ENOENT`, `ERR_…`, `SQLITE_…`. */
const SYSTEM_CODE = /^E[A-Z0-9]+$|^(ABORT_ERR|EAI_.*|(ERR|UND_ERR|SQLITE|HPE|CERT|DEPTH|SELF|UNABLE)_.*)$/;

function keysOf({ properties }: ObjectExpression): string[] {
  return properties.flatMap((property) => {
    if (property.type !== 'Property') return [];
    if (property.key.type === 'Identifier') return [property.key.name];
    return property.key.type === 'Literal' && typeof property.key.value === 'string' ? [property.key.value] : [];
  });
}

function isCodeOf(node: Expression): boolean {
  if (node.type === 'ChainExpression') return isCodeOf(node.expression);
  return node.type === 'MemberExpression' && node.property.type === 'Identifier' && node.property.name === 'code';
}

function stringOf(node: Expression | Argument | undefined): string | undefined {
  return node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
}
