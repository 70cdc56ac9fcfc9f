import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok } from '@ku0/agent-runtime-tools-core';
import { COPY_OPTIONS, copy, shout } from '../sample-tools.ts';
import { WRITES, findsFaults } from '../tool-faults.ts';

findsFaults([
  {
    fault: 'a dry run that does it',
    tool: copy({
      async dryRun(params, context) {
        await copy().execute(params, context);
        return ok({ summary: 'Would copy.', changes: [{ kind: 'create', target: 'b.txt' }] });
      },
    }),
    options: COPY_OPTIONS,
    rule: 'changes nothing in a dry run',
    problem: 'the dry run changed b.txt',
  },
  {
    fault: 'a dry run that fails',
    tool: copy({ dryRun: async () => fail('COPY_NO_IDEA', 'Who knows?') }),
    options: COPY_OPTIONS,
    rule: 'changes nothing in a dry run',
    problem: 'the dry run gave COPY_NO_IDEA',
  },
  {
    fault: 'a dry run without a plan',
    tool: copy({ dryRun: async () => ok({ summary: '' } as never) }),
    options: COPY_OPTIONS,
    rule: 'changes nothing in a dry run',
    problem: 'the dry run has no list of changes',
  },
  {
    fault: 'a plan without targets',
    tool: copy({ dryRun: async () => ok({ summary: 'x', changes: [{ kind: 'create', target: '' }] }) }),
    options: COPY_OPTIONS,
    rule: 'changes nothing in a dry run',
    problem: 'a change without a kind and a target',
  },
  {
    fault: 'a plan that hides what will change',
    tool: copy({ dryRun: async () => ok({ summary: 'Nothing at all.', changes: [] }) }),
    options: COPY_OPTIONS,
    rule: 'changes nothing in a dry run',
    problem: 'planned no change, but the call changed b.txt',
  },
  {
    fault: 'an idempotent tool that is not',
    tool: shout({
      capabilities: { ...WRITES, idempotent: true },
      async execute(_params, { cwd }) {
        await appendFile(join(cwd, 'log.txt'), 'again\n');
        return ok({ text: 'HEY' });
      },
    }),
    rule: 'leaves its folder unchanged when it is called again',
    problem: 'a second call changed log.txt',
  },
]);
