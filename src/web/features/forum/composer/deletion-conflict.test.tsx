import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { comment, discussionOf, question } from '#support/discussion-fixtures';
import { cardOf, own, renderDiscussion } from '#support/render-discussion';

const message = 'This was edited in the meantime. It is not deleted yet.';
const current = {
  text: 'As **Asha** has it',
  html: '<p>As <strong>Asha</strong> has it</p>',
  editedAt: '2026-11-03T00:00:00.000Z',
  author: 'Asha Kumari',
  format: 'markdown',
};
const mine = { ...comment(7, 'A comment'), ...own };
const asked = question(1, { ...own, question: 'Why?', comments: [mine] });

const posts = {
  question: {
    call: 'deleteQuestion',
    seen: 'Why?',
    async remove() {
      const [button] = screen.getAllByRole('button', { name: 'Delete' });
      await userEvent.click(button as HTMLElement);
      const dialog = within(screen.getByRole('alertdialog'));
      await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    },
  },
  comment: {
    call: 'deleteComment',
    seen: 'A comment',
    async remove() {
      const [, button] = screen.getAllByRole('button', { name: 'Delete' });
      await userEvent.click(button as HTMLElement);
    },
  },
} as const;

/** A deletion that meets a text that nobody has seen here. */
async function meetNewer(noun: keyof typeof posts) {
  const { call, remove } = posts[noun];
  const api = await renderDiscussion([asked]);
  api.replyConflict(call, message, current);
  await remove();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(message);
  expect(within(alert).getByText('Asha').tagName, 'as the forum shows it').toBe('STRONG');
  expect(api.of(call).map(({ body }) => body)).toEqual([{ began: { text: posts[noun].seen } }]);
  return { api, alert: within(alert) };
}

it.each(['question', 'comment'] as const)(
  'a %s that was edited meanwhile is deleted once the new text was seen',
  async (noun) => {
    const { api, alert } = await meetNewer(noun);
    const { call } = posts[noun];
    api.reply(call, discussionOf(noun === 'question' ? [] : [{ ...asked, comments: [] }]));
    await userEvent.click(alert.getByRole('button', { name: 'Delete it anyway' }));
    await waitFor(() => expect(api.of(call)).toHaveLength(2));
    const [first, second] = api.of(call);
    expect(second?.body).toEqual({ began: { text: current.text } });
    // Another content is another request.
    expect(second?.headers.get('idempotency-key')).not.toBe(first?.headers.get('idempotency-key'));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(screen.queryByText(noun === 'question' ? 'Why?' : 'A comment')).toBeNull();
  },
);

it.each(['question', 'comment'] as const)('a %s that is kept shows the new text', async (noun) => {
  const { api, alert } = await meetNewer(noun);
  await userEvent.click(alert.getByRole('button', { name: 'Keep it' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  const card = cardOf(noun === 'question' ? 'A comment' : 'Why?');
  expect((await card.findByText('Asha', { selector: 'strong' })).textContent).toBe('Asha');
  expect(card.queryByText(posts[noun].seen)).toBeNull();
  expect(api.of(posts[noun].call)).toHaveLength(1);
});

it('a deletion that is refused for another reason is no conflict', async () => {
  const api = await renderDiscussion([asked]);
  api.refuse('deleteQuestion', 403, { message: 'This is not yours.' });
  await posts.question.remove();
  expect(await screen.findByText('This is not yours.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Delete it anyway' })).toBeNull();
});
