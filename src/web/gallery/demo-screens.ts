import type { DemoName } from '#contract/demo-accounts';

/**
 * A screen of the portal in one of its states, as somebody of the demo sees it. This is the one table of screens for
 * the gallery of `npm run dev`, the screenshots, the browser tests (accessibility, guards, mocked responses,
 * server-side rendering, policy) and `npm run bench:web`.
 */
export type DemoScreen = {
  name: string;
  path: string;
  /** The demo account that looks at it; nobody when absent. */
  as?: DemoName;
  /** What to press to reach the state, by its accessible name. */
  press?: readonly { role: 'button' | 'tab' | 'checkbox'; name: string }[];
  /** More than presses lead there: code of `tests/e2e/accessibility-states.ts` does. */
  scripted?: true;
  /** Reaching it changes data or ends the session: nothing else shares its portal and its page. */
  writes?: true;
  /** On a direct visit it leads to the login and back, and arrives with its data: its heading, and a text of its content. */
  guarded?: { heading: string; text: string };
  /** Looked at by `npm run bench:web`. */
  audited?: true;
  /** Its calls can be answered with every mock state (loading, failed, offline …): there is something to see in each. */
  mocked?: true;
  /** The README shows this one, wide and light, under this file name in docs/pictures. */
  picture?: string;
  /** The page on the design shows this one, as on a phone and in the dark. */
  darkPicture?: string;
};

