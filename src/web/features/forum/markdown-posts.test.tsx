import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { comment, question } from '#support/discussion-fixtures';
import { askBox, cardOf, own, renderDiscussion } from '#support/render-discussion';

const written = {
  question: 'Why **not**?',
  format: 'markdown',
  html: '<p>Why <strong>not</strong>?</p>\n',
} as const;
const said = {
  ...comment(1, '*So* <b>'),
  format: 'markdown',
  html: '<p><em>So</em> &lt;b&gt;</p>\n',
} as const;

it('a question and its comments are shown as Markdown; what is plain shows its signs', async () => {
  await renderDiscussion([question(1, { ...written, comments: [said, comment(2, '*plain*')] })]);
  const card = cardOf('Why not?');
  expect(card.getByText('not').tagName).toBe('STRONG');
  const [first, second] = card.getAllByRole('listitem');
  expect(first?.querySelector('em')?.textContent).toBe('So');
  expect(first?.textContent).toContain('So <b>');
  expect(second?.textContent).toContain('*plain*');
});

it('an edit that waits shows the new words, not the HTML of the old ones', async () => {
  const api = await renderDiscussion([question(1, { ...written, ...own })]);
  api.cutOff('editQuestion');
  const card = cardOf('Why not?');
  await userEvent.click(card.getByRole('button', { name: 'Edit' }));
  const box = card.getByLabelText<HTMLTextAreaElement>('Edit the question');
  expect(box.value).toBe('Why **not**?');
  await userEvent.type(box, ' And when?');
  await userEvent.click(card.getByRole('button', { name: 'Update Query' }));
  await waitFor(() => expect(api.of('editQuestion')).not.toEqual([]));
  expect(api.of('editQuestion')[0]?.body).toEqual({
    questionText: 'Why **not**? And when?',
    originalText: 'Why **not**?',
  });
  await waitFor(() => expect(card.getByText('not').parentElement?.textContent).toBe('Why not? And when?'));
});

it('what is folded, and what is about to be deleted, has no signs', async () => {
  const folded = { ...written, question: 'Why **so**?', html: '<p>Why <strong>so</strong>?</p>\n' };
  await renderDiscussion([question(1, folded), question(2, { ...written, ...own })]);
  expect(cardOf('Why so?').getByRole('link', { name: 'Why so?' })).toBeTruthy();
  await userEvent.click(cardOf('Why not?').getByRole('button', { name: 'Delete' }));
  expect(within(await screen.findByRole('alertdialog')).getByText('Why not?')).toBeTruthy();
});

it('a question is sent as Markdown, and shown so while it waits', async () => {
  const api = await renderDiscussion([]);
  api.cutOff('askQuestion');
  await userEvent.type(askBox(), 'Why **not**?');
  await userEvent.click(screen.getByRole('button', { name: 'Post Query' }));
  await waitFor(() =>
    expect(api.of('askQuestion')[0]?.body).toEqual({ question: 'Why **not**?', format: 'markdown' }),
  );
  await waitFor(() => expect(screen.getByText('not').tagName).toBe('STRONG'));
});
