/** The screens that load data, each with a demo account that has something to see there. */
export const mockedScreens = [
  { name: 'dashboard', path: '/StudentDashboard', as: 'new' },
  { name: 'project-details', path: '/projectDetails/P001', as: 'new' },
  { name: 'project-overview', path: '/projectOverview/P001', as: 'new' },
  { name: 'project-dashboard', path: '/ProjectDashboard1', as: 'week2' },
  { name: 'references', path: '/references', as: 'week2' },
  { name: 'weekly', path: '/WeeklySubmission', as: 'week2' },
  { name: 'forum', path: '/discussion/MERN-2026-11', as: 'week2' },
  { name: 'final', path: '/FinalProjectSubmission', as: 'final' },
  { name: 'viva', path: '/viva', as: 'final' },
  { name: 'staff', path: '/staff', as: 'mentor' },
] as const;
