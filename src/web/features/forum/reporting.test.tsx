import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { comment, question } from '#support/discussion-fixtures';
import { cardOf, openMenu, own, renderDiscussion } from '#support/render-discussion';

const open = async (name: 'question' | 'comment') => {
  await userEvent.click((await openMenu('Why?', name)).getByRole('button', { name: `Report this ${name}` }));
  return within(screen.getByRole('dialog', { name: `Report this ${name}?` }));
};

it('a question of somebody else is reported with a reason, once, and the focus stays where it was', async () => {
  const api = await renderDiscussion([question(1, { question: 'Why?' })]);
  api.reply('reportPost', { already_reported: false }, 201);
  const dialog = await open('question');
  await userEvent.type(dialog.getByRole('textbox', { name: 'Reason (optional)' }), ' Rude. ');
  await userEvent.click(dialog.getByRole('button', { name: 'Report' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.of('reportPost')).toMatchObject([{ params: { id: '1' }, body: { reason: 'Rude.' } }]);
  const button = cardOf('Why?').getByRole('button', { name: 'Reported' });
  expect(document.activeElement).toBe(button);
  expect(cardOf('Why?').getByText('Thank you. The mentors will check it.')).toBeTruthy();
  await userEvent.click(button);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('a comment is reported without a reason; a second time is said to be one', async () => {
  const api = await renderDiscussion([question(1, { question: 'Why?', comments: [comment(7)] })]);
  api.reply('reportPost', { already_reported: true });
  const dialog = await open('comment');
  await userEvent.click(dialog.getByRole('button', { name: 'Report' }));
  expect(await cardOf('Why?').findByText('You have already reported this comment.')).toBeTruthy();
  expect(api.of('reportPost').map(({ body }) => body)).toEqual([{ comment: '7' }]);
});

it('the own comment has no such button', async () => {
  const mine = { ...comment(8, 'My own'), can: { edit: true, delete: true } };
  await renderDiscussion([question(1, { question: 'Why?', comments: [comment(7), mine] })]);
  expect(cardOf('Why?').getAllByRole('button', { name: 'More for this comment' })).toHaveLength(1);
  expect(
    (await openMenu('Why?', 'comment')).getAllByRole('button', { name: 'Report this comment' }),
  ).toHaveLength(1);
});

it('a refusal is said in the dialog, which Escape closes; the own question has no such button', async () => {
  const api = await renderDiscussion([
    question(1, { question: 'Mine', ...own }),
    question(2, { question: 'Why?' }),
  ]);
  api.refuse('reportPost', 429, { message: 'You have reported 60 posts within an hour.' });
  const dialog = await open('question');
  await userEvent.type(dialog.getByRole('textbox'), 'Off topic');
  await userEvent.click(dialog.getByRole('button', { name: 'Report' }));
  expect(await dialog.findByText(/60 posts/)).toBeTruthy();
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
  expect(screen.queryByRole('dialog')).toBeNull();
  const again = await open('question');
  expect(again.getByRole<HTMLTextAreaElement>('textbox').value, 'what was typed is kept').toBe('Off topic');
  await userEvent.click(again.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(cardOf('Mine').getByRole('link', { name: 'Mine' }));
  expect(cardOf('Mine').getByRole('button', { name: 'Edit' })).toBeTruthy();
  expect((await openMenu('Mine')).queryByRole('button', { name: /Report/ })).toBeNull();
});
