import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { CurrentUser } from '#contract/accounts/calls';
import { mentor, student } from '#support/contract-fixtures';
import { author, discussionOf, questions } from '#support/discussion-fixtures';
import { mockApi, type MockApi } from '#support/mock-api';
import { renderScreen } from '#support/render-screen';
import * as discussionRoute from './discussion.tsx';

async function openDiscussion(
  user: CurrentUser,
  batch: string,
  prepare: (api: MockApi) => void,
  search = '',
) {
  const api = mockApi();
  api.reply('listBatchAnnouncements', []);
  prepare(api);
  const at = `/discussion/${encodeURIComponent(batch)}${search}`;
  const view = await renderScreen(discussionRoute, { path: '/discussion/:batch', at, user });
  return { api, ...view };
}

it('a student reads the discussion by the own address', async () => {
  const { api } = await openDiscussion(student, 'MERN-2026-11', (prepared) =>
    prepared.reply('readDiscussion', discussionOf(questions(1, 2))),
  );
  expect(await screen.findAllByRole('article')).toHaveLength(2);
  expect(api.of('readDiscussion')).toMatchObject([{ params: { s_id: student.s_id } }]);
  expect(screen.getByRole('heading', { level: 1, name: 'Discussion Forum' })).toBeTruthy();
});

it('staff read it by the name of the batch, and switch between their batches', async () => {
  const { api } = await openDiscussion(mentor, 'MERN-2026-11', (prepared) =>
    prepared.reply('readDiscussion', discussionOf(questions(1, 1))),
  );
  expect(await screen.findAllByRole('article')).toHaveLength(1);
  expect(api.of('readDiscussion')).toMatchObject([{ params: { s_id: 'MERN-2026-11' } }]);
  const links = screen.getByRole('navigation', { name: 'Your batches' }).querySelectorAll('a');
  expect([...links].map((link) => [link.getAttribute('href'), link.getAttribute('aria-current')])).toEqual([
    ['/discussion/MERN-2026-11', 'page'],
    ['/discussion/DSA-2026-10', null],
  ]);
});

it('a batch’s name is read without regard to case, and shown as the academy writes it', async () => {
  await openDiscussion(student, 'mern-2026-11', (prepared) =>
    prepared.reply('readDiscussion', discussionOf(questions(1, 1))),
  );
  expect(await screen.findAllByRole('article')).toHaveLength(1);
  expect(screen.getByText('MERN-2026-11')).toBeTruthy();
});

it('another batch’s name stays closed for a student, who is led to the own one', async () => {
  await openDiscussion(student, 'DSA-2026-10', (prepared) =>
    prepared.reply('readDiscussion', discussionOf(questions(1, 1))),
  );
  expect(await screen.findByRole('heading', { name: 'This forum belongs to another batch' })).toBeTruthy();
  expect(screen.queryByRole('article')).toBeNull();
  const link = screen.getByRole('link', { name: 'Go to the forum of MERN-2026-11' });
  expect(link.getAttribute('href')).toBe('/discussion/MERN-2026-11');
});

it('a batch that is not a mentor’s is refused in words', async () => {
  await openDiscussion(mentor, 'ANOTHER', (prepared) => prepared.refuse('readDiscussion', 403));
  expect(await screen.findByRole('heading', { name: 'This forum belongs to another batch' })).toBeTruthy();
  expect(screen.getByText(/Only the students and mentors of ANOTHER can use/)).toBeTruthy();
});

it('a name that no batch has is told to whoever may know', async () => {
  const administrator: CurrentUser = { ...mentor, role: 'administrator' };
  await openDiscussion(administrator, 'UNKNOWN', (prepared) => prepared.refuse('readDiscussion', 404));
  expect(await screen.findByRole('heading', { name: 'There is no batch with this name' })).toBeTruthy();
  expect(screen.getByText(/No batch is called UNKNOWN\./)).toBeTruthy();
});

