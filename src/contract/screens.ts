import type { CurrentUser } from './accounts.ts';
import { fillPath } from './fill-path.ts';
import type { InitialAnswers, InitialData } from './initial-data.ts';
import { paths } from './paths.ts';
import { queueQuery, staffView } from './staff-view.ts';

type Params = Readonly<Record<string, string>>;

/** What a screen's address says: its parameters, and what follows the question mark. */
type ScreenAddress = { params: Params; search: URLSearchParams };

/** A screen that only the signed-in see, with the calls whose answers its first render needs. */
export type SignedInScreen = {
  /** The address; `:name` marks a parameter. */
  pattern: string;
  title: string;
  /** The route's file in src/web/routes, without ending. */
  route: string;
  first?: (user: CurrentUser, address: ScreenAddress) => string[];
  /** Calls that need an answer of the first ones. */
  second?: (user: CurrentUser, address: ScreenAddress, answers: InitialAnswers) => string[];
};

/** A signed-in screen and what its first render needs. */
export type ScreenToRender = Pick<SignedInScreen, 'route' | 'pattern'> &
  Pick<InitialData, 'academy' | 'maxUploadBytes'> & {
    /** Path and query, as asked for. */
    url: string;
    student: CurrentUser;
    answers: InitialAnswers;
  };

/** Renders a screen to HTML on the server; null where only the browser can. */
export type RenderScreen = (screen: ScreenToRender) => Promise<string | null>;

const own = (name: keyof typeof paths, user: CurrentUser) => fillPath(paths[name].path, { s_id: user.s_id });
/** A student's own calls; staff have none of these. */
const studentCalls =
  (...names: (keyof typeof paths)[]) =>
  (user: CurrentUser) =>
    user.role === 'student' ? names.map((name) => own(name, user)) : [];
/** The body that a call gave; shapes are the wire's own, read with care. */
const bodyOf = <T>(answers: InitialAnswers, path: string) => answers[path]?.body as T | undefined;

/** The staff's hand-ins as the address asks for them. */
function staffQueue(user: CurrentUser, { search }: ScreenAddress, answers: InitialAnswers): string[] {
  const counts = bodyOf<{ name: string; unmarked: number }[]>(answers, paths.listStaffBatches.path);
  const view = staffView(search, user, Array.isArray(counts) ? counts : undefined);
  if (view.batch === null) return [];
  const query = new URLSearchParams(queueQuery(view));
  const path = fillPath(paths.listBatchSubmissions.path, { batch: view.batch });
  return [query.size === 0 ? path : `${path}?${query}`];
}

/** The project that the student selected, if the answers tell it. */
function selectedProject(user: CurrentUser, answers: InitialAnswers): string | undefined {
  const body = bodyOf<{ p_id: string }[]>(answers, own('readSelection', user));
  return Array.isArray(body) ? body[0]?.p_id : undefined;
}

