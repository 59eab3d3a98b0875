import type { Discussion } from '#contract/forum/calls';

/** The version of each question's last read: older news is on the screen. */
export type ReadVersions = Map<string, number>;

/** Some responses are empty. */
type Answer = Discussion | null | undefined;

export function noteRead(versions: ReadVersions, answer: Answer): void {
  for (const { _id } of answer?.questions ?? []) versions.set(_id, answer?.version ?? 0);
}

/** Whether the shown question was read after this response: it shows the change already. */
export const isOutdated = (versions: ReadVersions, answer: Answer): boolean =>
  (answer?.questions ?? []).some(({ _id }) => (answer?.version ?? Infinity) < (versions.get(_id) ?? 0));
