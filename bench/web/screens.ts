import { demoScreens, type DemoScreen } from '#support/demo-screens';

/** Where the academy and most of its students are: the pages say times once, not in two zones. */
const usualZone = 'Asia/Kolkata';

/** What `npm run bench:web` looks at: a screen as somebody sees it, somewhere. */
export type WebScreen = DemoScreen & {
  /** The reader's time zone. */
  zone: string;
  /** Whether the browser has told the portal so, by its cookie of an earlier visit. */
  isZoneKnown: boolean;
};

/** Full of times, and what a student sees most: also looked at from afar. */
const isDashboard = ({ name }: DemoScreen) =>
  name === 'dashboard-chosen' || name === 'project-dashboard-week2';

const audited = demoScreens.filter((screen) => screen.audited);
const dashboards = audited.filter(isDashboard);
export const webScreens: WebScreen[] = [
  ...audited.map((screen) => ({ ...screen, zone: usualZone, isZoneKnown: false })),
  ...dashboards.flatMap((screen) =>
    [false, true].map((isZoneKnown) => ({
      ...screen,
      name: `${screen.name}, New York${isZoneKnown ? ', known' : ''}`,
      zone: 'America/New_York',
      isZoneKnown,
    })),
  ),
];

/** What students with a project come back to. */
export const returned = webScreens.filter(
  ({ as, zone }) => (as === 'week2' || as === 'final') && zone === usualZone,
);

/** A second visit's largest paint, as a share of the first one's. */
export const returnBar = 0.6;

/** What every screen must reach, by whether somebody is signed in. */
export const webBars = {
  public: { performance: 98, lcp: 1_500, blocking: 50, shift: 0.02, kb: 220, scriptKb: 150, requests: 15 },
  signedIn: { performance: 95, lcp: 2_000, blocking: 50, shift: 0.02, kb: 300, scriptKb: 200, requests: 15 },
} as const;

/** The best-known peer, Moodle 4.5.6, measured with the same mobile preset. */
export const peer = [
  { name: 'peer: login', performance: 86, lcp: 3_000, blocking: 170, kb: 1_054, requests: 20 },
  { name: 'peer: dashboard', performance: 45, lcp: 9_200, blocking: 573, kb: 1_230, requests: 29 },
  { name: 'peer: assignment', performance: 70, lcp: 4_200, blocking: 309, kb: 1_246, requests: 29 },
  { name: 'peer: forum', performance: 51, lcp: 4_300, blocking: 1_316, kb: 2_334, requests: 84 },
] as const;
