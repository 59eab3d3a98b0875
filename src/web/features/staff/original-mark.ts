import type { StaffSubmission } from '#contract/staff';

type Mark = { marks: number; comments: string; released: boolean };

/** The mark of a version as its mentor sees it; null without one. */
export function seenMark({ marks, mark_comments, released }: StaffSubmission): Mark | null {
  return marks === null ? null : { marks, comments: mark_comments ?? '', released };
}

/** The mark that a form was begun from, for its hidden field. */
export function originalOf(mark: Mark | null): string {
  return JSON.stringify(mark && { marks: mark.marks, comments: mark.comments, released: mark.released });
}

/** What that field brings back; what is no JSON stays a text, which the call refuses in its words. */
export function parseOriginal(original: string): unknown {
  try {
    return JSON.parse(original);
  } catch {
    return original;
  }
}
