import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { CurrentUser } from '#contract/accounts/calls';
import { mentor, student } from '#support/contract-fixtures';
import { discussionOf, question, questions } from '#support/discussion-fixtures';
import { mockApi, type MockApi } from '#support/mock-api';
import { renderScreen } from '#support/render-screen';
import * as questionRoute from './question.tsx';

async function openQuestion(
  user: CurrentUser,
  prepare: (api: MockApi) => void,
  batch = 'MERN-2026-11',
  search = '',
) {
  const api = mockApi();
  prepare(api);
  const at = `/discussion/${batch}/4${search}`;
  await renderScreen(questionRoute, { path: '/discussion/:batch/:id', at, user });
  return api;
}

it.each([
  [student, student.s_id],
  [mentor, 'MERN-2026-11'],
])('the question of the address is shown alone, with all that can be done to it', async (user, s_id) => {
  const own = question(4, { can: { edit: true, delete: true } });
  const api = await openQuestion(user, (prepared) => prepared.reply('readDiscussion', discussionOf([own])));
  expect(await screen.findAllByRole('article')).toHaveLength(1);
  expect(screen.getByRole('heading', { level: 1, name: 'Question' })).toBeTruthy();
  expect(api.of('readDiscussion')).toMatchObject([{ params: { s_id }, query: { question: '4' } }]);
  for (const name of ['Edit', 'Delete', 'Favorite'])
    expect(screen.getByRole('button', { name })).toBeTruthy();
  expect(screen.getByRole('textbox', { name: 'Add a comment' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Show all questions' }).getAttribute('href')).toBe(
    '/discussion/MERN-2026-11',
  );
});

it('a question that is gone says so, and leads to the others', async () => {
  await openQuestion(student, (prepared) => prepared.reply('readDiscussion', discussionOf([])));
  expect(await screen.findByRole('heading', { name: 'This question is not there any more' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Show all questions' })).toBeTruthy();
});

it('a question of another batch stays closed', async () => {
  await openQuestion(
    student,
    (prepared) => prepared.reply('readDiscussion', discussionOf(questions(4, 4))),
    'DSA-2026-10',
  );
  expect(await screen.findByRole('heading', { name: 'This forum belongs to another batch' })).toBeTruthy();
  expect(screen.queryByRole('article')).toBeNull();
});

it('a question that cannot be loaded says why, and trying again loads it', async () => {
  const api = await openQuestion(student, (prepared) =>
    prepared.refuse('readDiscussion', 503, { message: 'The portal is busy.' }),
  );
  expect((await screen.findByRole('alert')).textContent).toContain(
    'The question could not be loadedThe portal is busy.',
  );
  api.reply('readDiscussion', discussionOf(questions(4, 4)));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findAllByRole('article')).toHaveLength(1);
});

it.each([
  [4, true],
  [1, false],
])('without a line it comes from the kept page of the forum, if it is in there', async (first, isKept) => {
  const offline = () => {
    throw new TypeError('Failed to fetch');
  };
  await openQuestion(student, (prepared) =>
    prepared.replyWith('readDiscussion', ({ query }) =>
      query['question'] === undefined ? discussionOf(questions(first, first + 1)) : offline(),
    ),
  );
  if (isKept) expect((await screen.findAllByRole('article'))[0]?.textContent).toContain('Question 4');
  else expect((await screen.findByRole('alert')).textContent).toContain('The question could not be loaded');
  expect(screen.queryAllByRole('article')).toHaveLength(isKept ? 1 : 0);
});

describe('what a mentor has hidden', () => {
  const hidden = (comment: string | null) => ({
    id: '9',
    question: '4',
    comment,
    text: 'You fool',
    author: 'Asha Kumari',
    reason: 'Rude',
    hidden_at: '2026-11-15T04:05:06.789Z',
    hidden_by: null,
  });
  const openHidden = (user: CurrentUser, comment: string | null, page = questions(4, 4)) =>
    openQuestion(
      user,
      (prepared) => {
        prepared.reply('readDiscussion', discussionOf(page));
        prepared.reply('listHiddenPosts', { posts: [hidden(comment)] });
      },
      'MERN-2026-11',
      `?hidden=${comment ?? 'question'}`,
    );

  it('a question: its author reads why in place of that it is gone', async () => {
    await openHidden(student, null, []);
    const note = within(await screen.findByRole('region', { name: /^A mentor has hidden your question/ }));
    expect(note.getByText('You fool')).toBeTruthy();
    expect(note.getByText('Reason: Rude')).toBeTruthy();
    expect(screen.queryByText('This question is not there any more')).toBeNull();
  });

  it('a comment: its author reads why, above the question', async () => {
    await openHidden(student, '3');
    expect(await screen.findByRole('region', { name: /^A mentor has hidden your comment/ })).toBeTruthy();
    expect(screen.getByRole('article')).toBeTruthy();
  });

  it('one that is shown again, and a failure to ask, leave the question as it is', async () => {
    const prepare = (api: MockApi) => {
      api.reply('readDiscussion', discussionOf(questions(4, 4)));
      api.refuse('listHiddenPosts', 503);
    };
    await openQuestion(student, prepare, 'MERN-2026-11', '?hidden=3');
    expect(await screen.findByRole('article')).toBeTruthy();
    expect(screen.queryByRole('region', { name: /A mentor has hidden/ })).toBeNull();
  });

  it('is asked for only where the address is about it', async () => {
    const api = await openQuestion(student, (prepared) =>
      prepared.reply('readDiscussion', discussionOf(questions(4, 4))),
    );
    expect(await screen.findByRole('article')).toBeTruthy();
    expect(api.of('listHiddenPosts')).toEqual([]);
  });
});
