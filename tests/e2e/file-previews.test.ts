import type { Frame, Page } from '@playwright/test';
import { studentAddress } from '#contract/progress/batch-view';
import { buildMentor, buildSelection, buildStudent } from '#support/factories';
import { makePdf } from '#support/make-pdf';
import { makeZip, manyEntries, tenGigabytes } from '#support/make-zip';
import { expect, test, type Portal } from './portal.ts';
import { visit } from './screens.ts';

test.use({ seed: 'empty' });

const harm = 'parent.harmed = top.harmed = 1; fetch("/api/auth/session"); document.title = "harmed"';
const action = `/OpenAction << /S /JavaScript /JS (app.alert\\("harmed"\\); ${harm.replaceAll(/[()]/g, '\\$&')}) >> /Names << /JavaScript << /Names [(a) << /S /JavaScript /JS (app.launchURL\\("/harmed"\\)) >>] >> >>`;

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const cells = () => [
  { cell_type: 'markdown', source: `# Sales\n\n<script>${harm}</script>` },
  {
    cell_type: 'code',
    execution_count: 1,
    source: ['import pandas\n', 'plot()'],
    outputs: [
      {
        output_type: 'display_data',
        data: { 'text/html': `<img src=x onerror="${harm}">`, 'text/plain': 'a table' },
      },
      { output_type: 'display_data', data: { 'image/png': pixel } },
    ],
  },
];

