import { minuteMs } from '#contract/durations';

/** So long after its release a mark may be taken back; its student is mailed after that. */
export const takeBackMs = 10 * minuteMs;

export type ReleasedSince = { released_at: number | null; marked_at: number };

/** When a released mark was released; a version of the portal before this one has left only when it was given. */
export function releasedSince({ released_at, marked_at }: ReleasedSince): number {
  return released_at ?? marked_at;
}

/** Until when a released mark may be taken back, that instant included. */
export function takeBackUntil(mark: ReleasedSince): number {
  return releasedSince(mark) + takeBackMs;
}

/** When the student has read the mark as it is now; null where it was changed, or released again, since. */
export function readSince({ read_at, ...mark }: ReleasedSince & { read_at: number | null }): number | null {
  return read_at !== null && read_at >= Math.max(mark.marked_at, releasedSince(mark)) ? read_at : null;
}

/** A mark with the version that it is for. */
export type VersionMark = { version: number; marks: number };

/**
 * The mark that a student sees and would no longer see once this version's is released: the version's own, or that of an
 * earlier one. A newer version's stays before the student's eyes whatever an older one gets.
 * @param own the version's own mark, where it is released
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
