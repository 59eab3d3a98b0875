import { mockedScreens } from '#support/mocked-screens';
import { stages, type Stage } from '#web/lib/staged';

/** What `npm run shots` shows: a screen as somebody sees it, each in every size and scheme. */
export type Shot = {
  name: string;
  path: string;
  /** The demo account that looks at it; nobody when absent. */
  as?: 'new' | 'low' | 'week2' | 'final' | 'other' | 'past' | 'mentor' | 'admin';
  /** What to press before the picture is taken, by its name. */
  press?: { role: 'button' | 'tab' | 'checkbox'; name: string }[];
  /** What the screen's calls get in place of their answers. */
  stage?: Stage;
  /** The README shows this one, wide and light, under this file name in docs/pictures. */
  picture?: string;
  /** The page on the design shows this one, as on a phone and in the dark. */
  darkPicture?: string;
};

export const shots: Shot[] = [
  { name: 'home', path: '/', picture: 'home' },
  { name: 'login', path: '/login' },
  { name: 'signup', path: '/signup' },
  { name: 'signup-refused', path: '/signup', press: [{ role: 'button', name: 'Continue' }] },
  { name: 'forgot-password', path: '/forgot-password' },
  { name: 'reset-password', path: '/reset-password?token=shown' },
  { name: 'setup', path: '/setup?token=shown' },
  { name: 'terms', path: '/terms' },
  { name: 'privacy', path: '/privacy' },
  { name: 'verify', path: '/verify' },
  { name: 'not-found', path: '/nowhere' },
  { name: 'dashboard-new', path: '/StudentDashboard', as: 'new', picture: 'student-dashboard' },
  { name: 'dashboard-chosen', path: '/StudentDashboard', as: 'week2', darkPicture: 'dashboard-dark' },
  { name: 'project-details', path: '/projectDetails/P001', as: 'new', picture: 'project-details' },
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
  { name: 'project-unknown', path: '/projectDetails/P999', as: 'new' },
  { name: 'project-overview', path: '/projectOverview/P001', as: 'new' },
  { name: 'project-dashboard-none', path: '/ProjectDashboard1', as: 'new' },
  { name: 'project-dashboard-week2', path: '/ProjectDashboard1', as: 'week2', picture: 'project-dashboard' },
  {
    name: 'project-dashboard-grades',
    path: '/ProjectDashboard1',
    as: 'final',
    picture: 'my-grades',
    press: [{ role: 'tab', name: 'My Grades' }],
  },
  {
    name: 'project-dashboard-status',
    path: '/ProjectDashboard1?tab=grades',
    as: 'final',
    press: [{ role: 'button', name: 'View Status Week 1' }],
  },
  { name: 'project-dashboard-references', path: '/ProjectDashboard1?tab=references', as: 'final' },
  { name: 'project-dashboard-weekly', path: '/ProjectDashboard1?tab=weekly', as: 'final' },
  { name: 'project-dashboard-past', path: '/ProjectDashboard1', as: 'past' },
  { name: 'references', path: '/references', as: 'week2' },
  { name: 'weekly-none', path: '/WeeklySubmission', as: 'new' },
  { name: 'weekly-week2', path: '/WeeklySubmission', as: 'week2', darkPicture: 'weekly-submission-dark' },
  { name: 'weekly-final', path: '/WeeklySubmission', as: 'final' },
  { name: 'final-locked', path: '/FinalProjectSubmission', as: 'week2' },
  { name: 'final-open', path: '/FinalProjectSubmission', as: 'final' },
  { name: 'viva-locked', path: '/viva', as: 'week2' },
  { name: 'viva-open', path: '/viva', as: 'final' },
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
  { name: 'forum', path: '/discussion/MERN-2026-11', as: 'week2', picture: 'discussion-forum' },
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
  { name: 'forum-mentor', path: '/discussion/MERN-2026-11', as: 'mentor' },
  { name: 'dashboard-mentor', path: '/StudentDashboard', as: 'mentor' },
  { name: 'hand-ins', path: '/staff', as: 'mentor', picture: 'hand-ins' },
  {
    name: 'hand-ins-marking',
    path: '/staff',
    as: 'mentor',
    press: [{ role: 'button', name: 'Change the marks' }],
  },
  { name: 'hand-ins-none', path: '/staff?batch=DSA-2026-10', as: 'admin' },
  { name: 'hand-ins-foreign', path: '/staff?batch=DSA-2026-10', as: 'mentor' },
  { name: 'hand-ins-student', path: '/staff', as: 'week2' },
  { name: 'account', path: '/account', as: 'week2' },
  { name: 'account-admin', path: '/account', as: 'admin' },
  ...mockedScreens.flatMap((screen) =>
    (Object.keys(stages) as Stage[]).map((stage) => ({ ...screen, name: `${screen.name}-${stage}`, stage })),
  ),
];
