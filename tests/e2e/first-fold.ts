import { expect, type Locator, type Page } from '@playwright/test';
import type { ScreenName } from '#support/demo-screens';

/** The lowest pixel at which a screen's work may begin: most of the first fold is the work itself. */
export const foldLimits = [
  { width: 390, height: 844, limit: 260 },
  { width: 1366, height: 768, limit: 200 },
] as const;

type FindWork = (page: Page) => Locator;

const main = (page: Page) => page.getByRole('main');
const firstField: FindWork = (page) =>
  main(page).locator('input:not([type=hidden]), select, textarea').filter({ visible: true });
/** The week is chosen before it. */
const links: FindWork = (page) => main(page).locator('label').getByText('Links', { exact: true });
const firstRow: FindWork = (page) =>
  main(page).locator('tbody tr, ul > li, ol > li').filter({ visible: true });
const inPanel: FindWork = (page) => main(page).getByRole('tabpanel').getByRole('link');
/** The result, or the mean so far. */
const standing: FindWork = (page) => page.getByRole('region', { name: 'Where I stand' }).locator('strong');
/** The first row of a table or list below the office's bar. */
const officeRow: FindWork = (page) =>
  main(page).locator('tbody tr, ul[data-list] > li').filter({ visible: true });
/** The text of the first question, of a list or alone. */
const firstQuestion: FindWork = (page) =>
  main(page).locator('article > h3 + div, article > h3 > a, ol > li a').filter({ visible: true });
/** The student's file on the desk, or the links and comments in its place. */
const work: FindWork = (page) =>
  main(page).getByRole('article').locator('iframe, section > p, dl').filter({ visible: true });
const firstQueued: FindWork = (page) =>
  main(page).getByRole('list', { name: 'Submissions' }).getByRole('listitem');
const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 960;

/**
 * What somebody opens a screen for: the button of the next step, the first card, question, field, row or piece of work.
 * Exempt are public pages, long texts and the project's three columns.
 */
export const workOf: Partial<Record<ScreenName, FindWork>> = {
  'dashboard-new': (page) =>
    main(page)
      .getByRole('listitem')
      .filter({ has: page.getByText('Read more') }),
  'dashboard-chosen': (page) => main(page).getByRole('link', { name: /submit week/i }),
  'dashboard-final': (page) => main(page).getByRole('link', { name: /submit|final/i }),
  notices: firstRow,
  'project-dashboard-week2': (page) => main(page).getByRole('link', { name: /submit week/i }),
  'project-dashboard-grades': standing,
  'project-dashboard-references': inPanel,
  'project-dashboard-weekly': (page) => main(page).getByRole('tabpanel').locator('select'),
  'project-dashboard-final': inPanel,
  'project-dashboard-viva': inPanel,
  'project-dashboard-forum': inPanel,
  'project-dashboard-past': standing,
  references: firstField,
  'weekly-week2': links,
  'final-open': links,
  'viva-form': firstField,
  extension: (page) => main(page).getByText('Your viva:'),
  forum: firstQuestion,
  'forum-unread': firstQuestion,
  'forum-solved': firstQuestion,
  'forum-mentor': firstQuestion,
  question: firstQuestion,
  submissions: (page) => (isPhone(page) ? firstQueued(page) : work(page)),
  'submissions-to-mark': work,
  'submissions-open': work,
  'submissions-marking': work,
  'batch-arches': (page) =>
    main(page)
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading') }),
  'batch-table': firstRow,
  'batch-late': firstRow,
  'batch-missing': firstRow,
  'batch-message': firstField,
  'batch-requests': firstRow,
  'batch-announcements': (page) => main(page).locator('summary'),
  'batch-settings': (page) => main(page).locator('section'),
  'batch-dates': firstField,
  'submissions-two-mark': firstField,
  'viva-day': (page) => main(page).getByRole('button', { name: /minutes? late|On time/ }),
  office: (page) => main(page).getByRole('region', { name: 'Waiting' }).getByRole('link'),
  people: officeRow,
  'people-add': firstField,
  person: (page) => main(page).locator('summary'),
  staff: officeRow,
  portal: firstRow,
  look: firstField,
  mails: firstRow,
  briefs: (page) => main(page).getByRole('region', { name: 'Week 1' }),
  'viva-questions': firstField,
  catalogue: officeRow,
  'catalogue-course': officeRow,
  'catalogue-batch': firstField,
  'catalogue-project': firstField,
  'catalogue-add': firstField,
  'catalogue-files': officeRow,
  'student-page': firstRow,
  'student-page-behind': firstRow,
  'student-page-new': firstRow,
  'student-page-time': (page) => main(page).locator('dd'),
  'student-page-noted': firstField,
  'person-of-staff': firstField,
  release: firstRow,
  rubric: firstField,
  'marks-sheet': (page) => main(page).locator('textarea'),
  'mark-distribution': (page) => main(page).locator('svg[role=img]'),
  phrases: firstField,
  'api-tokens': firstField,
  sample: (page) => main(page).locator('dd li'),
  import: firstField,
  invitations: (page) => main(page).getByRole('navigation', { name: 'Invited' }).getByRole('link'),
  audit: (page) => main(page).getByRole('list', { name: 'Entries' }).getByRole('listitem'),
  exports: firstField,
  account: firstField,
  'account-admin': firstField,
};

/** The pixel at which the work of a screen begins, from the top of the page; null without any. */
export async function startOfWork(page: Page, name: ScreenName): Promise<number | null> {
  const work = workOf[name]?.(page).first();
  if (!work) return null;
  const box = await work.boundingBox({ timeout: 2000 });
  return box && Math.round(box.y + (await page.evaluate(() => scrollY)));
}

/** Looks at a screen in both sizes, and leaves it in the second. */
export async function expectWorkInFirstFold(page: Page, name: ScreenName): Promise<void> {
  if (!workOf[name]) return;
  for (const { width, height, limit } of foldLimits) {
    await page.setViewportSize({ width, height });
    const start = await startOfWork(page, name);
    expect.soft(start, `${name}: where its work begins at ${width} px`).not.toBeNull();
    expect.soft(start, `${name}: where its work begins at ${width} px`).toBeLessThanOrEqual(limit);
  }
}
