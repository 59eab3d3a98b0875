import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { Question } from '#contract/forum/calls';
import { comment, question } from '#support/discussion-fixtures';
import { mockApi } from '#support/mock-api';
import { mockIntersections } from '#support/mock-intersections';
import { renderWithRouter } from '#support/render-screen';
import { CallError } from '../../lib/calls/call-error.ts';
import { QuestionCard } from './question-card.tsx';

async function renderCard(shown: Question, given: { isEditing?: boolean; announceTo?: string } = {}) {
  const actions = {
    ask: vi.fn(async (..._given: unknown[]) => 'id'),
    comment: vi.fn(async (..._given: unknown[]) => 'id'),
    edit: vi.fn(async (..._given: unknown[]) => 'id'),
    remove: vi.fn(async (..._given: unknown[]) => 'id'),
    favorite: vi.fn(async (..._given: unknown[]) => 'id'),
    markAnswer: vi.fn(async (..._given: unknown[]) => 'id'),
    markUnread: vi.fn(async (..._given: unknown[]) => 'id'),
    mute: vi.fn(async (..._given: unknown[]) => 'id'),
    showEarlier: vi.fn(async (..._given: unknown[]) => {}),
    report: vi.fn(async () => ({ already_reported: false })),
    moderate: vi.fn(async (..._given: unknown[]) => {}),
    showText: vi.fn(),
    showCommentText: vi.fn(),
    readHistory: vi.fn(async () => ({ texts: [] })),
    undoRemoval: vi.fn(async (..._given: unknown[]) => 'id'),
    editComment: vi.fn(async (..._given: unknown[]) => 'id'),
    removeComment: vi.fn(async (..._given: unknown[]) => 'id'),
    undoCommentRemoval: vi.fn(async (..._given: unknown[]) => 'id'),
    attach: vi.fn(),
    view: vi.fn(async () => undefined),
  };
  const onEdit = vi.fn();
  const onDelete = vi.fn();
  const view = await renderWithRouter(
    <QuestionCard
      question={shown}
      isEditing={given.isEditing ?? false}
      actions={actions}
      onEdit={onEdit}
      onDelete={onDelete}
      onMarkUnread={vi.fn()}
      onSay={vi.fn()}
      onHidden={vi.fn()}
      onPinned={vi.fn()}
      announceTo={given.announceTo ?? null}
      account={`draft of ${expect.getState().currentTestName}`}
    />,
  );
  return { ...view, actions, onEdit, onDelete };
}

const textOf = (element: HTMLElement) => (element as HTMLTextAreaElement).value;

it.each([
  [{ edit: false, delete: false }, []],
  [{ edit: true, delete: false }, ['Edit']],
  [{ edit: false, delete: true }, ['Delete']],
  [{ edit: true, delete: true }, ['Edit', 'Delete']],
])('with can %o it offers %o', async (can, offered) => {
  await renderCard(question(1, { can }));
  const names = screen.getAllByRole('button').map((button) => button.textContent ?? '');
  expect(names.filter((name) => name === 'Edit' || name === 'Delete')).toEqual(offered);
});

it('Edit and Delete tell which question is meant', async () => {
  const shown = question(7, { can: { edit: true, delete: true } });
  const { onEdit, onDelete } = await renderCard(shown);
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
  expect(onEdit).toHaveBeenCalledExactlyOnceWith('7');
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  expect(onDelete).toHaveBeenCalledExactlyOnceWith(shown);
});

it('while editing, the composer has the text and the focus, and its button reads Update Query', async () => {
  const { actions, onEdit } = await renderCard(
    question(1, { question: 'Why?', can: { edit: true, delete: true } }),
    {
      isEditing: true,
    },
  );
  const box = screen.getByRole('textbox', { name: 'Edit the question' });
  expect(textOf(box)).toBe('Why?');
  expect(document.activeElement).toBe(box);
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
  await userEvent.type(box, ' And how? ');
  await userEvent.click(screen.getByRole('button', { name: 'Update Query' }));
  expect(actions.edit).toHaveBeenCalledExactlyOnceWith(
    '1',
    { questionText: 'Why? And how?', originalText: 'Why?' },
    expect.objectContaining({ [`draft of ${expect.getState().currentTestName} edit 1`]: 'Why? And how? ' }),
  );
  expect(onEdit).toHaveBeenCalledExactlyOnceWith(null);
});

it.each(['', ' '])('an edit that changes nothing but "%s" sends nothing, and ends', async (typed) => {
  const asked = question(1, { question: 'Why?', can: { edit: true, delete: true } });
  const { actions, onEdit } = await renderCard(asked, { isEditing: true });
  if (typed !== '') await userEvent.type(screen.getByRole('textbox', { name: 'Edit the question' }), typed);
  await userEvent.click(screen.getByRole('button', { name: 'Update Query' }));
  expect(actions.edit).not.toHaveBeenCalled();
  expect(onEdit).toHaveBeenCalledExactlyOnceWith(null);
});

it('Escape leaves a changed edit open with its text, and ends an unchanged one; Cancel ends either', async () => {
  const { actions, onEdit } = await renderCard(question(1, { question: 'Why?' }), { isEditing: true });
  const box = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Edit the question' });
  await userEvent.type(box, '!{Escape}{Escape}');
  expect([box.value, document.activeElement?.textContent]).toEqual(['Why?!', 'Cancel']);
  expect(onEdit).not.toHaveBeenCalled();
  await userEvent.type(box, '{Backspace}{Escape}');
  expect(onEdit).toHaveBeenCalledExactlyOnceWith(null);
  await userEvent.type(box, '!');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onEdit).toHaveBeenCalledTimes(2);
  expect(actions.edit).not.toHaveBeenCalled();
});

