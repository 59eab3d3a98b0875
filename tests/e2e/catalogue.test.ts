import { signInAs } from './demo.ts';
import { expect, test } from './portal.ts';
import { endVisit, visit } from './screens.ts';

test.use({ seed: 'demo' });

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"><rect width="16" height="9" fill="teal"/></svg>';

test('a project is made on screen with its picture, seen as students see it, and offered to them', async ({
  page,
  portal,
}) => {
  await signInAs(portal, page, 'admin');
  await visit(page, '/staff/catalogue');
  await page.getByRole('link', { name: 'Add a project to Full Stack Web Development (MERN)' }).click();
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const typed = {
    Id: 'P099',
    Name: 'Ferry timetable',
    Details: 'The ferry leaves when it is full.',
    Overview: 'Show the next ferry\nTell when it is full',
    'Prerequisite knowledge': 'React',
    'Job opportunities': 'Developer',
    'Overview document': '/documents/clinic-queue.html',
  };
  for (const [label, value] of Object.entries(typed)) await field(label).fill(value);
  for (const n of [1, 2, 3, 4]) await field(`Reference ${n}`).fill(`https://example.test/${n}`);
  const view = page.getByRole('region', { name: 'As students see it' });
  await expect(view.getByText('Tell when it is full')).toBeVisible();
  await field('Upload a picture').setInputFiles({
    name: 'Ferry at dawn.SVG',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(svg),
  });
  await expect(field('Picture')).toHaveValue('/images/Ferry-at-dawn.svg');
  await page.getByRole('button', { name: 'Add the project' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ferry timetable' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/staff/catalogue/projects/P099');

  await endVisit(page);
  await signInAs(portal, page, 'new');
  await visit(page, '/StudentDashboard');
  await page.getByRole('link', { name: 'Read more about Ferry timetable' }).click();
  await expect(page.getByText('The ferry leaves when it is full.')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Illustration for Ferry timetable' })).toHaveJSProperty(
    'complete',
    true,
  );
});