/** Screens that need a session: those of the specification's section 2 in its order, then our own. */
export const signedInScreens: SignedInScreen[] = [
  {
    pattern: '/StudentDashboard',
    title: 'Student Dashboard',
    route: 'student-dashboard',
    first: studentCalls('readStudentCourse', 'readSelection', 'readTimeline'),
    second(user, _, answers) {
      const course = bodyOf<{ s_course: string | null }>(answers, own('readStudentCourse', user));
      return course?.s_course
        ? [fillPath(paths.listAvailableProjects.path, { course: course.s_course })]
        : [];
    },
  },
  {
    pattern: '/projectDetails/:id',
    title: 'Project Details',
    route: 'project-details',
    first: (user, { params: { id = '' } }) => [
      fillPath(paths.readProject.path, { p_id: id }),
      ...studentCalls('readSelection')(user),
    ],
  },
  {
    pattern: '/projectOverview/:id',
    title: 'Project Overview',
    route: 'project-overview',
    first: (_, { params: { id = '' } }) => [fillPath(paths.readProject.path, { p_id: id })],
  },
  {
    pattern: '/ProjectDashboard1',
    title: 'Project Dashboard',
    route: 'project-dashboard',
    first: studentCalls('readSelection', 'readTimeline'),
    second(user, _, answers) {
      const id = selectedProject(user, answers);
      return id === undefined
        ? []
        : [fillPath(paths.readProject.path, { p_id: id }), fillPath(paths.readReferences.path, { p_id: id })];
    },
  },
  {
    pattern: '/references',
    title: 'Reference Materials',
    route: 'references',
    first: studentCalls('readSelection'),
    second(user, _, answers) {
      const id = selectedProject(user, answers);
      return id === undefined ? [] : [fillPath(paths.readReferences.path, { p_id: id })];
    },
  },
  {
    pattern: '/WeeklySubmission',
    title: 'Weekly Submission',
    route: 'weekly-submission',
    first: studentCalls('readTimeline', 'listSubmissions'),
  },
  {
    pattern: '/viva',
    title: 'Viva Voce',
    route: 'viva',
    first: studentCalls('readTimeline', 'listSubmissions'),
  },
  {
    pattern: '/discussion/:batch',
    title: 'Discussion Forum',
    route: 'discussion',
    // A student reads by the own address, staff by the batch's name.
    first: (user, { params: { batch = '' } }) => [
      fillPath(paths.readDiscussion.path, { s_id: user.role === 'student' ? user.s_id : batch }),
    ],
  },
  {
    pattern: '/FinalProjectSubmission',
    title: 'Final Project Submission',
    route: 'final-project-submission',
    first: studentCalls('readTimeline', 'listSubmissions'),
  },
  {
    pattern: '/staff',
    title: 'Hand-ins',
    route: 'staff',
    first: (user) => (user.role === 'student' ? [] : [paths.listStaffBatches.path]),
    second: (user, address, answers) => (user.role === 'student' ? [] : staffQueue(user, address, answers)),
  },
  { pattern: '/account', title: 'Your account', route: 'account' },
];

/** Screens that the build writes as HTML, the same for everybody. */
export const publicScreens = [
  { pattern: '/', route: 'home' },
  { pattern: '/login', route: 'login' },
  { pattern: '/signup', route: 'signup' },
  { pattern: '/forgot-password', route: 'forgot-password' },
  { pattern: '/reset-password', route: 'reset-password' },
  { pattern: '/setup', route: 'setup' },
  { pattern: '/terms', route: 'terms' },
  { pattern: '/privacy', route: 'privacy' },
  { pattern: '/verify', route: 'verify' },
] as const;

export const publicPaths = publicScreens.map(({ pattern }) => pattern);

/**
 * Pages that are only text, in Markdown: the portal's own are in src/web/texts, the operator's in the data folder. `title`
 * heads a text that has no heading of its own.
 */
export const textPages = {
  '/terms': { file: 'terms.md', title: 'Terms and conditions' },
  '/privacy': { file: 'privacy.md', title: 'Privacy' },
} as const satisfies Partial<Record<(typeof publicPaths)[number], { file: string; title: string }>>;
export type TextPage = keyof typeof textPages;

/** The element whose content such a text is, by its id. */
export const textElement = 'text';
/** The placeholder of the academy's name in such a text. */
export const textAcademyName = '{{academy}}';

/** Not an address of its own: the page behind every unknown one. */
export const notFoundPath = '/not-found';

export const prerenderedPaths: string[] = [...publicPaths, notFoundPath];

/** The id of the element that holds a signed-in screen's server-rendered HTML until hydration. */
export const serverRenderedId = 'server-rendered';

/** Where the server writes what a build cannot know into the built pages. */
export const placeholders = {
  academyName: '__ACADEMY_NAME__',
  initialData: '__INITIAL_DATA__',
  styles: '__STYLES__',
  lazyStylesheet: '__LAZY_STYLESHEET__',
  text: '__TEXT__',
  projectName: '__PROJECT_NAME__',
  projectCourse: '__PROJECT_COURSE__',
  projectDetails: '__PROJECT_DETAILS__',
  projectPicture: '__PROJECT_PICTURE__',
} as const;

/** A window title. */
export function pageTitle(title: string): string {
  return `${title} · Capstone`;
}

/** Where a user goes after the login who asked for no other screen. */
export function homeOf(user: CurrentUser): string {
  return user.role === 'student' ? '/StudentDashboard' : '/staff';
}

/** The address asked for before the login, when it is one of ours: it begins with a single slash. */
export function safeNext(next: string | null | undefined): string | null {
  return next != null && /^\/(?![/\\])[^\\\s]*$/.test(next) && !/^\/(login|api)\b/i.test(next) ? next : null;
}
