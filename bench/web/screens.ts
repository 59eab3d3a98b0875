/** What `npm run bench:web` looks at: a screen as somebody sees it. */
export type WebScreen = {
  name: string;
  path: string;
  /** The demo account that is signed in; nobody when absent. */
  as?: 'new' | 'week2' | 'final' | 'mentor';
};

export const webScreens: WebScreen[] = [
  { name: 'home', path: '/' },
  { name: 'login', path: '/login' },
  { name: 'signup', path: '/signup' },
  { name: 'forgot-password', path: '/forgot-password' },
  { name: 'terms', path: '/terms' },
  { name: 'privacy', path: '/privacy' },
  { name: 'verify', path: '/verify' },
  { name: 'student dashboard, new', path: '/StudentDashboard', as: 'new' },
  { name: 'student dashboard, day 15', path: '/StudentDashboard', as: 'week2' },
  { name: 'project details', path: '/projectDetails/P001', as: 'new' },
  { name: 'project overview', path: '/projectOverview/P001', as: 'new' },
  { name: 'project dashboard', path: '/ProjectDashboard1', as: 'week2' },
  { name: 'references', path: '/references', as: 'week2' },
  { name: 'weekly submission', path: '/WeeklySubmission', as: 'week2' },
  { name: 'final submission', path: '/FinalProjectSubmission', as: 'final' },
  { name: 'viva', path: '/viva', as: 'final' },
  { name: 'forum', path: '/discussion/MERN-2026-11', as: 'week2' },
  { name: 'account', path: '/account', as: 'week2' },
  { name: 'hand-ins of a batch', path: '/staff', as: 'mentor' },
];

/** quality: what every screen must reach, by whether somebody is signed in. */
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