it('who waits for placement learns why there is nothing to read', async () => {
  const waiting: CurrentUser = { ...student, batch: null, batches: [] };
  await openDiscussion(waiting, 'MERN-2026-11', (prepared) =>
    prepared.reply('readDiscussion', discussionOf([], null)),
  );
  expect(await screen.findByRole('heading', { name: 'You have no forum yet' })).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('a discussion that cannot be loaded says why, and trying again loads it', async () => {
  const { api } = await openDiscussion(student, 'MERN-2026-11', (prepared) =>
    prepared.refuse('readDiscussion', 503, { message: 'The portal is busy.' }),
  );
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The forum could not be loadedThe portal is busy.');
  api.reply('readDiscussion', discussionOf(questions(1, 1)));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findAllByRole('article')).toHaveLength(1);
});

it('an address with words shows what they find, in place of the forum', async () => {
  const found = {
    _id: '7',
    pieces: [{ text: 'Docker', found: true }],
    author: { name: 'Asha', online: false, role: 'student' as const },
    createdAt: '2026-11-02T00:00:00.000Z',
    answers_count: 1,
    isFavorite: false,
    isSolved: false,
    unread: 0,
  };
  const { api } = await openDiscussion(
    student,
    'MERN-2026-11',
    (prepared) => prepared.reply('findQuestions', { batch: 'MERN-2026-11', questions: [found] }),
    '?q=docker&filter=unanswered&sort=oldest&after=3',
  );
  expect(await screen.findByRole('heading', { name: 'Not answered yet: “docker”' })).toBeTruthy();
  expect(api.of('findQuestions')).toMatchObject([
    {
      params: { s_id: student.s_id },
      query: { q: 'docker', filter: 'unanswered', sort: 'oldest', after: '3' },
    },
  ]);
  expect(api.of('readDiscussion')).toEqual([]);
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('docker');
});

it('a search that failed says so, and tries again', async () => {
  const { api } = await openDiscussion(
    student,
    'MERN-2026-11',
    (prepared) => prepared.refuse('findQuestions', 503, { message: 'Busy' }),
    '?q=docker',
  );
  expect(await screen.findByRole('heading', { name: 'The forum could not be loaded' })).toBeTruthy();
  api.reply('findQuestions', { batch: 'MERN-2026-11', questions: [] });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'No question has these words' })).toBeTruthy();
});

it('an address of before for one question leads to its own page', async () => {
  const { router } = await openDiscussion(student, 'MERN-2026-11', () => undefined, '?question=4');
  await waitFor(() => expect(router.state.location.pathname).toBe('/discussion/MERN-2026-11/4'));
});

it('a search begun in a filter finds what is outside it, and counts what is in it', async () => {
  const { api } = await openDiscussion(
    student,
    'MERN-2026-11',
    (prepared) =>
      prepared.replyWith('findQuestions', ({ query }) => ({
        batch: 'MERN-2026-11',
        questions:
          query['filter'] === 'unread'
            ? []
            : [
                {
                  _id: '7',
                  pieces: [{ text: 'What is a SHA-256?', found: false }],
                  author,
                  createdAt: '2026-11-02T00:00:00.000Z',
                  answers_count: 0,
                  isFavorite: false,
                  isSolved: false,
                  unread: 0,
                },
              ],
      })),
    '?q=SHA-256&from=unread',
  );
  expect(await screen.findByRole('link', { name: 'What is a SHA-256?' })).toBeTruthy();
  expect(screen.getByText('1 result for “SHA-256” in all questions').parentElement?.textContent).toBe(
    '1 result for “SHA-256” in all questions, 0 in Unread',
  );
  expect(api.of('findQuestions').map(({ query }) => query)).toEqual([
    { q: 'SHA-256' },
    { q: 'SHA-256', filter: 'unread' },
  ]);
});

it.each([
  ['MERN-2026-11', 1],
  ['mern-2026-11', 1],
  ['DSA-2026-10', 0],
])('an announcement of the own batch in the forum of %s: %i', async (batch, count) => {
  const announced = { ...student, announced: true };
  const { api } = await openDiscussion(announced, batch, (prepared) => {
    prepared.reply('readDiscussion', discussionOf(questions(1, 1)));
    prepared.reply('listAnnouncements', [
      {
        id: '1',
        text: 'Office hours move.',
        author: 'Ravi Menon',
        created_at: '2026-11-02T00:00:00.000Z',
        pinned_until: '2026-12-02T00:00:00.000Z',
        is_seen: true,
      },
    ]);
  });
  await waitFor(() => expect(api.of('readDiscussion')).toHaveLength(1));
  await waitFor(() => expect(screen.queryAllByText('Office hours move.')).toHaveLength(count));
});
