import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import type { FoundQuestion, FoundQuestions as Found } from '#contract/forum/calls';
import { author, questions } from '#support/discussion-fixtures';
import { student } from '#support/contract-fixtures';
import { mockApi } from '#support/mock-api';
import { askBox, renderDiscussion } from '#support/render-discussion';
import { renderWithRouter } from '#support/render-screen';
import { FoundQuestions } from './search/found-questions.tsx';
import { QuestionSearch } from './search/question-search.tsx';

const found = (id: number, fields: Partial<FoundQuestion> = {}): FoundQuestion => ({
  _id: String(id),
  pieces: [{ text: `Question ${id}`, found: false }],
  author,
  createdAt: '2026-11-02T00:00:00.000Z',
  answers_count: 0,
  isFavorite: false,
  isSolved: false,
  unread: 0,
  ...fields,
});
const all = { q: '', filter: null, sort: 'newest' } as const;
const batch = 'MERN-2026-11';

const renderSearch = (view: Parameters<typeof QuestionSearch>[0]['view'] = all) =>
  renderWithRouter(createElement(QuestionSearch, { s_id: student.s_id, batch, view }), '/forum');
const hrefs = (name: string) =>
  within(screen.getByRole('navigation', { name }))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current')]);

it('a search goes to an address that keeps the order and looks in all questions; each choice is an address', async () => {
  const { router } = await renderSearch({ q: 'docker', filter: 'mine', sort: 'oldest' });
  expect(hrefs('Which questions')).toEqual([
    ['All', '/discussion/MERN-2026-11?q=docker&sort=oldest', null],
    ['Mine', '/discussion/MERN-2026-11?q=docker&filter=mine&sort=oldest', 'true'],
    ['My favorites', '/discussion/MERN-2026-11?q=docker&filter=favorites&sort=oldest', null],
    ['Not answered', '/discussion/MERN-2026-11?q=docker&filter=unanswered&sort=oldest', null],
    ['Solved', '/discussion/MERN-2026-11?q=docker&filter=solved&sort=oldest', null],
    ['Unread', '/discussion/MERN-2026-11?q=docker&filter=unread&sort=oldest', null],
    ['Private', '/discussion/MERN-2026-11/mentors', null],
  ]);
  expect(hrefs('Order').map(([name]) => name)).toEqual(['Best match', 'Newest first', 'Oldest first']);
  const box = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Find a question' });
  expect(box.value).toBe('docker');
  fireEvent.change(box, { target: { value: ' git & ഡോക്കർ ' } });
  await act(async () => void fireEvent.submit(screen.getByRole('search')));
  const { pathname, search } = router.state.location;
  expect(pathname + search).toBe(
    `/discussion/MERN-2026-11?${new URLSearchParams({ q: 'git & ഡോക്കർ', sort: 'oldest', from: 'mine' })}`,
  );
});

it('without its script the form goes to the same address by itself', async () => {
  await renderSearch({ ...all, filter: 'unanswered' });
  const form = screen.getByRole<HTMLFormElement>('search');
  expect([form.method, form.getAttribute('action')]).toEqual(['get', '/discussion/MERN-2026-11']);
  expect([...new FormData(form)]).toEqual([
    ['from', 'unanswered'],
    ['q', ''],
  ]);
});

it('without words there is no nearest question; without a line it says so', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await renderSearch();
  expect(hrefs('Order').map(([name]) => name)).toEqual(['Newest first', 'Oldest first']);
  expect(screen.getByText(/so search is not available/)).toBeTruthy();
});

it('a search without words stays in its filter', async () => {
  const { router } = await renderSearch({ ...all, filter: 'unread' });
  await act(async () => void fireEvent.submit(screen.getByRole('search')));
  expect(router.state.location.search).toBe('?filter=unread');
});

const renderFound = (list: Found, view: Parameters<typeof FoundQuestions>[0]['view']) =>
  renderWithRouter(createElement(FoundQuestions, { s_id: student.s_id, batch, view, found: list }), '/forum');

it('what was looked for is marked, and markup in a question is text', async () => {
  const pieces = [
    { text: 'Why does ', found: false },
    { text: '<img src=x onerror=alert(1)>', found: true },
    { text: ' stay?', found: false },
  ];
  const list = {
    batch,
    questions: [found(7, { pieces, answers_count: 2, isFavorite: true })],
    more: true as const,
  };
  await renderFound(list, { q: 'img', filter: null, sort: 'best' });
  const link = screen.getByRole('link', { name: 'Why does <img src=x onerror=alert(1)> stay?' });
  expect(link.getAttribute('href')).toBe('/discussion/MERN-2026-11/7');
  expect(link.querySelector('mark')?.textContent).toBe('<img src=x onerror=alert(1)>');
  expect(document.querySelector('img')).toBeNull();
  expect(screen.getByRole('listitem').textContent).toContain('2 comments · Favorite');
  expect(screen.getByRole('link', { name: 'Show more questions' }).getAttribute('href')).toBe(
    '/discussion/MERN-2026-11?q=img&after=7',
  );
});

