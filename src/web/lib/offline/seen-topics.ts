/** Null if no action changes the answer. */
export type Topic = 'forum' | 'newest of the forum' | 'work' | 'viva day' | null;

/** Topics changed without cached calls: answers older than `since` (ms since 1970 UTC) are refreshed. */
export type Seen = { topics: readonly Topic[]; since: number };

const dashboardTopics: readonly Topic[] = ['work', 'newest of the forum'];
const topicsOfScreens: readonly (readonly [RegExp, readonly Topic[]])[] = [
  [/^\/discussion\//i, ['forum']],
  [/^\/(?:StudentDashboard|ProjectDashboard1)\b/i, dashboardTopics],
  [/^\/staff\/batches\/[^/]+\/vivas\/day\b/i, ['viva day']],
  [/^\/(?:WeeklySubmission|FinalProjectSubmission|viva|result)\b/i, ['work']],
];

export function topicsOf(pathname: string): readonly Topic[] {
  return topicsOfScreens.find(([pattern]) => pattern.test(pathname))?.[1] ?? [];
}
