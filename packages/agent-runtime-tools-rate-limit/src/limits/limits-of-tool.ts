import type { ToolIdentity } from '@ku0/agent-runtime-tools-core';
import { dispatchesToRemoteTools } from '@ku0/agent-runtime-tools-rules';
import type { BucketUse, PlaceUse } from '../stores/rate-limit-store.ts';
import type { CompiledLimit } from './compile-limits.ts';
import { limitKey, type CountedCall } from './limit-key.ts';

/** What a call takes, in the order of the limits. */
export interface CallUses {
  readonly buckets: readonly BucketUse[];
  readonly places: readonly PlaceUse[];
}

/** The limits that apply to one tool. */
export class LimitsOfTool {
  readonly rates: readonly CompiledLimit[];
  readonly places: readonly CompiledLimit[];
  /** True if the arguments of a call decide which limits apply. */
  readonly dispatches: boolean;
  readonly #countsTasks: boolean;
  /** What calls of a principal, and of one of its tasks, take. Making the keys anew would take longer than to count. */
  readonly #uses = new Map<string, Map<string, CallUses>>();
  #size = 0;

  constructor(tool: ToolIdentity, limits: readonly CompiledLimit[]) {
    const own = limits.filter((limit) => limit.appliesTo(tool));
    this.rates = own.filter(({ bucket }) => bucket !== undefined);
    this.places = own.filter(({ concurrency }) => concurrency !== undefined);
    this.dispatches = dispatchesToRemoteTools(tool);
    this.#countsTasks = own.some(({ by }) => by.includes('task'));
  }

  usesOf(call: CountedCall): CallUses {
    const principalId = call.principal?.id ?? '';
    const taskId = this.#countsTasks ? call.taskId : '';
    return this.#uses.get(principalId)?.get(taskId) ?? this.#remember(principalId, taskId, call);
  }

  #remember(principalId: string, taskId: string, call: CountedCall): CallUses {
    if (this.#size++ >= MAX_REMEMBERED) {
      this.#uses.clear();
      this.#size = 1;
    }
    const uses = {
      buckets: this.rates.flatMap((limit) =>
        limit.bucket === undefined ? [] : [{ limit: limit.name, key: limitKey(limit, call), ...limit.bucket }],
      ),
      places: this.places.map((limit) => ({ key: limitKey(limit, call), places: limit.concurrency ?? Infinity })),
    };
    const byTask = this.#uses.get(principalId);
    if (byTask === undefined) this.#uses.set(principalId, new Map([[taskId, uses]]));
    else byTask.set(taskId, uses);
    return uses;
  }
}

const MAX_REMEMBERED = 5000;