it('Enter sends a comment trimmed and empties the field; Shift and Enter start a line', async () => {
  const { actions } = await renderCard(question(1));
  const box = screen.getByRole('textbox', { name: 'Add a comment' });
  await userEvent.type(box, ' One{Shift>}{Enter}{/Shift}two {Enter}');
  expect(actions.comment).toHaveBeenCalledExactlyOnceWith('1', 'One\ntwo', {
    [`draft of ${expect.getState().currentTestName} comment 1`]: ' One\ntwo ',
  });
  await waitFor(() => expect(textOf(box)).toBe(''));
});

it('an empty comment is not sent, neither by Enter nor by the button', async () => {
  const { actions } = await renderCard(question(1));
  await userEvent.type(screen.getByRole('textbox', { name: 'Add a comment' }), '  {Enter}');
  await userEvent.click(screen.getByRole('button', { name: 'Send the comment' }));
  expect(actions.comment).not.toHaveBeenCalled();
});

it('a comment that could not be sent stays in the field, beside the reason', async () => {
  const { actions } = await renderCard(question(1));
  actions.comment.mockRejectedValueOnce(new CallError(503, 'unavailable', 'The portal is busy.'));
  const box = screen.getByRole('textbox', { name: 'Add a comment' });
  await userEvent.type(box, 'Hello{Enter}');
  expect(screen.getByRole('alert').textContent).toContain('The portal is busy.');
  expect(textOf(box)).toBe('Hello');
  await userEvent.type(box, '{Enter}');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(textOf(box)).toBe('');
});

it('a comment that meets an ended session offers the way back in', async () => {
  const { actions } = await renderCard(question(1));
  actions.comment.mockRejectedValueOnce(new CallError(401, 'signed_out', 'Please log in.'));
  await userEvent.type(screen.getByRole('textbox', { name: 'Add a comment' }), 'Hello{Enter}');
  expect(screen.getByRole('link', { name: 'Log in again' }).getAttribute('href')).toBe('/login?next=%2F');
});

it('the favorite toggle is pressed for a favorite, and asks for the opposite', async () => {
  const { actions } = await renderCard(question(1, { isFavorite: true }));
  await userEvent.click(screen.getByRole('button', { name: 'Favorite', pressed: true }));
  expect(actions.favorite).toHaveBeenCalledExactlyOnceWith('1', false);
});

it.each([
  [0, '0 views'],
  [1, '1 view'],
  [2, '2 views'],
])('%i views read %s', async (views, text) => {
  await renderCard(question(1, { views }));
  expect(screen.getByText(text)).toBeTruthy();
});

it('an edited question says so', async () => {
  await renderCard(question(1, { editedAt: '2026-11-03T00:00:00.000Z' }));
  expect(screen.getByRole('article').textContent).toContain('· edited');
});

it('the author has a title only as staff, and is marked only while online', async () => {
  const staff = { name: 'Ravi Menon', role: 'mentor', online: true } as const;
  await renderCard(question(1, { author: staff, comments: [comment(1)] }));
  expect(screen.getByRole('heading', { level: 3 }).textContent).toBe('Question by Ravi Menon');
  expect(screen.getByText('Ravi Menon').parentElement?.textContent).toBe('Ravi MenonMentoronline');
  expect(screen.getByRole('listitem').textContent).toMatch(/^Asha Kumari(?!Mentor|Academy|online)/);
});

it('up to ten comments are shown; of more the last five, until all are asked for', async () => {
  const comments = (count: number) => Array.from({ length: count }, (_, index) => comment(index + 1));
  const { unmount } = await renderCard(question(1, { comments: comments(10) }));
  expect(screen.getAllByRole('listitem')).toHaveLength(10);
  unmount();
  await renderCard(question(1, { comments: comments(11) }));
  const shown = () =>
    screen.getAllByRole('listitem').map((item) => /Comment \d+/.exec(item.textContent ?? '')?.[0]);
  expect(shown()).toEqual([7, 8, 9, 10, 11].map((id) => `Comment ${id}`));
  await userEvent.click(screen.getByRole('button', { name: 'Show 6 earlier comments' }));
  expect(shown()).toEqual(comments(11).map(({ text }) => text));
});

it('its element is tracked for views, as long as it is there', async () => {
  const { observed } = mockIntersections();
  const { unmount } = await renderCard(question(3));
  expect([...observed.keys()]).toEqual([screen.getByRole('article')]);
  unmount();
  expect(observed.size).toBe(0);
});

it('a mentor announces the answer with one press, and is told until when', async () => {
  const api = mockApi();
  const sent = {
    id: '1',
    text: '',
    author: 'Meera',
    created_at: '2026-11-02T00:00:00.000Z',
    seen_by: 0,
    told: 9,
  };
  api.reply('publishAnnouncement', { ...sent, pinned_until: '2026-11-30T18:29:59.999Z' }, 201);
  const solved = question(1, {
    question: 'Why?',
    comments: [comment(2, 'So.')],
    solution: comment(2, 'So.'),
  });
  await renderCard(solved, { announceTo: 'MERN-2026-11' });
  await userEvent.click(screen.getByRole('button', { name: 'Announce it' }));
  await screen.findByText(/^Announced to MERN-2026-11 until/);
  const told = document.activeElement as HTMLElement;
  expect(told.textContent).toMatch(/^Announced to MERN-2026-11 until/);
  expect(within(told).getByRole('link').getAttribute('href')).toBe('/staff/batches/MERN-2026-11');
  const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
  expect(api.of('publishAnnouncement')).toMatchObject([
    { params: { batch: 'MERN-2026-11' }, body: { text: 'Why?\n\nSo.', until: day } },
  ]);
  expect(api.of('publishAnnouncement')[0]?.headers.get('idempotency-key')).toBeTruthy();
});
