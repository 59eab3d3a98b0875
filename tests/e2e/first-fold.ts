import type { Locator, Page } from '@playwright/test';
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
const firstRow: FindWork = (page) =>
  main(page).locator('tbody tr, ul > li, ol > li').filter({ visible: true });
/** The text of the first question, of a list or alone. */
const firstQuestion: FindWork = (page) =>
  main(page).locator('article > h3 + div, article > h3 > a, ol > li a').filter({ visible: true });
const firstCard: FindWork = (page) => main(page).locator('article').filter({ visible: true });

/**
 * What somebody opens a screen for: the button of the next step, the first card, question, field, row or piece of work.
 * Exempt are public pages, long texts and the project's three columns.
 */
export const workOf: Partial<Record<ScreenName, FindWork>> = {
  'dashboard-new': firstCard,
  'dashboard-chosen': (page) => main(page).getByRole('link', { name: /submit week/i }),
  'dashboard-final': (page) => main(page).getByRole('link', { name: /submit|final/i }),
  notices: firstRow,
  'project-dashboard-week2': (page) => main(page).getByRole('link', { name: /submit week/i }),
  'project-dashboard-grades': (page) => main(page).getByText('Week 1', { exact: true }),
  'project-dashboard-references': (page) => main(page).getByRole('tabpanel').getByRole('link'),
  'project-dashboard-weekly': (page) => main(page).getByRole('tabpanel').getByRole('link'),
  'project-dashboard-past': (page) => main(page).getByText('Week 1', { exact: true }),
  references: firstField,
  'weekly-week2': firstField,
  'final-open': firstField,
  'viva-form': firstField,
  forum: firstQuestion,
  'forum-unread': firstQuestion,
  'forum-solved': firstQuestion,
  'forum-mentor': firstQuestion,
  question: firstQuestion,
  'hand-ins': (page) => main(page).locator('iframe, pre, img').filter({ visible: true }),
  'batch-arches': firstRow,
  'batch-table': firstRow,
  'batch-late': firstRow,
  'batch-dates': firstField,
  people: firstRow,
  person: firstField,
  staff: firstRow,
  portal: firstRow,
  briefs: firstField,
  catalogue: firstRow,
  'catalogue-course': firstField,
  'catalogue-batch': firstField,
  'catalogue-project': firstField,
  'catalogue-add': firstField,
  'catalogue-files': firstRow,
  'student-page': firstRow,
  'student-page-behind': firstRow,
  'student-page-new': firstRow,
  release: firstRow,
  rubric: firstField,
  phrases: firstField,
  sample: firstField,
  intake: firstField,
  invitations: firstField,
  audit: firstRow,
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
