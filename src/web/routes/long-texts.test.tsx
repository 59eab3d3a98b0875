import { act, fireEvent, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { mentor, receipt, staffSubmission, student, timelineOnDay } from '#support/contract-fixtures';
import { comment, discussionOf, question } from '#support/discussion-fixtures';
import { serveScreen } from '#support/hydrate-screen';
import { mockApi, type MockApi } from '#support/mock-api';
import { answerMentor, answerQueue, answerStudent } from '#support/portal-answers';
import type { RouteModule, ScreenAddress } from '#support/render-screen';
import { openDrafts, removeDrafts } from '../lib/forms/drafts.ts';
import * as discussion from './discussion.tsx';
import * as staff from './staff.tsx';
import * as weekly from './weekly-submission.tsx';

/** Screens with texts and lists of which only a part came, as the server sends them and once their script runs. */

const long = 'word '.repeat(4_000);
const cut = { comments: long.slice(0, 1_999), shortened: true as const };

let api: MockApi;
beforeEach(async () => {
  vi.stubEnv('DEV', false);
  api = mockApi();
  answerStudent(api, timelineOnDay(40));
  answerMentor(api);
  for (const { s_id } of [student, mentor]) {
    await openDrafts(s_id);
    await removeDrafts();
  }
});

const rows: [name: string, module: RouteModule, address: ScreenAddress][] = [
  ['the own submissions', weekly, { path: '/WeeklySubmission', user: student }],
  [
    'a receipt after its form',
    weekly,
    { path: '/WeeklySubmission', at: `/WeeklySubmission?receipt=${receipt().number}`, user: student },
  ],
  ['submissions to mark', staff, { path: '/staff', user: mentor }],
];

it.each(rows)(
  '%s: the whole text is a link before the script, and then comes in its place',
  async (_, module, address) => {
    api.reply('listSubmissions', [receipt(cut)]);
    answerQueue(api, [staffSubmission(cut)]);
    const { page, hydrate } = await serveScreen(module, address);
    const link = () =>
      [...page.querySelectorAll('a')].find(({ textContent }) => textContent === 'Show the whole text');
    const served = link();
    expect(served?.getAttribute('href')).toBe(`/api/receipts/${receipt().number}`);
    expect(page.textContent).not.toContain(long);
    await hydrate();
    expect(link(), 'the same element').toBe(served);
    const { s_id, s_name } = student;
    const owned = {
      student: { s_id, s_name },
      academy: 'ICTAK',
      zone: 'Asia/Kolkata',
      key: 'key',
      signature: 'signature',
    };
    api.reply('readReceipt', { ...receipt({ comments: long }), ...owned });
    await act(async () => void fireEvent.click(served!));
    await waitFor(() => expect(page.textContent).toContain(long));
    expect(page.contains(served!)).toBe(false);
  },
);

it('the forum says how many comments it did not bring', async () => {
  const comments = Array.from({ length: 6 }, (_, n) => comment(n + 521));
  api.reply('readDiscussion', discussionOf([question(1, { comments, answers_count: 526 })]));
  const address = { path: '/discussion/:batch', at: '/discussion/MERN-2026-11', user: student };
  const { page, hydrate } = await serveScreen(discussion, address);
  const button = [...page.querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'Show 520 earlier comments',
  );
  expect(button).toBeTruthy();
  await hydrate();
  expect(page.contains(button!)).toBe(true);
  expect(page.querySelectorAll('article li')).toHaveLength(6);
});
