import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { discussionOf, question, questions } from '#support/discussion-fixtures';
import { askBox, cardOf, renderDiscussion } from '#support/render-discussion';

// What is fetched with the first preview is there: this is not about how long that takes.
beforeAll(async () => {
  await import('../../../lib/render-markdown.ts');
});

const preview = () => screen.findByRole('region', { name: 'Preview' });

it('a question is previewed as it will look and written on, by keyboard alone', async () => {
  const api = await renderDiscussion([]);
  expect(screen.queryByRole('button', { name: 'Preview' })).toBeNull();
  await userEvent.type(askBox(), 'Why **not**? <b>');
  screen.getByRole('button', { name: 'Preview' }).focus();
  await userEvent.keyboard('{Enter}');
  await waitFor(async () => expect((await preview()).querySelector('strong')?.textContent).toBe('not'));
  expect((await preview()).textContent).toContain('<b>');
  expect(screen.queryByRole('textbox', { name: 'Ask the batch' }), 'hidden meanwhile').toBeNull();
  await userEvent.keyboard('{Enter}');
  expect(screen.queryByRole('region', { name: 'Preview' })).toBeNull();
  expect(askBox().value).toBe('Why **not**? <b>');
  expect(document.activeElement?.textContent).toBe('Preview');
  expect(api.of('askQuestion')).toEqual([]);
});

it('what is previewed is sent as it was written, and the next text begins with writing', async () => {
  const api = await renderDiscussion(questions(1, 1));
  api.reply('answerQuestion', discussionOf(questions(1, 1)), 201);
  const field = () => screen.getByLabelText<HTMLTextAreaElement>('Add a comment');
  await userEvent.type(field(), '*So*');
  await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
  await waitFor(async () => expect((await preview()).querySelector('em')).not.toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Send the comment' }));
  await waitFor(() => expect(api.of('answerQuestion')).toMatchObject([{ body: { answer: '*So*' } }]));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Preview' })).toBeNull());
  await userEvent.type(field(), 'Next');
  expect(screen.queryByRole('region', { name: 'Preview' })).toBeNull();
});

it('an edit of a plain question is previewed as plain text', async () => {
  await renderDiscussion([question(1, { question: '*Old*', can: { edit: true, delete: false } })]);
  await userEvent.click(cardOf('*Old*').getByRole('button', { name: 'Edit' }));
  await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
  expect((await preview()).textContent).toBe('*Old*');
  expect((await preview()).querySelector('em')).toBeNull();
});
