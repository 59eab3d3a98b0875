import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createElement } from 'react';
import { expect, it } from 'vitest';
import { limits } from '#contract/limits';
import { student } from '#support/contract-fixtures';
import { comment, discussionOf, question, questions } from '#support/discussion-fixtures';
import { askBox, cardOf, cards, openMenu, own, renderDiscussion, texts } from '#support/render-discussion';
import { renderWithRouter } from '#support/render-screen';
import { DiscussionView } from './discussion-view.tsx';

const unfolded = () =>
  cards()
    .filter((card) => within(card).queryByRole('textbox', { name: 'Add a comment' }) !== null)
    .map((card) => /Question \d+/.exec(card.textContent ?? '')?.[0]);
const lineOf = (text: string) => cardOf(text).getByRole('link', { name: text });

it('the newest question is whole; of the others the list has the beginning, who asked, when, and how much was said', async () => {
  const long = `Question 1 ${'word '.repeat(200)}`;
  await renderDiscussion([
    question(1, { question: long, comments: [comment(1), comment(2)], answers_count: 7 }),
    question(2),
  ]);
  expect(texts()).toEqual(['Question 2', 'Question 1']);
  expect(unfolded()).toEqual(['Question 2']);
  const [, line] = cards();
  expect(line?.textContent).toMatch(/^Question 1 .{200,280}Asha Kumari7 comments · .+ ago$/);
  expect(line?.textContent).not.toContain('Comment 1');
  const link = within(line!).getByRole('link');
  expect(link.getAttribute('href'), 'before the script and in another tab').toBe(
    '/discussion/MERN-2026-11/1',
  );
  expect(link.getAttribute('aria-expanded')).toBe('false');
});

it('a press unfolds a question in its place with all that can be done, another folds it; the focus stays on what was pressed', async () => {
  const { length } = await renderDiscussion([
    question(1, { ...own, comments: [comment(1)], views: 3 }),
    ...questions(2, 3),
  ]).then(() => cards());
  await userEvent.click(lineOf('Question 1'));
  expect(texts()).toEqual(['Question 3', 'Question 2', 'Question 1']);
  expect(unfolded()).toEqual(['Question 3', 'Question 1']);
  const card = cardOf('Question 1');
  for (const name of ['Edit', 'Delete', 'Favorite']) expect(card.getByRole('button', { name })).toBeTruthy();
  expect(card.getByText('3 views')).toBeTruthy();
  expect(card.getByText('Comment 1')).toBeTruthy();
  const fold = card.getByRole('button', { name: 'Collapse this question', expanded: true });
  expect(document.activeElement).toBe(fold);
  await userEvent.keyboard('{Enter}');
  expect(unfolded()).toEqual(['Question 3']);
  expect(document.activeElement).toBe(lineOf('Question 1'));
  await userEvent.keyboard('{Enter}');
  expect(unfolded()).toEqual(['Question 3', 'Question 1']);
  expect(cards()).toHaveLength(length);
  const link = (await openMenu('Question 1')).getByRole('link', { name: 'Open question' });
  expect(link.getAttribute('href')).toBe('/discussion/MERN-2026-11/1');
});

it('with a key for another tab the browser follows the link, and nothing unfolds', async () => {
  await renderDiscussion(questions(1, 2));
  const isPrevented = !fireEvent.click(lineOf('Question 1'), { ctrlKey: true });
  expect(isPrevented).toBe(false);
  expect(unfolded()).toEqual(['Question 2']);
});

it('what one asks is whole at once; what others have asked meanwhile comes folded, and folds nothing', async () => {
  const api = await renderDiscussion(questions(1, 2));
  await userEvent.click(lineOf('Question 1'));
  api.reply('askQuestion', discussionOf([question(4, own)]), 201);
  await userEvent.type(askBox(), 'Question 4');
  await userEvent.click(screen.getByRole('button', { name: 'Post Query' }));
  await waitFor(() => expect(unfolded()).toEqual(['Question 4', 'Question 2', 'Question 1']));
  api.reply('answerQuestion', discussionOf(questions(1, 5)), 201);
  await userEvent.type(cardOf('Question 2').getByRole('textbox', { name: 'Add a comment' }), 'So{Enter}');
  await waitFor(() => expect(texts()[0]).toBe('Question 5'));
  expect(unfolded()).toEqual(['Question 4', 'Question 2', 'Question 1']);
});

it('a folded question says that something of it was not sent', async () => {
  const api = await renderDiscussion(questions(1, 2));
  api.cutOff('answerQuestion');
  await userEvent.click(lineOf('Question 1'));
  await userEvent.type(cardOf('Question 1').getByRole('textbox'), 'So.{Enter}');
  await cardOf('Question 1').findByText('The portal cannot be reached right now.');
  await userEvent.click(cardOf('Question 1').getByRole('button', { name: 'Collapse this question' }));
  expect(cards()[1]?.textContent).toContain('· not sent yet');
  await userEvent.click(lineOf('Question 1'));
  await userEvent.click(cardOf('Question 1').getByRole('button', { name: 'Do not send it' }));
});

const view = (at: string, only: string | null = null) =>
  renderWithRouter(
    createElement(DiscussionView, {
      s_id: student.s_id,
      user: student,
      newestPage: discussionOf(only === null ? questions(1, 3) : questions(1, 1)),
      pageSize: limits.pageSize,
      only,
    }),
    at,
  );

it('an address of before unfolds the question that it names, or leads to its own page', async () => {
  const { router } = await view('/discussion/MERN-2026-11#question-1');
  expect(unfolded()).toEqual(['Question 3', 'Question 1']);
  await act(() => router.navigate('/discussion/MERN-2026-11#question-2'));
  expect(unfolded()).toEqual(['Question 3', 'Question 2', 'Question 1']);
  await act(() => router.navigate('/discussion/MERN-2026-11#question-77'));
  await waitFor(() => expect(router.state.location.pathname).toBe('/discussion/MERN-2026-11/77'));
});

it('a question’s own page has it whole, without what folds it and without a box for another', async () => {
  await view('/discussion/MERN-2026-11/1', '1');
  expect(unfolded()).toEqual(['Question 1']);
  expect(screen.queryByRole('button', { name: 'Collapse this question' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Open question' })).toBeNull();
  expect(screen.queryByRole('textbox', { name: 'Ask the batch' })).toBeNull();
});
