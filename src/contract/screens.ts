import type { CurrentUser, Role, SecondStep } from './accounts/calls.ts';
import type { Task } from './dates.ts';

/** `route`: in src/web/routes. */
export type Screen = { pattern: string; route: string };

/** For all readers, unless with `query`. */
type PublicScreen = Screen & { query?: string };

export const publicScreens = [
  { pattern: '/', route: 'home' },
  { pattern: '/login', route: 'login', query: 'notice' },
  { pattern: '/second-step', route: 'second-step', query: 'with' },
  { pattern: '/signup', route: 'signup', query: 'batch' },
  { pattern: '/forgot-password', route: 'forgot-password', query: 'notice' },
  { pattern: '/reset-password', route: 'reset-password', query: 'token' },
  { pattern: '/confirm-email', route: 'confirm-email', query: 'token' },
  { pattern: '/setup', route: 'setup', query: 'token' },
  { pattern: '/invitation', route: 'invitation', query: 'token' },
  { pattern: '/join', route: 'join' },
  { pattern: '/terms', route: 'terms' },
  { pattern: '/privacy', route: 'privacy' },
  { pattern: '/accessibility', route: 'accessibility' },
  { pattern: '/unsubscribe', route: 'unsubscribe', query: 'token' },
  { pattern: '/verify', route: 'verify', query: 'number' },
] as const satisfies PublicScreen[];

// Marked, so that bundles without it leave the list out.
export const publicPaths = /* @__PURE__ */ publicScreens.map(({ pattern }) => pattern);

/** The portal's in src/web/texts, the operator's in DATA_DIR. `title`: for a text without heading. */
export const textPages = {
  '/terms': { file: 'terms.md', title: 'Terms and conditions' },
  '/privacy': { file: 'privacy.md', title: 'Privacy' },
} as const satisfies Partial<Record<(typeof publicPaths)[number], { file: string; title: string }>>;
export type TextPage = keyof typeof textPages;
/** A page, or its translation: `/privacy/ml` of `privacy.ml.md`. */
export type TextAddress = TextPage | `${TextPage}/${string}`;

export function textPageOf(address: TextAddress): TextPage {
  return address.startsWith('/terms') ? '/terms' : '/privacy';
}

export const textAcademyName = '{{academy}}';

/** Shown at unknown addresses. */
export const notFoundPath = '/not-found';

/** Of the installable app. */
export const appFiles = {
  worker: '/service-worker.js',
  shell: '/shell',
  manifest: '/manifest.webmanifest',
} as const;

type Holder = { role: Role; examiner?: true | undefined };

export function homeOf({ role, examiner }: Holder): string {
  if (role === 'student') return '/StudentDashboard';
  return examiner ? '/staff/vivas' : '/staff';
}

/** All that examiners open, in lower case. */
export const isExaminerScreen = (path: string): boolean =>
  /^\/(?:staff\/vivas(?:\/[^/]+(?:\/record)?)?|staff\/batches\/[^/]+\/vivas\/day|account)$/.test(path);

/** Until a required two-step verification is set up. */
export const setUpPath = '/account';

export const consentPath = '/consent';

type SetUp = Partial<Pick<CurrentUser, 'second_factor' | 'consent'>>;

/** The screen without which others do not open; null if nothing is missing. */
export function setUpScreen({ second_factor, consent }: SetUp): string | null {
  if (second_factor === 'required') return setUpPath;
  return consent === 'asked' ? consentPath : null;
}

/** Unless another screen was requested. */
export function landingOf(user: Holder & SetUp): string {
  return setUpScreen(user) ?? homeOf(user);
}

/** With one task open. */
export const gradesAddress = (task?: Task): string =>
  task === undefined
    ? '/ProjectDashboard1?tab=grades#tabs'
    : `/ProjectDashboard1?tab=grades&task=${task}#${task}`;

export const extensionAddress = (task: Task): string => `/extension?task=${task}`;

export function taskScreen(task: Task): string {
  if (task === 'final') return '/FinalProjectSubmission';
  return task === 'viva' ? '/viva' : `/WeeklySubmission?week=${task.slice(5)}`;
}

/** Leads to the weekly form if none is open. */
export const nextTaskAddress = '/WeeklySubmission?next=open';

/** Names the factors that the screen offers. */
export function secondStepAddress(step: Pick<SecondStep, 'passkey' | 'app'>, next: string | null): string {
  const kinds = (['passkey', 'app'] as const).filter((kind) => step[kind]);
  const query = new URLSearchParams({ with: kinds.join(' '), ...(next !== null && { next }) });
  return `/second-step?${query.toString()}`;
}

/** Within the portal: one slash first, ASCII as in headers. */
export function safeNext(next: string | null | undefined): string | null {
  return next != null && /^\/(?!\/)[!-[\]-~]*$/.test(next) && !/^\/(login|second-step|api)\b/i.test(next)
    ? next
    : null;
}
