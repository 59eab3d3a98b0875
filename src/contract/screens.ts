import type { CurrentUser, Role, SecondStep } from './accounts/calls.ts';
import type { Task } from './dates.ts';

/** `route`: in src/web/routes. */
type Screen = { pattern: string; route: string };

export type SignedInScreen = Screen & { title: string };

/** Specification, section 2, in order, then our own. */
export const signedInScreens: readonly SignedInScreen[] = [
  { pattern: '/StudentDashboard', title: 'Student Dashboard', route: 'student-dashboard' },
  { pattern: '/projectDetails/:id', title: 'Project Details', route: 'project-details' },
  { pattern: '/projectOverview/:id', title: 'Project Overview', route: 'project-overview' },
  { pattern: '/ProjectDashboard1', title: 'Project Dashboard', route: 'project-dashboard' },
  { pattern: '/references', title: 'Reference Materials', route: 'references' },
  { pattern: '/WeeklySubmission', title: 'Weekly Submission', route: 'weekly-submission' },
  { pattern: '/viva', title: 'Viva Voce', route: 'viva' },
  { pattern: '/extension', title: 'Ask for an extension', route: 'extension' },
  { pattern: '/discussion/:batch', title: 'Discussion Forum', route: 'discussion' },
  { pattern: '/discussion/:batch/:id', title: 'Question', route: 'question' },
  {
    pattern: '/FinalProjectSubmission',
    title: 'Final Project Submission',
    route: 'final-project-submission',
  },
  { pattern: '/staff', title: 'Submissions', route: 'staff' },
  { pattern: '/staff/office', title: 'Office', route: 'staff-office' },
  { pattern: '/staff/people', title: 'People', route: 'staff-people' },
  { pattern: '/staff/people/add', title: 'Add a person', route: 'staff-people-add' },
  { pattern: '/staff/people/:s_id', title: 'Person', route: 'staff-person' },
  { pattern: '/staff/members', title: 'Staff', route: 'staff-members' },
  { pattern: '/staff/batches/:batch', title: 'Batch', route: 'staff-batch' },
  { pattern: '/staff/batches/:batch/dates', title: 'Dates of a batch', route: 'staff-batch-dates' },
  { pattern: '/staff/projects/:p_id/briefs', title: 'Briefs', route: 'staff-briefs' },
  { pattern: '/staff/students/:s_id', title: 'Student', route: 'staff-student' },
  { pattern: '/notices', title: 'Notices', route: 'notices' },
  { pattern: '/staff/release', title: 'Release marks', route: 'staff-release' },
  { pattern: '/staff/marks', title: 'Marks from a spreadsheet', route: 'staff-marks' },
  { pattern: '/staff/projects/:id/rubric', title: 'Rubric', route: 'staff-rubric' },
  { pattern: '/staff/portal', title: 'Portal', route: 'staff-portal' },
  { pattern: '/staff/look', title: 'Look', route: 'staff-look' },
  { pattern: '/staff/phrases', title: 'Your phrases', route: 'staff-phrases' },
  { pattern: '/staff/sample', title: 'Sample', route: 'staff-sample' },
  { pattern: '/staff/intake', title: 'Intake', route: 'staff-intake' },
  { pattern: '/staff/intake/:id', title: 'Spreadsheet', route: 'staff-intake-sheet' },
  { pattern: '/staff/invitations', title: 'Invitations', route: 'staff-invitations' },
  { pattern: '/staff/catalogue', title: 'Catalogue', route: 'staff-catalogue' },
  { pattern: '/staff/catalogue/add', title: 'Add to the catalogue', route: 'staff-catalogue-add' },
  { pattern: '/staff/catalogue/files', title: 'Pictures and documents', route: 'staff-catalogue-files' },
  { pattern: '/staff/catalogue/courses/:course', title: 'Course', route: 'staff-catalogue-course' },
  {
    pattern: '/staff/catalogue/batches/:batch',
    title: 'Batch in the catalogue',
    route: 'staff-catalogue-batch',
  },
  {
    pattern: '/staff/catalogue/projects/:p_id',
    title: 'Project in the catalogue',
    route: 'staff-catalogue-project',
  },
  { pattern: '/staff/audit', title: 'Audit log', route: 'staff-audit' },
  { pattern: '/staff/exports', title: 'Exports', route: 'staff-exports' },
  { pattern: '/account', title: 'Your account', route: 'account' },
];

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
  { pattern: '/terms', route: 'terms' },
  { pattern: '/privacy', route: 'privacy' },
  { pattern: '/unsubscribe', route: 'unsubscribe', query: 'token' },
  { pattern: '/verify', route: 'verify', query: 'number' },
] as const satisfies PublicScreen[];

export const publicPaths = publicScreens.map(({ pattern }) => pattern);

/** The portal's in src/web/texts, the operator's in DATA_DIR. `title`: for a text without heading. */
export const textPages = {
  '/terms': { file: 'terms.md', title: 'Terms and conditions' },
  '/privacy': { file: 'privacy.md', title: 'Privacy' },
} as const satisfies Partial<Record<(typeof publicPaths)[number], { file: string; title: string }>>;
export type TextPage = keyof typeof textPages;

export const textAcademyName = '{{academy}}';

/** Shown at unknown addresses. */
export const notFoundPath = '/not-found';

/** Of the installable app. */
export const appFiles = {
  worker: '/service-worker.js',
  shell: '/shell',
  manifest: '/manifest.webmanifest',
} as const;

export function pageTitle(title: string): string {
  return `${title} · Capstone`;
}

export function homeOf(user: { role: Role }): string {
  return user.role === 'student' ? '/StudentDashboard' : '/staff';
}

/** Until a required two-step verification is set up. */
export const setUpPath = '/account';

/** Unless another screen was requested. */
export function landingOf(user: { role: Role; second_factor?: CurrentUser['second_factor'] }): string {
  return user.second_factor === 'required' ? setUpPath : homeOf(user);
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