const screens = [
  { name: 'home', audited: true, path: '/', picture: 'home' },
  { name: 'login', audited: true, path: '/login' },
  { name: 'login-waiting', path: '/login', scripted: true },
  { name: 'login-refused', path: '/login', press: [{ role: 'button', name: 'Login' }] },
  { name: 'second-step', path: '/second-step?with=passkey+app' },
  {
    name: 'second-step-refused',
    path: '/second-step?with=app',
    press: [{ role: 'button', name: 'Continue' }],
  },
  { name: 'signup', audited: true, path: '/signup' },
  { name: 'signup-refused', path: '/signup', press: [{ role: 'button', name: 'Continue' }] },
  { name: 'forgot-password', audited: true, path: '/forgot-password' },
  { name: 'reset-password', path: '/reset-password?token=shown' },
  { name: 'reset-password-missing', path: '/reset-password' },
  { name: 'reset-password-form', path: '/login', scripted: true },
  { name: 'confirm-email-used', path: '/confirm-email?token=shown' },
  { name: 'confirm-email-missing', path: '/confirm-email' },
  { name: 'setup', path: '/setup?token=shown' },
  { name: 'terms', audited: true, path: '/terms' },
  { name: 'privacy', audited: true, path: '/privacy' },
  { name: 'verify', audited: true, path: '/verify' },
  { name: 'verify-refused', path: '/verify', press: [{ role: 'button', name: 'Check' }] },
  { name: 'verify-verdict', path: '/verify?number=CAP-0000-0000-0000-0000', scripted: true },
  { name: 'not-found', path: '/nowhere' },
  { name: 'nothing-sent', path: '/login', scripted: true },
  {
    name: 'dashboard-new',
    audited: true,
    mocked: true,
    path: '/StudentDashboard',
    as: 'new',
    picture: 'student-dashboard',
  },
  {
    name: 'dashboard-chosen',
    guarded: { heading: 'Student Dashboard', text: 'Available Projects' },
    audited: true,
    path: '/StudentDashboard',
    as: 'week2',
    darkPicture: 'dashboard-dark',
  },
  { name: 'dashboard-low', path: '/StudentDashboard', as: 'low' },
  { name: 'dashboard-final', path: '/StudentDashboard', as: 'final' },
  { name: 'dashboard-offline', path: '/StudentDashboard', as: 'final', scripted: true },
  { name: 'dashboard-finished', path: '/StudentDashboard', as: 'past' },
  {
    name: 'notices',
    guarded: { heading: 'Notices', text: 'Mark all as read' },
    audited: true,
    mocked: true,
    path: '/notices',
    as: 'week2',
  },
  { name: 'notices-none', path: '/notices', as: 'other' },
  { name: 'unsubscribe-unknown', path: '/unsubscribe?token=shown' },
  {
    name: 'project-details',
    guarded: { heading: 'Health Centre Token Queue', text: 'Prerequisite Knowledge' },
    audited: true,
    mocked: true,
    path: '/projectDetails/P001',
    as: 'new',
    picture: 'project-details',
  },
  { name: 'project-details-document', path: '/projectDetails/P001?document=full', as: 'new' },
  { name: 'project-details-other-course', path: '/projectDetails/P007', as: 'new' },
  { name: 'project-details-chosen', path: '/projectDetails/P002', as: 'week2' },
  {
    name: 'project-details-refused',
    path: '/projectDetails/P001',
    as: 'low',
    press: [
      { role: 'checkbox', name: 'I accept that once selected I cannot change the project in future' },
      { role: 'button', name: 'Proceed' },
    ],
  },
  { name: 'project-details-low', path: '/projectDetails/P001', as: 'low' },
  { name: 'project-unknown', path: '/projectDetails/P999', as: 'new' },
  {
    name: 'project-overview',
    guarded: { heading: 'Project Overview', text: 'Health Centre Token Queue' },
    audited: true,
    mocked: true,
    path: '/projectOverview/P001',
    as: 'new',
  },
  { name: 'project-dashboard-none', path: '/ProjectDashboard1', as: 'new' },
  {
    name: 'project-dashboard-week2',
    audited: true,
    mocked: true,
    path: '/ProjectDashboard1',
    as: 'week2',
    picture: 'project-dashboard',
  },
  {
    name: 'project-dashboard-grades',
    path: '/ProjectDashboard1',
    as: 'final',
    picture: 'my-grades',
    press: [{ role: 'tab', name: 'My Grades' }],
  },
  {
    name: 'project-dashboard-status',
    guarded: { heading: 'PROJECT DASHBOARD', text: 'Weekly Submission Status' },
    path: '/ProjectDashboard1?tab=grades',
    as: 'final',
    press: [{ role: 'button', name: 'View Status Week 1' }],
  },
  { name: 'project-dashboard-references', path: '/ProjectDashboard1?tab=references', as: 'final' },
  { name: 'project-dashboard-weekly', path: '/ProjectDashboard1?tab=weekly', as: 'final' },
  { name: 'project-dashboard-final', path: '/ProjectDashboard1?tab=final', as: 'final' },
  { name: 'project-dashboard-forum', path: '/ProjectDashboard1?tab=forum', as: 'week2' },
  { name: 'project-dashboard-viva', path: '/ProjectDashboard1?tab=viva', as: 'past' },
  { name: 'project-dashboard-past', path: '/ProjectDashboard1?tab=grades', as: 'past' },
  {
    name: 'references',
    guarded: { heading: 'Reference Materials', text: 'Project reference lookup' },
    audited: true,
    mocked: true,
    path: '/references',
    as: 'week2',
  },
  { name: 'references-looked-up', path: '/references?project=P003', as: 'final' },
  { name: 'references-unknown', path: '/references?project=P999', as: 'new' },
  { name: 'weekly-none', path: '/WeeklySubmission', as: 'new' },
  {
    name: 'weekly-week2',
    guarded: { heading: 'Weekly Submission', text: 'Handed in so far' },
    audited: true,
    mocked: true,
    path: '/WeeklySubmission',
    as: 'week2',
    darkPicture: 'weekly-submission-dark',
  },
  { name: 'weekly-history', path: '/WeeklySubmission', as: 'week2', scripted: true },
  { name: 'weekly-long-text', path: '/WeeklySubmission', as: 'week2', scripted: true, writes: true },
  { name: 'dashboard-unsent', path: '/WeeklySubmission', as: 'week2', scripted: true },
  { name: 'dashboard-refused', path: '/WeeklySubmission', as: 'week2', scripted: true },
  { name: 'dashboard-sent', path: '/WeeklySubmission', as: 'week2', scripted: true },
  { name: 'dashboard-seen', path: '/WeeklySubmission', as: 'week2', scripted: true },
  { name: 'home-unsent', path: '/WeeklySubmission', as: 'week2', scripted: true },
  { name: 'home-unclaimed', path: '/WeeklySubmission', as: 'week2', scripted: true, writes: true },
  { name: 'weekly-logout', path: '/WeeklySubmission', as: 'week2', scripted: true },
  { name: 'weekly-final', path: '/WeeklySubmission', as: 'final' },
  {
    name: 'weekly-receipt',
    path: '/WeeklySubmission',
    as: 'final',
    scripted: true,
    writes: true,
    picture: 'receipt',
  },
  {
    name: 'weekly-waiting',
    path: '/WeeklySubmission',
    as: 'week2',
    scripted: true,
    // What waits may be sent while its page is left.
    writes: true,
    picture: 'waiting',
  },
  { name: 'final-locked', path: '/FinalProjectSubmission', as: 'week2' },
  {
    name: 'final-open',
    guarded: { heading: 'Final Project Submission', text: 'Handed in so far' },
    audited: true,
    mocked: true,
    path: '/FinalProjectSubmission',
    as: 'final',
  },
  { name: 'viva-locked', path: '/viva', as: 'week2' },
  {
    name: 'viva-open',
    guarded: { heading: 'Viva Voce', text: 'Viva Voce Format' },
    audited: true,
    mocked: true,
    path: '/viva',
    as: 'final',
  },
  {
    name: 'viva-form',
    path: '/viva',
    as: 'final',
    press: [
      { role: 'button', name: 'Submit' },
      { role: 'button', name: 'Submit' },
    ],
  },
  { name: 'viva-past', path: '/viva', as: 'past' },
  {
    name: 'forum',
    guarded: { heading: 'Discussion Forum', text: 'Questions' },
    audited: true,
    mocked: true,
    path: '/discussion/MERN-2026-11',
    as: 'week2',
    picture: 'discussion-forum',
  },
  { name: 'forum-empty', path: '/discussion/DSA-2026-10', as: 'other' },
  { name: 'forum-foreign', path: '/discussion/DSA-2026-10', as: 'week2' },
  {
    name: 'forum-delete',
    path: '/discussion/MERN-2026-11',
    as: 'week2',
    press: [{ role: 'button', name: 'Delete' }],
  },
  {
    name: 'forum-edit',
    path: '/discussion/MERN-2026-11',
    as: 'week2',
    press: [{ role: 'button', name: 'Edit' }],
  },
  {
    name: 'forum-many-comments',
    path: '/discussion/MERN-2026-11',
    as: 'week2',
    scripted: true,
    writes: true,
  },
  { name: 'forum-conflict', path: '/discussion/MERN-2026-11', as: 'week2', scripted: true },
  { name: 'forum-signed-out', path: '/discussion/MERN-2026-11', as: 'week2', scripted: true },
  { name: 'forum-mentor', path: '/discussion/MERN-2026-11', as: 'mentor' },
  { name: 'dashboard-mentor', path: '/StudentDashboard', as: 'mentor' },
  { name: 'hand-ins', audited: true, mocked: true, path: '/staff', as: 'mentor' },
  {
    name: 'hand-ins-to-mark',
    path: '/staff',
    as: 'mentor',
    scripted: true,
    writes: true,
    picture: 'hand-ins',
  },
  { name: 'hand-ins-open', path: '/staff?state=all', as: 'kavitha', scripted: true },
  { name: 'hand-ins-keys', path: '/staff', as: 'mentor', scripted: true },
  { name: 'hand-ins-unavailable', path: '/staff?open=CAP-0000-0000-0000-0000', as: 'mentor' },
  { name: 'hand-ins-marking', path: '/staff', as: 'mentor', scripted: true },
  { name: 'hand-ins-marking-refused', path: '/staff', as: 'mentor', scripted: true },
  { name: 'hand-ins-marking-failed', path: '/staff', as: 'mentor', scripted: true },
  { name: 'hand-ins-conflict', path: '/staff', as: 'mentor', scripted: true },
  { name: 'hand-ins-kept-back', path: '/staff', as: 'mentor', scripted: true, writes: true },
  { name: 'hand-ins-all-marked', path: '/staff?state=to-mark', as: 'mentor' },
  { name: 'hand-ins-none', path: '/staff?batch=DSA-2026-10', as: 'admin' },
  { name: 'hand-ins-foreign', path: '/staff?batch=DSA-2026-10', as: 'mentor' },
  {
    name: 'hand-ins-student',
    guarded: { heading: 'Hand-ins', text: 'This screen belongs to mentors' },
    path: '/staff',
    as: 'week2',
  },
  {
    name: 'batch-arches',
    guarded: { heading: 'MERN-2026-09', text: '40 students' },
    audited: true,
    mocked: true,
    path: '/staff/batches/MERN-2026-09',
    as: 'kavitha',
    picture: 'batch-arches',
  },
  { name: 'batch-table', path: '/staff/batches/MERN-2026-09?as=table&sort=name', as: 'kavitha' },
  { name: 'batch-late', path: '/staff/batches/MERN-2026-09?filter=late', as: 'kavitha' },
  { name: 'batch-nobody', path: '/staff/batches/MERN-2026-09?q=nobody', as: 'kavitha' },
  { name: 'batch-foreign', path: '/staff/batches/DSA-2026-10', as: 'mentor' },
  { name: 'batch-student', path: '/staff/batches/MERN-2026-11', as: 'week2' },
  { name: 'batch-dates', path: '/staff/batches/MERN-2026-09/dates', as: 'kavitha' },
  {
    name: 'batch-outage',
    path: '/staff/batches/MERN-2026-09/dates?from=2026-11-21T10:00&to=2026-11-21T13:00',
    as: 'kavitha',
  },
  { name: 'briefs', path: '/staff/projects/P001/briefs', as: 'kavitha' },
  {
    name: 'student-page',
    guarded: { heading: 'Arjun Pillai', text: 'Versions and marks' },
    audited: true,
    mocked: true,
    path: '/staff/students/final@example.test',
    as: 'mentor',
  },
  { name: 'student-page-file', path: '/staff/students/final@example.test', as: 'mentor', scripted: true },
  { name: 'student-page-behind', path: '/staff/students/anagha.prasad@example.test', as: 'kavitha' },
  { name: 'student-page-new', path: '/staff/students/new@example.test', as: 'mentor' },
  {
    name: 'student-page-noted',
    path: '/staff/students/week2@example.test',
    as: 'mentor',
    scripted: true,
    writes: true,
  },
  {
    name: 'release',
    guarded: { heading: 'Release marks', text: 'whom a release reaches' },
    audited: true,
    mocked: true,
    path: '/staff/release?batch=MERN-2026-09&task=week-2',
    as: 'kavitha',
  },
  { name: 'release-none', path: '/staff/release?batch=MERN-2026-11&task=week-1', as: 'mentor' },
  { name: 'release-foreign', path: '/staff/release?batch=DSA-2026-10', as: 'mentor' },
  { name: 'student-page-foreign', path: '/staff/students/other@example.test', as: 'mentor' },
  {
    name: 'account',
    guarded: { heading: 'Your account', text: 'Meera Krishnan' },
    audited: true,
    path: '/account',
    as: 'week2',
  },
  { name: 'account-admin', path: '/account', as: 'admin' },
  { name: 'account-app', path: '/account', as: 'admin', scripted: true, writes: true },
  { name: 'account-codes', path: '/account', as: 'admin', scripted: true, writes: true },
  { name: 'account-proof', path: '/account', as: 'admin', scripted: true, writes: true },
] as const satisfies readonly DemoScreen[];

type Screen = (typeof screens)[number];
export type ScreenName = Screen['name'];
export type PressedScreenName = Extract<Screen, { press: readonly unknown[] }>['name'];
export type ScriptedScreenName = Extract<Screen, { scripted: true }>['name'];

export const demoScreens: readonly (DemoScreen & { name: ScreenName })[] = screens;
