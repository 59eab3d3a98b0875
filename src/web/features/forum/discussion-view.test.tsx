import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { student } from '#support/contract-fixtures';
import { comment, discussionOf, question, questions } from '#support/discussion-fixtures';
import { notSavedOffline } from '../../lib/screen-message.ts';
import { askBox, cardOf, cards, own, renderDiscussion, texts } from '#support/render-discussion';

it('the newest question is first, right under the composer', async () => {
  await renderDiscussion(questions(1, 3));
  expect(texts()).toEqual(['Question 3', 'Question 2', 'Question 1']);
});

it('a question that was asked is first, announced, and leaves the composer empty', async () => {
  const api = await renderDiscussion(questions(1, 2));
  api.reply('askQuestion', discussionOf(questions(1, 3)), 201);
  await userEvent.type(askBox(), '  Question 3 ');
  await userEvent.click(screen.getByRole('button', { name: 'Post Query' }));
  expect(api.of('askQuestion')).toMatchObject([
    { params: { s_id: student.s_id }, body: { question: 'Question 3' } },
  ]);
  await waitFor(() => expect(texts()[0]).toBe('Question 3'));
  expect(askBox().value).toBe('');
  expect(screen.getByText('Your question was posted.').closest('[role=status]')).toBeTruthy();
});

it('an empty question is not sent', async () => {
  const api = await renderDiscussion([]);
  await userEvent.type(askBox(), ' \n ');
  await userEvent.click(screen.getByRole('button', { name: 'Post Query' }));
  await userEvent.type(askBox(), '{Control>}{Enter}{/Control}');
  expect(api.requests).toEqual([]);
});

