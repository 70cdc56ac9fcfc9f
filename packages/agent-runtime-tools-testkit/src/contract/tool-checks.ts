import type { ToolHandler } from '@ku0/agent-runtime-tools-core';
import { badSampleProblems } from './checks/bad-sample.ts';
import { cancelledBeforeProblems } from './checks/cancelled-before.ts';
import { cancelledMidwayProblems } from './checks/cancelled-midway.ts';
import { capabilityProblems } from './checks/capabilities.ts';
import { dryRunProblems } from './checks/dry-run.ts';
import { hostileArgumentProblems } from './checks/hostile-arguments.ts';
import { idempotenceProblems } from './checks/idempotence.ts';
import { identityProblems } from './checks/identity.ts';
import { parameterDescriptionProblems } from './checks/parameter-descriptions.ts';
import { sampleProblems } from './checks/sample.ts';
import { sideBySideProblems } from './checks/side-by-side.ts';
import { timeoutProblems } from './checks/timeout.ts';
import { toolLeakProblems } from './checks/tool-leaks.ts';
import { unknownParameterProblems } from './checks/unknown-parameter.ts';
import { wireFormatProblems } from './checks/wire-formats.ts';
import { wrongTypeProblems } from './checks/wrong-types.ts';
import type { ContractCheck } from './contract-check.ts';
import type { BadSample, ToolContractOptions, ToolSample } from './contract-options.ts';
import { goodSamples, toolSubject, type ToolSubject } from './tool-subject.ts';

/** The contract of a tool: every rule that applies to it, from what it says to what it does. */
export function toolChecks(tool: ToolHandler, options: ToolContractOptions): ContractCheck[] {
  const subject = toolSubject(tool, options);
  return [
    { rule: 'has a name, a description and a version', problems: () => identityProblems(tool) },
    { rule: 'describes every parameter', problems: () => parameterDescriptionProblems(tool) },
    { rule: 'claims capabilities that agree with each other', problems: () => capabilityProblems(tool) },
    { rule: 'has a definition that every provider accepts, strict or not', problems: () => wireFormatProblems(tool) },
    ...sampleChecks(subject),
    ...(goodSamples(subject).length > 0 ? callChecks(subject) : []),
  ];
}

function sampleChecks(subject: ToolSubject): ContractCheck[] {
  const { samples, badSamples = [] } = subject.options;
  return [
    {
      rule: 'has a sample that succeeds',
      problems: () => (goodSamples(subject).length > 0 ? [] : ['no sample is expected to be ok']),
    },
    ...samples.map((sample, index) => ({
      rule: sampleRule(sample, index),
      problems: () => sampleProblems(subject, sample),
    })),
    ...badSamples.map((sample, index) => ({
      rule: badSampleRule(sample, index),
      problems: () => badSampleProblems(subject, sample),
    })),
  ];
}

function callChecks(subject: ToolSubject): ContractCheck[] {
  return [
    {
      rule: 'refuses a parameter it does not have and names the nearest',
      problems: () => unknownParameterProblems(subject),
    },
    { rule: 'refuses a wrong type for each parameter', problems: () => wrongTypeProblems(subject) },
    { rule: 'is not disturbed by keys that reach for prototypes', problems: () => hostileArgumentProblems(subject) },
    { rule: 'changes nothing in a dry run', problems: () => dryRunProblems(subject) },
    ...(subject.tool.capabilities.idempotent ? [idempotenceCheck(subject)] : []),
    { rule: 'does nothing when it is cancelled before it begins', problems: () => cancelledBeforeProblems(subject) },
    { rule: 'stops soon when it is cancelled', problems: () => cancelledMidwayProblems(subject) },
    { rule: 'keeps to a limit of one millisecond', problems: () => timeoutProblems(subject) },
    { rule: 'can be called twice at once', problems: () => sideBySideProblems(subject) },
    { rule: 'leaves nothing running', problems: () => toolLeakProblems(subject) },
  ];
}

function idempotenceCheck(subject: ToolSubject): ContractCheck {
  return { rule: 'leaves the same when it is called twice', problems: () => idempotenceProblems(subject) };
}

function sampleRule({ name, params, expect = 'ok' }: ToolSample, index: number): string {
  const sample = name ?? shown(params);
  return expect === 'ok'
    ? `answers sample ${index + 1}: ${sample}`
    : `gives ${expect} for sample ${index + 1}: ${sample}`;
}

function badSampleRule({ params, mentions }: BadSample, index: number): string {
  return `refuses bad sample ${index + 1} with a word about "${mentions}": ${shown(params)}`;
}

function shown(params: unknown): string {
  if (typeof params === 'function') return 'arguments made for it';
  const text = JSON.stringify(params) ?? String(params);
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
