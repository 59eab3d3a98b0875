import { expect, type Locator, type Page } from '@playwright/test';
import { demoEmail, demoPassword, type DemoName } from '#contract/demo-accounts';
import { accepts, fillSignUp, logIn } from './screens.ts';

/** How somebody meets words: what they are on the screen. */
const kinds = {
  heading: (page: Page, words: string) => page.getByRole('heading', { name: words, exact: true }),
  label: (page: Page, words: string) => page.getByLabel(words, { exact: true }),
  /** A button, or a link that looks like one. */
  button: (page: Page, words: string) => pressable(page.locator('main'), words),
  bar: (page: Page, words: string) => pressable(page.getByRole('navigation', { name: 'Main' }), words),
  link: (page: Page, words: string) => page.getByRole('link', { name: words, exact: true }),
  /** A link to this address, whatever it is called. */
  address: (page: Page, words: string) => page.locator(`main a[href="${words}"]`),
  tab: (page: Page, words: string) => page.getByRole('tab', { name: words, exact: true }),
  option: (page: Page, words: string) => page.getByRole('option', { name: words, exact: true }),
  alert: (page: Page, words: string) => page.getByRole('alert').getByText(words, { exact: true }),
  /** What an action has brought. */
  message: (page: Page, words: string) => page.getByText(words, { exact: true }),
  /** The name of a value in a list of details. */
  term: (page: Page, words: string) => page.getByRole('term').filter({ hasText: new RegExp(`^${words}$`) }),
  text: (page: Page, words: string) => page.getByText(words, { exact: true }),
} satisfies Record<string, (page: Page, words: string) => Locator>;

function pressable(within: Locator, name: string): Locator {
  return within
    .getByRole('button', { name, exact: true })
    .or(within.getByRole('link', { name, exact: true }));
}

export type Kind = keyof typeof kinds;

/** What answers an action must be in the window, not only in the page. */
export const answers: readonly Kind[] = ['alert', 'message'];

export function find(page: Page, kind: Kind, words: string): Locator {
  return kinds[kind](page, words).first();
}

/** A state of a screen, and the specification's words that stand there letter for letter. */
export type State = {
  screen: string;
  as: DemoName | null;
  /** A direct visit; without it the state follows from the one before. */
  at?: string;
  /** What leads there, once the screen is open. */
  reach?: (page: Page) => Promise<void>;
  says: Partial<Record<Kind, string[]>>;
  /** Words that must not stand there. */
  never?: string[];
  /** What the page may complain of there. */
  complains?: RegExp[];
};

const press = (name: string) => (page: Page) => find(page, 'button', name).click();
const lookUp = (id: string) => async (page: Page) => {
  await page.getByLabel('Project ID').fill(id);
  await page.getByRole('button', { name: 'Look up' }).click();
};
const answerWith = (calls: string, body: string) => (page: Page) =>
  page.route(calls, (route) => route.fulfill({ contentType: 'application/json', body }));
const cutOff = (calls: string) => (page: Page) => page.route(calls, (route) => route.abort());
const lineCut = /ERR_FAILED/;
const notAnArray = /^console error: API response is not an array$/;

const nobody = { name: '', email: '', password: '', phone: '', batch: '' };
const asha = {
  name: 'Asha Kumari',
  email: 'asha@example.test',
  password: 'secret-1',
  phone: '9876543210',
  batch: 'MERN-2026-11',
};
/** A signup form that is right but for some fields, and Continue. */
const continueWith = (given: Partial<typeof asha>, agrees: boolean) => async (page: Page) => {
  await fillSignUp(page, { ...asha, ...given });
  if (!agrees) await page.getByLabel('Agree to our terms and conditions').uncheck();
  await press('Continue')(page);
};
const signUp = (message: string, given: Partial<typeof asha>, agrees = true): State => ({
  screen: `Signup: ${message}`,
  as: null,
  reach: continueWith(given, agrees),
  says: { alert: [message] },
});
const submitComments = async (page: Page) => {
  await page.getByLabel('Comments').fill('What I have made.');
  await press('Submit')(page);
};

