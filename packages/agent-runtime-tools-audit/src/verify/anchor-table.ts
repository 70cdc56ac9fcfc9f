import type { SegmentEnd } from '../record/audit-entry.ts';
import type { ChainHead } from '../record/chain.ts';
import type { ReportBuilder } from './audit-report.ts';

/** Records that a trail must contain, because a later segment, a head file or the caller names them. */
export class AnchorTable {
  readonly #bySegment = new Map<string, Anchor[]>();

  /** `why` completes the sentence "record 7 is expected, because ...". */
  add({ segment, seq, hash }: SegmentEnd, why: string): void {
    const anchors = this.#bySegment.get(segment) ?? [];
    anchors.push({ seq, hash, why });
    this.#bySegment.set(segment, anchors);
  }

  segments(): string[] {
    return [...this.#bySegment.keys()];
  }

  /** A function that is told each record of a segment in order, and at the end reports what did not come. */
  watch(
    segment: string,
    report: ReportBuilder,
  ): { seen(record: { readonly seq: number; readonly hash: string | undefined }): void; end(): void } {
    const open = new Set(this.#bySegment.get(segment));
    const wanted = new Set([...open].map(({ seq }) => seq));
    return {
      seen({ seq, hash }) {
        if (!wanted.has(seq)) return;
        for (const anchor of open) if (anchor.seq === seq && anchor.hash === hash) open.delete(anchor);
      },
      end() {
        for (const { seq, why } of open) report.problem('cut', segment, `record ${seq} is gone or was changed: ${why}`);
      },
    };
  }
}

interface Anchor extends ChainHead {
  readonly why: string;
}