/** Files that are submitted by a student, newest last. */
const files: readonly [name: string, bytes: Buffer][] = [
  [
    'page.html',
    Buffer.from(`<!doctype html><title>A page</title><script>${harm}</script><img src=x onerror="${harm}">`),
  ],
  [
    'picture.svg',
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="${harm}"><script>${harm}</script></svg>`),
  ],
  ['action.pdf', makePdf('Words of the page', action)],
  ['many.zip', manyEntries()],
  ['large.zip', tenGigabytes()],
  [
    'work.zip',
    makeZip([
      { name: 'src/index.js', data: 'const a = "<b>bold</b>";\n' },
      { name: 'x.png', data: 'x' },
    ]),
  ],
  ['report.docx', makeZip([{ name: '[Content_Types].xml', data: `<a>${harm}</a>` }])],
  ['analysis.ipynb', Buffer.from(JSON.stringify({ nbformat: 4, metadata: {}, cells: cells() }))],
];

async function plant({ context, clock, url }: Portal) {
  const student = await buildStudent(context);
  await buildSelection(context, { account_id: student.id, started_at: clock.now() - 8 * 24 * 3_600_000 });
  const mentor = await buildMentor(context, [student.batch_id as number]);
  return { student, mentor, url };
}

async function submit(portal: Portal, page: Page, student: { id: number; email: string; name: string }) {
  await portal.signIn(page, student);
  for (const [name, buffer] of files) {
    const answer = await page.request.post(`/api/students/uploadWeek/${student.email}`, {
      multipart: { selectedWeek: '1', files: { name, mimeType: 'application/octet-stream', buffer } },
    });
    expect(answer.status()).toBe(201);
  }
  await page.context().clearCookies();
}

/** What a document can reach of the page around it and of what the browser keeps. */
const reach = (frame: Frame) =>
  frame.evaluate(() => {
    const tried = (act: () => unknown) => {
      try {
        return String(act());
      } catch {
        return 'refused';
      }
    };
    return {
      origin: self.origin,
      cookie: tried(() => document.cookie),
      storage: tried(() => localStorage.length),
      around: tried(() => parent.document.title),
    };
  });

/** What it learns by asking the portal, and others, for something. */
const ask = (frame: Frame) =>
  frame.evaluate(async () => {
    const tried = (address: string) =>
      fetch(address, { credentials: 'include' }).then(
        (answer) => answer.text(),
        () => 'refused',
      );
    return [await tried('/api/auth/session'), await tried('https://example.test/')];
  });

test(
  'files that hold script, a PDF with an action and ZIPs without an end are looked at, and nothing of them runs',
  { tag: '@full' },
  async ({ portal, page, complaints }) => {
    test.setTimeout(120_000);
    const { student, mentor } = await plant(portal);
    await submit(portal, page, student);
    page.on('dialog', (dialog) => {
      complaints.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    await portal.signIn(page, mentor);
    await visit(page, studentAddress(student.email));

    const version = (name: string) =>
      page.getByRole('listitem').filter({
        has: page.getByRole('heading', { name: `version ${files.findIndex(([file]) => file === name) + 1}` }),
      });
    /** Unfolds a version, and looks into its frame. */
    const look = async (name: string) => {
      await version(name).getByText('Submitted work').click();
      const frame = page.frameLocator(`iframe[title="Preview of ${name}"]`);
      return {
        frame,
        handle: () => page.frames().find((one) => one.url().includes('/previews/') && !seen.has(one)),
      };
    };
    const seen = new Set<Frame>();
    const reviewAt = async (name: string) => {
      const { frame, handle } = await look(name);
      await expect(frame.locator('main')).toBeVisible();
      const inner = handle() as Frame;
      seen.add(inner);
      return { frame, inner };
    };

    const html = await reviewAt('page.html');
    await expect(html.frame.getByRole('region')).toContainText('<script>parent.harmed');
    await expect(html.frame.getByText('A page in HTML can run scripts')).toBeVisible();
    const svg = await reviewAt('picture.svg');
    await expect(svg.frame.getByRole('region')).toContainText('<svg');

    const pdf = await reviewAt('action.pdf');
    await expect(pdf.frame.getByText('1 page', { exact: true })).toBeVisible();
    await expect(pdf.frame.locator('.page[data-drawn] .words')).toHaveText('Words of the page');
    expect(
      await pdf.frame.locator('.page canvas').evaluate((canvas: HTMLCanvasElement) => canvas.width),
    ).toBeGreaterThan(100);
    // Even a script that had come in from the file would reach nothing.
    expect(await reach(pdf.inner)).toEqual({
      origin: 'null',
      cookie: 'refused',
      storage: 'refused',
      around: 'refused',
    });

    const many = await reviewAt('many.zip');
    await expect(many.frame.getByRole('heading')).toHaveText(
      '100,000 entries in this ZIP, of which the first 300 are listed',
    );
    const large = await reviewAt('large.zip');
    await large.frame.getByRole('link', { name: 'zeros.txt' }).click();
    await expect(large.frame.getByText('more than 200 times its packed size')).toBeVisible();
    const work = await reviewAt('work.zip');
    await work.frame.getByRole('link', { name: 'src/index.js' }).click();
    await expect(work.frame.getByRole('region')).toContainText('const a = "<b>bold</b>";');
    await expect(work.frame.locator('.hljs-keyword')).toHaveText('const');
    await work.frame.getByRole('link', { name: 'Back to the list' }).click();
    await expect(work.frame.getByRole('cell', { name: 'x.png' })).toBeVisible();

    await version('report.docx').getByText('Submitted work').click();
    await expect(page.getByText('Office files are not shown here. Download it to open it.')).toBeVisible();

    const notebook = await reviewAt('analysis.ipynb');
    await expect(notebook.frame.getByRole('heading', { name: 'Sales' })).toBeVisible();
    await expect(notebook.frame.locator('.hljs-keyword')).toHaveText('import');
    await expect(notebook.frame.getByText('a table')).toBeVisible();
    await expect(notebook.frame.getByRole('img')).toHaveJSProperty('naturalWidth', 1);

    // In a tab of its own it is the same document, of the same no origin.
    const [tab] = await Promise.all([
      page.waitForEvent('popup'),
      version('action.pdf').getByRole('link', { name: 'Open in new tab' }).click(),
    ]);
    await expect(tab.locator('.page[data-drawn]')).toBeVisible();
    expect(await tab.evaluate(() => [self.origin, opener])).toEqual(['null', null]);
    // Asked here, where what the browser says of each refusal is nobody's complaint.
    expect(await ask(tab.mainFrame())).toEqual(['refused', 'refused']);
    await tab.close();

    expect(await page.evaluate(() => 'harmed' in window)).toBe(false);
  },
);