export const states: State[] = [
  {
    screen: 'Home',
    as: null,
    at: '/',
    says: { heading: ['Build Your Career With ICTAK'], button: ['Explore more'], bar: ['Home', 'Login'] },
  },
  {
    screen: 'Login',
    as: null,
    at: '/login',
    says: {
      label: ['Email', 'Password'],
      button: ['Login'],
      link: ['Forgot Password?', 'New User? Register'],
    },
  },
  {
    screen: 'Login: wrong password',
    as: null,
    reach: (page) => logIn(page, demoEmail('new'), 'not the password'),
    says: { alert: ['Invalid credentials. Please try again.'] },
    never: ['Login failed. Please try again.'],
  },
  {
    screen: 'Login: no answer',
    as: null,
    reach: async (page) => {
      await cutOff('**/api/auth/login')(page);
      await logIn(page, demoEmail('new'), demoPassword);
    },
    says: { alert: ['Login failed. Please try again.'] },
    never: ['Invalid credentials. Please try again.'],
    complains: [lineCut],
  },
  {
    screen: 'Login: another answer',
    as: null,
    reach: async (page) => {
      await answerWith('**/api/auth/login', '{"message":"Something else"}')(page);
      await logIn(page, demoEmail('new'), demoPassword);
    },
    says: { alert: ['Invalid credentials. Please try again.'] },
  },
  {
    screen: 'Signup',
    as: null,
    at: '/signup',
    says: {
      heading: ['Student Signup'],
      label: ['Name', 'Email', 'Password', 'Phone Number', 'Batch Name', 'Agree to our terms and conditions'],
      button: ['Continue'],
      link: ['Already registered? Login'],
    },
  },
  // Each form is wrong from one field on to the end: the first failure is the one that is said.
  signUp('Name is required', nobody, false),
  signUp('A valid email is required', { ...nobody, name: 'Asha' }, false),
  signUp('A valid email is required', { email: 'asha@nowhere' }),
  signUp('Password must be at least 6 characters long', { password: 'five5', phone: '', batch: '' }, false),
  signUp('A valid phone number is required', { phone: '98765432101', batch: '' }, false),
  signUp('A valid phone number is required', { phone: '98765 4321' }),
  signUp('Batch name is required', { batch: ' ' }, false),
  signUp('You must agree to the terms and conditions', {}, false),
  { screen: 'Signed in', as: 'new', at: '/StudentDashboard', says: { bar: ['Logout'] } },
  {
    screen: 'Student Dashboard',
    as: 'new',
    says: {
      heading: ['Student Dashboard', 'Available Projects'],
      term: ['Name', 'Course', 'Mentor', 'Start date', 'Score'],
      text: ['Read more', 'Full Stack Web Development (MERN)', 'Health Centre Token Queue'],
    },
  },
  {
    screen: 'Project Details',
    as: 'new',
    at: '/projectDetails/P001',
    says: {
      heading: ['Overview', 'Prerequisite Knowledge', 'Job Opportunities', 'Health Centre Token Queue'],
      label: [accepts],
      button: ['Back', 'Proceed'],
    },
    never: ['No overview available.'],
  },
  {
    screen: 'Project Details: not ticked',
    as: 'new',
    reach: (page) =>
      page.locator('main form[method=post]').evaluate((form: HTMLFormElement) => form.requestSubmit()),
    says: { alert: ['Please accept the terms to proceed.'] },
  },
  {
    screen: 'Project Details: refused',
    as: 'low',
    at: '/projectDetails/P001',
    reach: async (page) => {
      await page.getByLabel(accepts).check();
      await press('Proceed')(page);
    },
    says: { alert: ["You can't select a project as your exit score is below 50"] },
  },
  {
    screen: 'Project Details: no overview',
    as: 'new',
    at: '/StudentDashboard',
    reach: async (page) => {
      await answerWith('**/api/projects/projects/P001', projectWithoutOverview())(page);
      await page.getByRole('link', { name: 'Read more about Health Centre Token Queue' }).click();
    },
    says: { heading: ['Overview'], text: ['No overview available.'] },
  },
  {
    screen: 'Project Details: malformed answer',
    as: 'new',
    at: '/StudentDashboard',
    reach: async (page) => {
      await answerWith('**/api/projects/projects/P001', '{"id":"P001"}')(page);
      await page.getByRole('link', { name: 'Read more about Health Centre Token Queue' }).click();
    },
    says: { heading: ['This project could not be shown'], button: ['Try again'] },
    complains: [notAnArray],
  },
  {
    screen: 'Project Overview',
    as: 'new',
    at: '/projectOverview/P001',
    says: { heading: ['Project Overview'] },
  },
  {
    screen: 'Project Dashboard: day 15',
    as: 'week2',
    at: '/ProjectDashboard1',
    says: {
      heading: ['PROJECT DASHBOARD'],
      text: ['Meera Krishnan', '(You are not eligible now!!!)'],
      tab: [
        'Project Overview Document',
        'Reference Materials',
        'Weekly Submission',
        'Discussion Forum',
        'My Grades',
        'Final Project Submission (You are not eligible now!!!)',
        'Viva Voce (You are not eligible now!!!)',
      ],
    },
  },
  {
    screen: 'My Grades',
    as: 'week2',
    at: '/ProjectDashboard1?tab=grades',
    says: { heading: ['My Grades', 'Weekly Submission Status', 'Week 1', 'Week 4'], text: ['View Status'] },
    never: ['Hide Status'],
  },
  {
    screen: 'My Grades: one shown',
    as: 'week2',
    reach: (page) => page.getByText('View Status', { exact: true }).first().click(),
    says: { text: ['View Status', 'Hide Status'], message: ['82 out of 100'], term: ['Marks', 'Comments'] },
  },
  {
    screen: 'Weekly Submission: day 15',
    as: 'week2',
    at: '/WeeklySubmission',
    says: {
      heading: ['Weekly Submission'],
      label: ['Week', 'Links', 'File', 'Comments'],
      option: [
        'Week 1',
        'Week 2',
        'Week 3 (You are not eligible now!!)',
        'Week 4 (You are not eligible now!!)',
      ],
      button: ['Submit'],
    },
  },
  {
    screen: 'Weekly Submission: no answer',
    as: 'week2',
    reach: async (page) => {
      await page.route('**/api/students/uploadWeek/**', (route) =>
        route.fulfill({ status: 500, json: { message: 'Out of order.', code: 'internal' } }),
      );
      await submitComments(page);
    },
    says: { alert: ['Out of order.'] },
    never: ['Congrats!!! You have submitted your work for the week'],
    complains: [/status of 500/],
  },
  {
    screen: 'Weekly Submission: submitted',
    as: 'week2',
    reach: press('Submit'),
    says: { message: ['Congrats!!! You have submitted your work for the week'], heading: ['Receipt'] },
  },
  {
    screen: 'Discussion Forum',
    as: 'week2',
    at: '/discussion/MERN-2026-11',
    reach: async (page) => {
      await page.getByLabel('Ask the batch').fill('Is this the last one?');
      await press('Post Query')(page);
    },
    says: { heading: ['Discussion Forum'], message: ['Is this the last one?'], button: ['Edit', 'Delete'] },
    never: ['Update Query'],
  },
  {
    screen: 'Discussion Forum: edit',
    as: 'week2',
    reach: press('Edit'),
    says: { button: ['Update Query'] },
    never: ['Post Query'],
  },
  {
    screen: 'Final Project Submission: too early',
    as: 'week2',
    at: '/FinalProjectSubmission',
    says: { heading: ['Final Project Submission', '(You are not eligible now!!!)'] },
  },
  {
    screen: 'Viva Voce: too early',
    as: 'week2',
    at: '/viva',
    says: { heading: ['Viva Voce', '(You are not eligible now!!!)'] },
  },
  {
    screen: 'Project Dashboard: day 29',
    as: 'final',
    at: '/ProjectDashboard1',
    says: { tab: ['Final Project Submission', 'Viva Voce'] },
    never: ['(You are not eligible now!!!)'],
  },
  {
    screen: 'Final Project Submission',
    as: 'final',
    at: '/FinalProjectSubmission',
    reach: async (page) => {
      await page.route('**/api/students/uploadProject/**', (route) =>
        route.fulfill({ status: 500, json: { message: 'Out of order.', code: 'internal' } }),
      );
      await submitComments(page);
    },
    says: { label: ['Links', 'File', 'Comments'], alert: ['Out of order.'], button: ['Submit'] },
    never: ['Congrats!!! Your have submitted your final project'],
    complains: [/status of 500/],
  },
  {
    screen: 'Final Project Submission: submitted',
    as: 'final',
    reach: press('Submit'),
    says: { message: ['Congrats!!! Your have submitted your final project'] },
  },
  {
    screen: 'Viva Voce',
    as: 'final',
    at: '/viva',
    says: {
      heading: [
        'Viva Voce',
        'Viva Voce Format',
        'Introduction',
        'Methodology',
        'Findings',
        'Challenges',
        'Q&A',
        'Conclusion',
      ],
      text: ['days', 'hours', 'minutes', 'seconds'],
      button: ['Submit'],
    },
  },
  {
    screen: 'Viva Voce: nothing given',
    as: 'final',
    reach: async (page) => {
      await press('Submit')(page);
      await expect(page.getByLabel('Comments')).toBeVisible();
      await press('Submit')(page);
    },
    says: { alert: ['Please provide comments and upload a file.'], label: ['Comments', 'File'] },
  },
  {
    screen: 'Viva Voce: no file',
    as: 'final',
    reach: submitComments,
    says: { alert: ['Please provide comments and upload a file.'] },
    never: ['Viva Voce submitted successfully!'],
  },
  {
    screen: 'Viva Voce: submitted',
    as: 'final',
    reach: async (page) => {
      await page.getByLabel('File').setInputFiles({
        name: 'slides.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('1. Introduction'),
      });
      await press('Submit')(page);
    },
    says: { message: ['Viva Voce submitted successfully!'], text: ['100%'] },
  },
  {
    screen: 'References',
    as: 'new',
    at: '/references',
    reach: lookUp('P001'),
    says: {
      heading: ['Reference Materials', 'Project reference lookup', 'Health Centre Token Queue'],
      address: ['https://react.dev/reference/react/useEffect'],
      text: ['react.dev'],
    },
  },
  {
    screen: 'References: unknown project',
    as: 'new',
    reach: lookUp('P999'),
    says: { alert: ['Project not found!'] },
    never: ['Health Centre Token Queue', 'react.dev'],
  },
  {
    screen: 'References: no answer',
    as: 'new',
    at: '/references?project=P002',
    reach: async (page) => {
      await cutOff('**/api/references/projects/*')(page);
      await lookUp('P001')(page);
    },
    says: { alert: ['Project not found!'] },
    never: ['Co-operative Bank Loan Desk'],
    complains: [lineCut],
  },
];

function projectWithoutOverview(): string {
  return JSON.stringify([
    {
      id: 'P001',
      name: 'Health Centre Token Queue',
      course: 'Full Stack Web Development (MERN)',
      details: 'A queue.',
      overview: [],
      prerequisiteKnowledge: [],
      jobOpportunities: [],
      backgroundImage: '/images/clinic-queue.svg',
      project_url: '/documents/clinic-queue.html',
    },
  ]);
}