it.each([
  [[], undefined, '3 results for “SHA-256” in all questions, 0 in Unread'],
  [[found(7)], undefined, '3 results for “SHA-256” in all questions, 1 in Unread. Show only these'],
  [[found(7), found(8)], true, '3 results for “SHA-256” in all questions, 2+ in Unread. Show only these'],
] as const)('says how many are in the filter of the search: %#', async (questions, more, text) => {
  const inFilter = { batch, questions: [...questions], ...(more && { more }) };
  await renderWithRouter(
    createElement(FoundQuestions, {
      s_id: student.s_id,
      batch,
      view: { q: 'SHA-256', filter: null, sort: 'best' },
      found: { batch, questions: [found(7), found(8), found(9)] },
      within: { filter: 'unread', found: inFilter },
    }),
    '/forum',
  );
  expect(screen.getByText('3 results for “SHA-256” in all questions').closest('p')?.textContent?.trim()).toBe(
    text,
  );
  const link = screen.queryByRole('link', { name: 'Show only these' });
  if (questions.length === 0) expect(link).toBeNull();
  else expect(link?.getAttribute('href')).toBe('/discussion/MERN-2026-11?q=SHA-256&filter=unread');
});

it.each([
  [{ q: 'x', filter: 'mine', sort: 'best' }, 'My questions: “x”', 'None of your questions has these words'],
  [{ q: '', filter: 'favorites', sort: 'newest' }, 'My favorites', 'No favorites yet'],
  [{ q: '', filter: 'unanswered', sort: 'newest' }, 'Not answered yet', 'Every question has an answer'],
  [{ q: '', filter: 'solved', sort: 'newest' }, 'Solved', 'No question is solved yet'],
  [{ q: '', filter: 'mine', sort: 'newest' }, 'My questions', 'You have not asked anything yet'],
] as const)('nothing for %o: it says why, and the way back', async (view, heading, title) => {
  await renderFound({ batch, questions: [] }, view);
  expect(screen.getByRole('heading', { name: heading })).toBeTruthy();
  expect(screen.getByRole('heading', { name: title })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Show all questions' }).getAttribute('href')).toBe(
    '/discussion/MERN-2026-11',
  );
});

const type = (value: string) => fireEvent.change(askBox(), { target: { value } });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it('similar questions come below the box after a pause, politely, and go with the text', async () => {
  const api = mockApi();
  api.reply('findSimilarQuestions', { batch, questions: [found(3), found(2)] });
  await renderDiscussion(questions(1, 3), undefined, api);
  vi.useFakeTimers();
  try {
    type('too short');
    await pass(2_000);
    expect(api.of('findSimilarQuestions')).toEqual([]);
    type('How do I write');
    await pass(300);
    type('How do I write a test?');
    await pass(300);
    expect(api.of('findSimilarQuestions'), 'nobody is asked while keys come').toEqual([]);
    await pass(200);
  } finally {
    vi.useRealTimers();
  }
  await screen.findByRole('heading', { name: 'Similar questions' });
  expect(api.of('findSimilarQuestions')).toMatchObject([
    { params: { s_id: student.s_id }, query: { text: 'How do I write a test?' } },
  ]);
  const status = screen.getByText('2 similar questions below the box');
  expect(status.getAttribute('role')).toBe('status');
  const list = screen.getByRole('region', { name: 'Similar questions' });
  expect(askBox().compareDocumentPosition(list) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(
    within(list)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/discussion/MERN-2026-11/3', '/discussion/MERN-2026-11/2']);
  type('');
  await waitFor(() => expect(screen.queryByText('Similar questions')).toBeNull());
});

it('an answer about an older text is given up, and a failure shows nothing', async () => {
  const api = mockApi();
  const older = Promise.withResolvers<Found>();
  api.replyWith('findSimilarQuestions', ({ query }) =>
    query['text'] === 'The older text' ? older.promise : { batch, questions: [found(2)] },
  );
  await renderDiscussion(questions(1, 3), undefined, api);
  type('The older text');
  await waitFor(() => expect(api.of('findSimilarQuestions')).toHaveLength(1));
  type('The newer text, longer');
  await screen.findByText('1 similar question below the box');
  await act(async () => older.resolve({ batch, questions: [found(1), found(3)] }));
  expect(screen.getByText('1 similar question below the box')).toBeTruthy();
  api.cutOff('findSimilarQuestions');
  type('Another text again');
  await waitFor(() => expect(screen.queryByText('Similar questions')).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
});
