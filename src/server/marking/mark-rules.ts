import { minuteMs } from '#contract/durations';

/** Milliseconds until a mark is mailed and final. */
export const takeBackMs = 10 * minuteMs;

export type ReleasedSince = { released_at: number | null; marked_at: number };

/** Earlier versions stored only `marked_at`. */
export function releasedSince({ released_at, marked_at }: ReleasedSince): number {
  return released_at ?? marked_at;
}

/** The instant is included. */
export function takeBackUntil(mark: ReleasedSince): number {
  return releasedSince(mark) + takeBackMs;
}

/** Null once the mark changed. */
export function readSince({ read_at, ...mark }: ReleasedSince & { read_at: number | null }): number | null {
  return read_at !== null && read_at >= Math.max(mark.marked_at, releasedSince(mark)) ? read_at : null;
}

/** @param to null: the student is excused, which removes a mark above 0 */
export const isLower = (to: number | null, from: number): boolean => (to === null ? from > 0 : to < from);

/** `version` null: recorded without a file. */
export type VersionMark = { version: number | null; marks: number };

/**
 * Of another version, since a newer one's stays visible.
 * @param own this version's released mark
 * @param other the newest released of others, or the record in their place
 */
export function replacedMark(
  version: number,
  own: { marks: number } | null,
  other: VersionMark | null,
): VersionMark | null {
  if (own !== null) return { version, marks: own.marks };
  return other !== null && (other.version ?? 0) < version ? other : null;
}
