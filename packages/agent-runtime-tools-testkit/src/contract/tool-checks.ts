import type { ToolHandler } from '@ku0/agent-runtime-tools-core';
import { badSampleProblems } from './checks/arguments/bad-sample.ts';
import { cancelledBeforeProblems } from './checks/stopping/cancelled-before.ts';
import { cancelledMidwayProblems } from './checks/stopping/cancelled-midway.ts';
import { capabilityProblems } from './checks/declaration/capability-flags.ts';
import { claimedCapabilityProblems } from './checks/calls/claimed-capabilities.ts';
import { dryRunProblems } from './checks/calls/dry-run.ts';
import { hostileArgumentProblems } from './checks/arguments/hostile-arguments.ts';
import { idempotenceProblems } from './checks/calls/idempotence.ts';
import { identityProblems, parameterDescriptionProblems } from './checks/declaration/identity.ts';

import { sampleProblems } from './checks/calls/sample.ts';
import { concurrentCallProblems } from './checks/calls/concurrent-calls.ts';
import { timeoutProblems } from './checks/stopping/timeout.ts';
import { toolLeakProblems } from './checks/stopping/tool-leaks.ts';
import { unknownParameterProblems } from './checks/arguments/unknown-parameter.ts';
import { wireFormatProblems } from './checks/declaration/wire-formats.ts';
import { wrongTypeProblems } from './checks/arguments/wrong-types.ts';
import type { ContractCheck } from './contract-check.ts';
import type { BadSample, ToolContractOptions, ToolSample } from './contract-options.ts';
import { goodSamples, toolUnderTest, type ToolUnderTest } from './harness/tool-under-test.ts';

/** All rules that apply to a tool: first its declaration, then its samples, then its behaviour in general. */
export function toolChecks(tool: ToolHandler, options: ToolContractOptions): ContractCheck[] {
  const tested = toolUnderTest(tool, options);
  return [
    { rule: 'has a name, a description and a version', problems: () => identityProblems(tool) },
    { rule: 'describes every parameter', problems: () => parameterDescriptionProblems(tool) },
    { rule: 'claims capabilities that agree with each other', problems: () => capabilityProblems(tool) },
    { rule: 'has a definition that every provider accepts, strict or not', problems: () => wireFormatProblems(tool) },
    ...sampleChecks(tested),
    ...(goodSamples(tested).length > 0 ? callChecks(tested) : []),
  ];
}

function sampleChecks(tested: ToolUnderTest): ContractCheck[] {
  const { samples, badSamples = [] } = tested.options;
  return [
    {
      rule: 'has a sample that succeeds',
      problems: () => (goodSamples(tested).length > 0 ? [] : ['no sample is expected to be ok']),
    },
    ...samples.map((sample, index) => ({
      rule: sampleRule(sample, index),
      problems: () => sampleProblems(tested, sample),
    })),
    ...badSamples.map((sample, index) => ({
      rule: badSampleRule(sample, index),
      problems: () => badSampleProblems(tested, sample),
    })),
  ];
}

function callChecks(tested: ToolUnderTest): ContractCheck[] {
  return [
    {
      rule: 'refuses a parameter it does not have and names the nearest',
      problems: () => unknownParameterProblems(tested),
    },
    { rule: 'refuses a wrong type for each parameter', problems: () => wrongTypeProblems(tested) },
    { rule: 'is not disturbed by keys that reach for prototypes', problems: () => hostileArgumentProblems(tested) },
    { rule: 'does only what its capabilities claim', problems: () => claimedCapabilityProblems(tested) },
    { rule: 'changes nothing in a dry run', problems: () => dryRunProblems(tested) },
    ...(tested.tool.capabilities.idempotent ? [idempotenceCheck(tested)] : []),
    { rule: 'does nothing when it is cancelled before it begins', problems: () => cancelledBeforeProblems(tested) },
    { rule: 'stops soon when it is cancelled', problems: () => cancelledMidwayProblems(tested) },
    { rule: 'keeps to a limit of one millisecond', problems: () => timeoutProblems(tested) },
    { rule: 'can be called twice at once', problems: () => concurrentCallProblems(tested) },
    { rule: 'leaves nothing running', problems: () => toolLeakProblems(tested) },
  ];
}

function idempotenceCheck(tested: ToolUnderTest): ContractCheck {
  return { rule: 'leaves its folder unchanged when it is called again', problems: () => idempotenceProblems(tested) };
}

function sampleRule({ name, params, expect = 'ok' }: ToolSample, index: number): string {
  const sample = name ?? shown(params);
  return expect === 'ok'
    ? `answers sample ${index + 1}: ${sample}`
    : `gives ${expect} for sample ${index + 1}: ${sample}`;
}

function badSampleRule({ params, mentions }: BadSample, index: number): string {
  return `refuses bad sample ${index + 1} and mentions "${mentions}": ${shown(params)}`;
}

function shown(params: unknown): string {
  if (typeof params === 'function') return 'arguments made by a function';
  const text = JSON.stringify(params) ?? String(params);
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
