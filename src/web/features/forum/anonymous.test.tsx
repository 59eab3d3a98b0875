import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createElement } from 'react';
import { expect, it } from 'vitest';
import { limits } from '#contract/limits';
import { mentor } from '#support/contract-fixtures';
import { comment, discussionOf, question } from '#support/discussion-fixtures';
import { mockApi } from '#support/mock-api';
import { cardOf, own, renderDiscussion } from '#support/render-discussion';
import { renderWithRouter } from '#support/render-screen';
import { DiscussionView } from './discussion-view.tsx';

const nobody = {
  author: { name: 'Anonymous', online: false, role: 'student' as const },
  anonymous: true as const,
};
const tick = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /^Ask anonymously/ });

it('a question is asked without a name where that is ticked, and the next one with it again', async () => {
  const api = await renderDiscussion([question(1)]);
  api.reply(
    'askQuestion',
    discussionOf([question(1), question(2, { question: 'Too late?', anonymous: true })]),
    201,
  );
  await userEvent.type(screen.getByRole('textbox', { name: 'Ask the batch' }), 'Too late?');
  await userEvent.click(tick());
  await userEvent.click(screen.getByRole('button', { name: 'Post Query' }));
  await waitFor(() =>
    expect(api.of('askQuestion')).toMatchObject([{ body: { question: 'Too late?', anonymous: true } }]),
  );
  expect(tick().checked).toBe(false);
  await userEvent.type(screen.getByRole('textbox', { name: 'Ask the batch' }), 'And this?');
  await userEvent.click(screen.getByRole('button', { name: 'Post Query' }));
  await waitFor(() => expect(api.of('askQuestion')).toHaveLength(2));
  expect(api.of('askQuestion')[1]?.body).not.toHaveProperty('anonymous');
});

it('staff have no such tick', async () => {
  mockApi();
  await renderWithRouter(
    createElement(DiscussionView, {
      s_id: 'MERN-2026-11',
      user: mentor,
      newestPage: discussionOf([question(1)]),
      pageSize: limits.pageSize,
    }),
  );
  expect(screen.getByRole('textbox', { name: 'Ask the batch' })).toBeTruthy();
  expect(screen.queryByRole('checkbox', { name: /^Ask anonymously/ })).toBeNull();
});

const mine = { question: 'Mine?', anonymous: true as const, ...own };

it('classmates see Anonymous', async () => {
  await renderDiscussion([question(1, { question: 'Whose?', ...nobody })]);
  expect(cardOf('Whose?').getByText('Anonymous')).toBeTruthy();
  expect(cardOf('Whose?').queryByText(/^anonymous/)).toBeNull();
});

it('who sees the name is reminded that classmates do not', async () => {
  await renderDiscussion([question(1, mine)]);
  expect(cardOf('Mine?').getByText(/^anonymous/)).toBeTruthy();
});

it.each([
  ['below the own question the box says that a comment is anonymous too', mine, true],
  ['below another’s it does not', { question: 'Whose?', ...nobody }, false],
])('%s', async (_, fields, says) => {
  await renderDiscussion([question(1, { comments: [comment(1, 'So.')], ...fields })]);
  const card = cardOf(fields.question);
  await userEvent.type(card.getByRole('textbox', { name: 'Add a comment' }), 'Thanks');
  expect(card.queryByText(/You asked anonymously/) !== null).toBe(says);
});

it('with files the boxes say that classmates see their names', async () => {
  await renderDiscussion([question(1, { comments: [comment(1, 'So.')], ...mine })]);
  const file = '![asha.png](attachment:0123456789ABCDEFGHJKMNPQRS)';
  const says = 'Classmates can see the names of your files.';
  const ask = screen.getByRole('textbox', { name: 'Ask the batch' });
  await userEvent.click(ask);
  await userEvent.paste(file);
  expect(screen.queryByText(says)).toBeNull();
  await userEvent.click(tick());
  expect(screen.getByText(says)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Remove: asha.png' }));
  expect(screen.queryByText(says)).toBeNull();
  await userEvent.click(cardOf('Mine?').getByRole('textbox', { name: 'Add a comment' }));
  await userEvent.paste(file);
  expect(cardOf('Mine?').getByText(new RegExp(says))).toBeTruthy();
});
