import { minuteMs } from '#contract/durations';

/** Its student is mailed after that. */
export const takeBackMs = 10 * minuteMs;

export type ReleasedSince = { released_at: number | null; marked_at: number };

/** Earlier versions of the portal stored only when the mark was given. */
export function releasedSince({ released_at, marked_at }: ReleasedSince): number {
  return released_at ?? marked_at;
}

/** Inclusive. */
export function takeBackUntil(mark: ReleasedSince): number {
  return releasedSince(mark) + takeBackMs;
}

/** When the student read the present mark; null once it changed. */
export function readSince({ read_at, ...mark }: ReleasedSince & { read_at: number | null }): number | null {
  return read_at !== null && read_at >= Math.max(mark.marked_at, releasedSince(mark)) ? read_at : null;
}

export type VersionMark = { version: number; marks: number };

/**
 * The visible mark that releasing this version's would replace. A newer version's stays visible.
 * @param own the version's own released mark
 * @param other the newest released mark of another version
 */
export function replacedMark(
  version: number,
  own: { marks: number } | null,
  other: VersionMark | null,
): VersionMark | null {
  if (own !== null) return { version, marks: own.marks };
  return other !== null && other.version < version ? other : null;
}
