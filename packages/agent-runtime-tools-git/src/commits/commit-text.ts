import { printable } from '@ku0/agent-runtime-tools-core';
import type { Commit } from './commit-format.ts';

/** A commit as a model reads it. */
export function commitText({ id, parents, author, subject, body, refs }: Commit): string {
  return [
    `commit ${id}${refs.length > 0 ? ` (${printable(refs.join(', '))})` : ''}`,
    ...(parents.length > 1 ? [`Merge: ${parents.map((parent) => parent.slice(0, 12)).join(' ')}`] : []),
    `Author: ${printable(`${author.name} <${author.email}>`)}`,
    `Date:   ${author.date}`,
    '',
    `    ${printable(subject)}`,
    ...(body === '' ? [] : ['', ...body.split('\n').map((line) => `    ${printable(line)}`)]),
  ].join('\n');
}
