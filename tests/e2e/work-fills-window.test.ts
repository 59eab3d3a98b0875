import type { Locator, Page } from '@playwright/test';
import { dayMs } from '#contract/durations';
import { staffAddress } from '#contract/marking/staff-view';
import { buildBatch, buildMentor, buildRubricLine, buildSelection, buildStudent } from '#support/factories';
import { makePdf } from '#support/make-pdf';
import { makeZip } from '#support/make-zip';
import { expect, test, type Portal } from './portal.ts';
import { visit } from './screens.ts';

test.use({ seed: 'empty' });

/** Least share of the window that shows the student's work. */
const windows = [
  { width: 1366, height: 768, least: 0.5 },
  { width: 390, height: 844, least: 0.4 },
] as const;

const picture = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600"><rect width="900" height="600" fill="#175"/></svg>',
);
const code = Array.from({ length: 60 }, (_, line) => `const line${line} = ${line};\n`).join('');
const entries = ['index.js', 'list.js', 'readme.md'].map((name) => ({ name, data: code }));

type Work = { links?: string; comments?: string; file?: readonly [name: string, bytes: Buffer] };
const link = 'https://git.example.test/a-student/week-one';
const kinds: readonly Work[] = [
  {
    links: link,
    comments: 'The form, the list and the errors.',
    file: ['report.pdf', makePdf('The report')],
  },
  { comments: 'See the file.', file: ['queue.js', Buffer.from(code)] },
  { file: ['one-line.txt', Buffer.from('One line.')] },
  { links: link, file: ['plan.svg', picture] },
  { links: `${link} and ${link}/two`, file: ['work.zip', makeZip(entries)] },
  { file: ['report.docx', makeZip([{ name: '[Content_Types].xml', data: '<a/>' }])] },
  { links: link, comments: 'The form, the list and the errors.\n\nTests are in the folder.' },
  { links: link },
];

/** A student of each kind, all in one batch, and its mentor. */
async function plant(portal: Portal, page: Page) {
  const { context, clock } = portal;
  const batch = await buildBatch(context);
  const rubric = ['Reads the file', 'Refuses wrong input, and says why', 'Has tests', 'Is easy to read'];
  const numbers: string[] = [];
  for (const [at, { links = '', comments = '', file }] of kinds.entries()) {
    const student = await buildStudent(context, { batch_id: batch.id });
    const { project_id } = await buildSelection(context, {
      account_id: student.id,
      started_at: clock.now() - 8 * dayMs,
    });
    if (at % 2 === 0)
      for (const text of rubric) await buildRubricLine(context, { project_id, text, points: 25 });
    await portal.signIn(page, student);
    const answer = await page.request.post(`/api/students/uploadWeek/${student.email}`, {
      multipart: {
        selectedWeek: '1',
        links,
        comments,
        ...(file && {
          files: { name: file[0], mimeType: 'application/octet-stream', buffer: file[1] },
        }),
      },
    });
    expect(answer.status()).toBe(201);
    numbers.push((await answer.json()).receipt.number);
    await page.context().clearCookies();
  }
  return { batch, numbers, mentor: await buildMentor(context, [batch.id]) };
}

/** What the student has submitted, without names and buttons around it. */
const workOf = (page: Page): Locator =>
  page.getByRole('article').locator('[data-work]').filter({ visible: true });

/** Share of the window in which the work is on top. */
async function shareOf(work: Locator): Promise<number> {
  await expect(work).toHaveCount(1);
  return work.evaluate((box) => {
    const { left, top, right, bottom } = box.getBoundingClientRect();
    const step = 6;
    let [seen, all] = [0, 0];
    for (let x = step / 2; x < innerWidth; x += step)
      for (let y = step / 2; y < innerHeight; y += step) {
        all += 1;
        if (x < left || x > right || y < top || y > bottom) continue;
        if (box.contains(document.elementFromPoint(x, y))) seen += 1;
      }
    return seen / all;
  });
}

for (const { width, height, least } of windows)
  test(`the student's work fills its share of a window of ${width} × ${height}`, async ({ portal, page }) => {
    await page.setViewportSize({ width, height });
    const { batch, numbers, mentor } = await plant(portal, page);
    await portal.signIn(page, mentor);
    const shares: string[] = [];
    for (const [at, open] of numbers.entries()) {
      await visit(page, staffAddress({ batch: batch.name, state: 'to-mark', open }));
      const { file } = kinds[at] as Work;
      if (file !== undefined && !file[0].endsWith('docx'))
        await expect(page.locator('iframe[title^="Preview of"]')).toBeVisible();
      const share = await shareOf(workOf(page));
      shares.push(`${file?.[0] ?? 'no file'}: ${share.toFixed(3)}`);
      expect.soft(share, shares.at(-1)).toBeGreaterThanOrEqual(least);
      if (process.env['PICTURES'])
        await page.screenshot({ path: `${process.env['PICTURES']}/${width}-${at}.png` });
    }
    test.info().annotations.push({ type: 'shares', description: shares.join('\n') });
    if (width < 960) return;
    const list = page.getByRole('list', { name: 'Submissions' });
    await page.keyboard.press('l');
    await expect(list).toBeHidden();
    expect(await shareOf(workOf(page)), 'without the list').toBeGreaterThanOrEqual(0.6);
    await page.reload();
    await expect(list, 'remembered').toBeHidden();
    await page.keyboard.press('l');
    await expect(list.locator('[aria-current]')).toBeFocused();
  });
