import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';

/** Addresses as the specification writes them (section 2); matched without regard to case. */
export default [
  layout('routes/public-frame.tsx', [
    index('routes/home.tsx'),
    route('login', 'routes/login.tsx'),
    route('signup', 'routes/signup.tsx'),
    route('forgot-password', 'routes/forgot-password.tsx'),
    route('reset-password', 'routes/reset-password.tsx'),
    route('setup', 'routes/setup.tsx'),
    route('terms', 'routes/terms.tsx'),
    route('privacy', 'routes/privacy.tsx'),
    route('verify', 'routes/verify.tsx'),
    // Every screen in every mock state; development only.
    ...(process.env.NODE_ENV === 'development' ? [route('gallery', 'routes/gallery.tsx')] : []),
    route('*', 'routes/not-found.tsx'),
  ]),
  layout('routes/signed-in-frame.tsx', [
    route('StudentDashboard', 'routes/student-dashboard.tsx'),
    route('projectDetails/:id', 'routes/project-details.tsx'),
    route('projectOverview/:id', 'routes/project-overview.tsx'),
    route('ProjectDashboard1', 'routes/project-dashboard.tsx'),
    route('references', 'routes/references.tsx'),
    route('WeeklySubmission', 'routes/weekly-submission.tsx'),
    route('viva', 'routes/viva.tsx'),
    route('discussion/:batch', 'routes/discussion.tsx'),
    route('FinalProjectSubmission', 'routes/final-project-submission.tsx'),
    route('staff', 'routes/staff.tsx'),
    route('account', 'routes/account.tsx'),
  ]),
] satisfies RouteConfig;