it('the composer has the text again when it is refused, and sends it on the next press', async () => {
  const api = await renderDiscussion(questions(1, 1));
  api.cutOff('askQuestion');
  await userEvent.type(askBox(), 'Question 2');
  await userEvent.click(screen.getByRole('button', { name: 'Post Query' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Do not send it' }));
  await waitFor(() => expect(askBox().value).toBe('Question 2'));
  api.refuse('askQuestion', 400, { message: 'The question is too long' });
  await userEvent.click(screen.getByRole('button', { name: 'Post Query' }));
  expect((await screen.findByText(/The question is too long/)).closest('[role=alert]')).not.toBeNull();
  await waitFor(() => expect(askBox().value).toBe('Question 2'));
  await waitFor(() => expect(texts()).toEqual(['Question 1']));
  api.reply('askQuestion', discussionOf(questions(1, 2)), 201);
  await userEvent.click(screen.getByRole('button', { name: 'Post Query' }));
  await waitFor(() => expect(texts()).toEqual(['Question 2', 'Question 1']));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('the composer stays open from the press until a refused text is back in it', async () => {
  const api = await renderDiscussion(questions(1, 1));
  api.refuse('askQuestion', 400, { message: 'The question is too long' });
  await userEvent.type(askBox(), 'Question 2');
  const lines: unknown[] = [];
  const watch = new MutationObserver(() => lines.push(askBox().form?.dataset['line']));
  watch.observe(document.body, { attributeFilter: ['data-line'], subtree: true });
  await userEvent.click(screen.getByRole('button', { name: 'Post Query' }));
  await waitFor(() => expect(askBox().value).toBe('Question 2'));
  await waitFor(() => expect(texts()).toEqual(['Question 1']));
  watch.disconnect();
  expect(lines).toEqual([]);
  expect(askBox().form?.dataset['line']).toBe('open');
});

it('what was refused stands in its place while the box has another text, and comes back beside it', async () => {
  const api = await renderDiscussion(questions(1, 1));
  const answer = Promise.withResolvers<never>();
  api.replyWith('askQuestion', () => answer.promise);
  await userEvent.type(askBox(), 'Question 2');
  await userEvent.click(screen.getByRole('button', { name: 'Post Query' }));
  await userEvent.type(askBox(), 'Half a thought');
  api.refuse('askQuestion', 400, { message: 'The question is too long' });
  await act(async () => answer.reject(new TypeError('Failed to fetch')));
  await act(async () => void window.dispatchEvent(new Event('online')));
  const change = await screen.findByRole('button', { name: 'Change it' });
  expect(texts()).toEqual(['Question 2', 'Question 1']);
  await userEvent.click(change);
  await waitFor(() => expect(askBox().value).toBe('Question 2\n\nHalf a thought'));
  expect(texts()).toEqual(['Question 1']);
});

it('a question that is sent stands in its place at once, and a second press sends nothing', async () => {
  const api = await renderDiscussion([]);
  api.keepWaiting('askQuestion');
  await userEvent.type(askBox(), 'Question 1');
  await userEvent.dblClick(screen.getByRole('button', { name: 'Post Query' }));
  await waitFor(() => expect(api.of('askQuestion')).toHaveLength(1));
  expect(texts()).toEqual(['Question 1']);
  expect(screen.getByText('Sending…').getAttribute('role')).toBe('status');
  expect(askBox().value).toBe('');
});

it('a question is edited in its place, and meanwhile nothing new can be asked', async () => {
  const api = await renderDiscussion([question(1, own), question(2)]);
  await userEvent.click(cardOf('Question 1').getByRole('link', { name: 'Question 1' }));
  await userEvent.click(cardOf('Question 1').getByRole('button', { name: 'Edit' }));
  expect(screen.queryByRole('textbox', { name: 'Ask the batch' })).toBeNull();
  expect(screen.getByText(/You are editing a question below/)).toBeTruthy();
  const changed = question(1, { ...own, question: 'Question 10', editedAt: '2026-11-03T00:00:00.000Z' });
  api.reply('editQuestion', discussionOf([changed, question(2)]));
  const box = screen.getByRole('textbox', { name: 'Edit the question' });
  await userEvent.clear(box);
  await userEvent.type(box, 'Question 10');
  await userEvent.click(screen.getByRole('button', { name: 'Update Query' }));
  expect(api.of('editQuestion')).toMatchObject([
    {
      params: { s_id: student.s_id, id: '1' },
      body: { questionText: 'Question 10', originalText: 'Question 1' },
    },
  ]);
  await waitFor(() => expect(texts()).toEqual(['Question 2', 'Question 10']));
  expect(askBox()).toBeTruthy();
});

it('the focus is back on Edit when an edit ends', async () => {
  await renderDiscussion([question(1, own)]);
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
  await userEvent.keyboard('{Escape}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit' }));
});

it('what was typed in a cancelled edit can be restored', async () => {
  await renderDiscussion([question(1, own)]);
  const open = () => userEvent.click(screen.getByRole('button', { name: 'Edit' }));
  const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Edit the question' });
  await open();
  expect(screen.queryByRole('button', { name: 'Restore what you typed' })).toBeNull();
  await userEvent.type(box(), ' And how?');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await open();
  expect(box().value).toBe('Question 1');
  await userEvent.click(screen.getByRole('button', { name: 'Restore what you typed' }));
  expect(box().value).toBe('Question 1 And how?');
  expect(screen.queryByRole('button', { name: 'Restore what you typed' })).toBeNull();
});

it('an edit that is refused says so in its place, and is open again with its text', async () => {
  const api = await renderDiscussion([question(1, own)]);
  api.refuse('editQuestion', 404, { message: 'This question is not there any more.' });
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Edit the question' }), '!');
  await userEvent.click(screen.getByRole('button', { name: 'Update Query' }));
  expect((await screen.findByRole('alert')).textContent).toContain('This question is not there any more.');
  expect(texts()).toEqual(['Question 1']);
  await userEvent.click(screen.getByRole('button', { name: 'Change it' }));
  const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Edit the question' });
  await waitFor(() => expect(box.value).toBe('Question 1!'));
});

describe('an edit of what others have changed meanwhile', () => {
  const edit = async () => {
    const api = await renderDiscussion([question(1, own)]);
    api.replyConflict(
      'editQuestion',
      'This question was changed in the meantime. Your edit is not saved yet.',
      {
        text: 'Question 1, as the mentor has it',
        editedAt: '2026-11-03T00:00:00.000Z',
        author: 'Asha Kumari',
      },
    );
    await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
    const box = screen.getByRole('textbox', { name: 'Edit the question' });
    await userEvent.clear(box);
    await userEvent.type(box, 'Question 1, as I have it');
    await userEvent.click(screen.getByRole('button', { name: 'Update Query' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('This question was changed in the meantime.');
    expect(within(alert).getByText('Question 1, as the mentor has it')).toBeTruthy();
    expect(within(alert).getByText('Question 1, as I have it')).toBeTruthy();
    return api;
  };

  it('shows both texts, and sends mine over theirs where its author says so', async () => {
    const api = await edit();
    api.reply('editQuestion', discussionOf([question(1, { ...own, question: 'Question 1, as I have it' })]));
    await userEvent.click(screen.getByRole('button', { name: 'Save mine anyway' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    const [first, second] = api.of('editQuestion');
    expect(second?.body).toEqual({
      questionText: 'Question 1, as I have it',
      originalText: 'Question 1, as the mentor has it',
    });
    expect(second?.headers.get('Idempotency-Key')).not.toBe(first?.headers.get('Idempotency-Key'));
    expect(cards()[0]?.textContent).toContain('Question 1, as I have it');
  });

  it('keeps theirs where its author says so, and shows it', async () => {
    const api = await edit();
    await userEvent.click(screen.getByRole('button', { name: 'Keep the other version' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(cards()[0]?.textContent).toContain('Question 1, as the mentor has it');
    expect(cards()[0]?.textContent).not.toContain('as I have it');
    expect(api.of('editQuestion')).toHaveLength(1);
  });
});

it('an edit says which text it began from, also after a refresh brought another one', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const api = await renderDiscussion([question(1, own)]);
  const edited = discussionOf([question(1, { ...own, question: 'Question 1, corrected' }), question(2)]);
  api.reply('readDiscussion', edited);
  api.replyConflict('editQuestion', 'This question was changed in the meantime.', {
    text: 'Question 1, corrected',
    editedAt: '2026-11-03T00:00:00.000Z',
    author: 'Asha Kumari',
  });
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
  vi.setSystemTime(Date.now() + 61_000);
  fireEvent(document, new Event('visibilitychange'));
  await waitFor(() => expect(texts()).toContain('Question 2'));
  await userEvent.type(screen.getByRole('textbox', { name: 'Edit the question' }), '!');
  await userEvent.click(screen.getByRole('button', { name: 'Update Query' }));
  const alert = await screen.findByRole('alert');
  expect(api.of('editQuestion').map(({ body }) => body)).toEqual([
    { questionText: 'Question 1!', originalText: 'Question 1' },
  ]);
  expect(within(alert).getByText('Question 1, corrected')).toBeTruthy();
});

it('an edit that was taken back while its box is open again is sent', async () => {
  const api = await renderDiscussion([question(1, own)]);
  api.cutOff('editQuestion');
  const edit = () => userEvent.click(screen.getByRole('button', { name: 'Edit' }));
  await edit();
  await userEvent.type(screen.getByRole('textbox', { name: 'Edit the question' }), '!');
  await userEvent.click(screen.getByRole('button', { name: 'Update Query' }));
  await screen.findByRole('button', { name: 'Do not send it' });
  await edit();
  await userEvent.click(screen.getByRole('button', { name: 'Do not send it' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Do not send it' })).toBeNull());
  const sent = api.of('editQuestion').length;
  api.reply('editQuestion', discussionOf([question(1, { ...own, question: 'Question 1!' })]));
  await userEvent.click(screen.getByRole('button', { name: 'Update Query' }));
  await waitFor(() => expect(api.of('editQuestion')).toHaveLength(sent + 1));
  expect(api.of('editQuestion').at(-1)?.body).toEqual({
    questionText: 'Question 1!',
    originalText: 'Question 1',
  });
});

it('deleting asks first, and says how many comments go too', async () => {
  const api = await renderDiscussion([question(1, { ...own, comments: [comment(1), comment(2)] })]);
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  const dialog = screen.getByRole('alertdialog', { name: 'Delete this question?' });
  expect(dialog.textContent).toContain('This also deletes its 2 comments.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(api.requests).toEqual([]);
});

it('a deleted question is gone, and the focus is on what undoes it', async () => {
  const api = await renderDiscussion([question(1, own), question(2)]);
  api.reply('deleteQuestion', discussionOf([question(2)]));
  await userEvent.click(cardOf('Question 1').getByRole('link', { name: 'Question 1' }));
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(texts()).toEqual(['Question 2']));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Undo' }));
  expect(screen.getByText(/^The question was deleted\./).closest('[role=status]')).toBeTruthy();
});

it('a delete that is refused brings the question back, with the words', async () => {
  const api = await renderDiscussion([question(1, own)]);
  api.refuse('deleteQuestion', 403, { message: 'This is not yours.' });
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  expect((await screen.findByText('This is not yours.')).closest('[role=status]')).not.toBeNull();
  expect(cards()).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByText('This is not yours.')).toBeNull());
  expect(cards()).toHaveLength(1);
});

it('a favorite is shown before the server answers, and rolled back when it was not saved', async () => {
  const api = await renderDiscussion(questions(1, 1));
  const answer = Promise.withResolvers<undefined>();
  api.replyWith('favoriteQuestion', () => answer.promise, 204);
  const toggle = screen.getByRole('button', { name: 'Favorite' });
  await userEvent.click(toggle);
  expect(toggle.getAttribute('aria-pressed')).toBe('true');
  await act(async () => answer.resolve(undefined));
  expect(toggle.getAttribute('aria-pressed')).toBe('true');

  api.cutOff('unfavoriteQuestion');
  await userEvent.click(toggle);
  await screen.findByText(notSavedOffline);
  await waitFor(() => expect(toggle.getAttribute('aria-pressed')).toBe('true'));
});

it('an empty discussion invites the first question', async () => {
  await renderDiscussion([]);
  expect(screen.getByRole('heading', { name: 'Nobody has asked yet' })).toBeTruthy();
});

it('a tab that is shown again after a minute refreshes; sooner, and while hidden, it does not', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const api = await renderDiscussion(questions(1, 1));
  api.reply('readDiscussion', discussionOf(questions(1, 2)));
  const isHidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(false);
  const changeVisibility = () => act(async () => void fireEvent(document, new Event('visibilitychange')));
  vi.setSystemTime(Date.now() + 59_000);
  await changeVisibility();
  vi.setSystemTime(Date.now() + 2_000);
  isHidden.mockReturnValue(true);
  await changeVisibility();
  expect(api.of('readDiscussion')).toEqual([]);
  isHidden.mockReturnValue(false);
  await changeVisibility();
  await waitFor(() => expect(texts()).toEqual(['Question 2', 'Question 1']));
});
