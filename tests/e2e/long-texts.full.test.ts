import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import { demoEmail, type DemoName } from '#contract/demo-accounts';
import { accountOf, signInAs } from './demo.ts';
import { expect, test, type Portal } from './portal.ts';
import { endVisit, ready } from './screens.ts';

test.use({ seed: 'demo' });

/** A text without a place to break it. */
const long = (length = 120, letter = 'w') => letter.repeat(length);
const longBatch = long(80, 'B');
const longId = `P${long(39, '1')}`;
const longAddress = `https://git.example.test/${long()}`;
const widths = [320, 390, 1366];

/** The widths at which a page scrolls sideways, with what reaches furthest out. */
async function sidewaysScrolls(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const wide = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      if (scrollWidth <= clientWidth) return null;
      const outside = [...document.querySelectorAll('main *, header *, footer *')]
        .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
        .map((element) => `${element.tagName}.${element.getAttribute('class')}`);
      return `${scrollWidth} px: ${outside.slice(0, 4).join(' > ')}`;
    });
    if (wide !== null) found.push(`${width} px shows ${wide}`);
  }
  return found;
}

/** Gives everything that somebody names the longest name without a space. */
async function renameEverything({ context, signIn, url }: Portal, page: Page): Promise<void> {
  const { id: student } = await accountOf({ context }, demoEmail('week2'));
  await context.database.transaction(async (writer) => {
    const words = JSON.stringify([long(), long(300)]);
    await writer.updateTable('accounts').set({ name: long() }).execute();
    // A batch may have several, whose names differ.
    const mentorName = sql<string>`${long(100, 'm')} || replace(name, ' ', 'm')`;
    await writer.updateTable('batch_mentors').set({ name: mentorName }).execute();
    await writer
      .updateTable('courses')
      .set({ name: long(120, 'c') })
      .where('id', '=', 1)
      .execute();
    await writer
      .updateTable('batches')
      .set({ name: longBatch, name_key: longBatch.toLowerCase() })
      .where('name', '=', 'MERN-2026-11')
      .execute();
    await writer
      .updateTable('projects')
      .set({
        name: long(),
        details: long(300),
        overview: words,
        prerequisite_knowledge: words,
        job_opportunities: words,
        ref1: longAddress,
        ref2: longAddress,
      })
      .execute();
    const { course_id, ...project } = await writer
      .selectFrom('projects')
      .selectAll()
      .where('id', '=', 'P001')
      .executeTakeFirstOrThrow();
    await writer
      .insertInto('projects')
      .values({ ...project, course_id, id: longId })
      .execute();
    await writer
      .updateTable('accounts')
      .set({ typed_batch: long(80, 'T') })
      .where('email', '=', demoEmail('new'))
      .execute();
  });
  await signIn(page, { id: student });
  const { request } = page;
  const s_id = demoEmail('week2');
  const discussion = `${url}/api/discussion/discussion/${s_id}`;
  const asked = await request.post(`${discussion}/question`, {
    data: { question: `${long()} ${longAddress}` },
  });
  const { questions } = (await asked.json()) as { questions: { _id: string }[] };
  const answer = `${discussion}/question/${questions.at(-1)?._id}/answer`;
  expect((await request.post(answer, { data: { answer: long() } })).status()).toBe(201);
  const submitted = await request.post(`${url}/api/students/uploadWeek/${s_id}`, {
    multipart: {
      selectedWeek: '2',
      links: longAddress,
      comments: long(),
      files: { name: `${long(200)}.txt`, mimeType: 'text/plain', buffer: Buffer.from('work') },
    },
  });
  expect(submitted.status()).toBe(201);
  const { receipt } = (await submitted.json()) as { receipt: { number: string } };
  await signIn(page, await accountOf({ context }, demoEmail('mentor')));
  const mark = { marks: 71, comments: long(), released: true };
  const marked = await request.put(`${url}/api/staff/submissions/${receipt.number}/mark`, { data: mark });
  expect(marked.status()).toBe(200);
}

const forum = `/discussion/${longBatch}`;
const screens: [as: DemoName | null, ...paths: string[]][] = [
  [null, '/', `/signup?batch=${longBatch}`, '/login', `/verify?number=${long()}`, `/${long()}`],
  ['new', '/StudentDashboard', '/projectDetails/P001', `/projectDetails/${long()}`, '/projectOverview/P001'],
  ['new', `/references?project=${longId}`, `/references?project=${long()}`, `/discussion/${long(80, 'x')}`],
  ['week2', '/StudentDashboard', '/ProjectDashboard1', '/ProjectDashboard1?tab=references'],
  ['week2', '/ProjectDashboard1?tab=grades', '/WeeklySubmission', forum, '/account', '/'],
  ['final', '/FinalProjectSubmission', '/viva', '/StudentDashboard', '/ProjectDashboard1?tab=grades'],
  ['mentor', '/staff', '/staff?state=all', forum, '/account', '/StudentDashboard', '/projectDetails/P001'],
];

test('no screen scrolls sideways for a text without a space', async ({ portal, page, complaints }) => {
  test.slow();
  await renameEverything(portal, page);
  const wide: string[] = [];
  for (const [as, ...paths] of screens) {
    await endVisit(page);
    if (as !== null) await signInAs(portal, page, as);
    for (const path of paths) {
      await page.goto(path);
      await ready(page);
      for (const scroll of await sidewaysScrolls(page)) wide.push(`${path} as ${as}: ${scroll}`);
    }
  }
  expect(wide).toEqual([]);
  expect(complaints.splice(0).filter((words) => !words.includes('404'))).toEqual([]);
});
