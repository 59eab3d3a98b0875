import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Question } from '#contract/forum/calls';
import type { EndpointName } from '#contract/wire/endpoints';
import { student } from '#support/contract-fixtures';
import { comment, discussionOf, question, questions } from '#support/discussion-fixtures';
import { advanceClock, freezeClock, settle } from '#support/fake-clock';
import { press } from '#support/form-steps';
import { mockApi, type MockApi } from '#support/mock-api';
import { renderWithRouter } from '#support/render-screen';
import { removeDrafts } from '../../lib/forms/drafts.ts';
import { openOutbox } from '../../lib/outbox/outbox.ts';
import { notSavedOffline } from '../../lib/screen-message.ts';
import { ScreenMessage } from '../frame/screen-message.tsx';
import { DiscussionView } from './discussion-view.tsx';

/** What is sent in the forum while the portal is away. */

let api: MockApi;
beforeEach(async () => {
  freezeClock('2026-11-18T09:00:00.000Z');
  vi.stubEnv('DEV', false);
  await openOutbox(student.s_id);
  onTestFinished(removeDrafts);
  api = mockApi();
  const page = discussionOf([question(1, own)]);
  await renderWithRouter(
    <>
      <DiscussionView s_id={student.s_id} user={student} newestPage={page} pageSize={50} />
      <div data-testid="said">
        <ScreenMessage />
      </div>
    </>,
  );
});

const own = { can: { edit: true, delete: true } };
const said = () => screen.getByTestId('said').querySelector('p')?.textContent ?? null;
const box = (name: string) => screen.getByRole<HTMLTextAreaElement>('textbox', { name });
const type = (name: string, value: string) => fireEvent.change(box(name), { target: { value } });
const ask = (text: string) => {
  type('Ask the batch', text);
  press('Post Query');
};
const line = () => box('Ask the batch').closest<HTMLElement>('[data-line]')?.dataset['line'];
// Component tests have no storage: what waits lives as long as the page.
const byItself = /^Your post will be sent automatically/;
const waits = () => settle(() => screen.getByText(byItself));
const keysOf = (name: EndpointName) => api.of(name).map(({ headers }) => headers.get('Idempotency-Key'));

describe.each([
  ['a balancer says 500', () => api.breakDown(500, 'askQuestion')],
  ['a balancer says 502', () => api.breakDown(502, 'askQuestion')],
  ['a balancer says 504', () => api.breakDown(504, 'askQuestion')],
  ['there is no network', () => api.cutOff('askQuestion')],
])('while %s', (_, fail) => {
  it('a question says that it waits, and goes by itself, under one key', async () => {
    fail();
    ask('Question 2');
    await waits();
    expect(screen.getByText('The portal cannot be reached right now.')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getAllByRole('article')[0]?.textContent).toContain('Question 2');
    expect(box('Ask the batch').value).toBe('');
    api.reply('askQuestion', discussionOf(questions(1, 2)), 201);
    await advanceClock(2_500);
    await settle(() => expect(screen.queryByText(byItself)).toBeNull());
    expect(screen.getAllByRole('article')).toHaveLength(2);
    const keys = keysOf('askQuestion');
    expect(keys).toHaveLength(2);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(keys).size).toBe(1);
  });
});

it('a post behind another that cannot be sent says why it waits, and the box closes over both', async () => {
  api.cutOff('askQuestion');
  ask('Question 2');
  await waits();
  fireEvent.focus(box('Ask the batch'));
  ask('Question 3');
  await settle(() => expect(screen.getAllByText(byItself)).toHaveLength(2));
  expect(screen.queryByText('Sending…')).toBeNull();
  expect(line()).toBe('closed');
});

it('the box closes after a post, and opens for the next one, so that its button stays where it is', async () => {
  api.reply('askQuestion', discussionOf(questions(1, 2)), 201);
  fireEvent.focus(box('Ask the batch'));
  ask('Question 2');
  await settle(() => expect(line()).toBe('closed'));
  type('Ask the batch', 'Question 3');
  expect(line()).toBe('open');
});

it('a busy portal says so in its own words, and is not asked earlier than it says', async () => {
  api.refuse('askQuestion', 503, { message: 'Many are asking just now.', retryAfter: '7' });
  ask('Question 2');
  await settle(() => screen.getByText('Many are asking just now.'));
  api.reply('askQuestion', discussionOf(questions(1, 2)), 201);
  await advanceClock(6_900);
  expect(api.of('askQuestion')).toHaveLength(1);
  await advanceClock(2_000);
  await settle(() => expect(screen.getAllByRole('article')).toHaveLength(2));
});

it('the network’s return, and a review at the page, send at once', async () => {
  api.cutOff('askQuestion');
  ask('Question 2');
  await waits();
  fireEvent(document, new Event('visibilitychange'));
  await settle(() => expect(api.of('askQuestion')).toHaveLength(2));
  api.reply('askQuestion', discussionOf(questions(1, 2)), 201);
  await act(async () => window.dispatchEvent(new Event('online')));
  await settle(() => expect(screen.getAllByRole('article')).toHaveLength(2));
});

it('a fault that does not pass is an alert and goes on being tried; taken back, the text is in the box and keeps its key', async () => {
  api.refuse('askQuestion', 500, { message: 'Out of order.' });
  ask('Question 2');
  await waits();
  expect(screen.getByRole('alert').textContent).toContain('Out of order.');
  for (let minute = 0; minute < 20; minute++) await advanceClock(60_000);
  await waits();
  expect(api.of('askQuestion').length).toBeLessThanOrEqual(30);
  press('Do not send it');
  await settle(() => expect(box('Ask the batch').value).toBe('Question 2'));
  expect(screen.queryByText(byItself)).toBeNull();
  api.reply('askQuestion', discussionOf(questions(1, 2)), 201);
  press('Post Query');
  await settle(() => expect(screen.getAllByRole('article')).toHaveLength(2));
  await settle(() => expect(screen.queryByText('Sending…')).toBeNull());
  expect(new Set(keysOf('askQuestion')).size).toBe(1);
});

it('another text has another key, and so has the same text once it has arrived', async () => {
  api.cutOff('askQuestion');
  ask('Question 2');
  await waits();
  press('Do not send it');
  await settle(() => expect(box('Ask the batch').value).toBe('Question 2'));
  api.reply('askQuestion', discussionOf(questions(1, 2)), 201);
  ask('Question 2?');
  await settle(() => expect(api.of('askQuestion')).toHaveLength(2));
  await settle(() => expect(screen.queryByText('Sending…')).toBeNull());
  ask('Question 2?');
  await settle(() => expect(api.of('askQuestion')).toHaveLength(3));
  expect(new Set(keysOf('askQuestion')).size).toBe(3);
});

it('a refusal is none that passes', async () => {
  api.refuse('askQuestion', 400, { message: 'The question is too long' });
  ask('Question 2');
  await settle(() => expect(screen.getByRole('alert').textContent).toContain('The question is too long'));
  await advanceClock(600_000);
  expect(api.of('askQuestion')).toHaveLength(1);
});

it('a comment goes by itself, under one key', async () => {
  api.breakDown(502, 'answerQuestion');
  type('Add a comment', 'So.');
  fireEvent.keyDown(box('Add a comment'), { key: 'Enter' });
  await waits();
  api.reply('answerQuestion', discussionOf([question(1)]), 201);
  await advanceClock(2_500);
  await settle(() => expect(screen.queryByText(byItself)).toBeNull());
  expect(keysOf('answerQuestion')).toHaveLength(2);
  expect(new Set(keysOf('answerQuestion')).size).toBe(1);
});

it('what a reload brings before its answer is shown once, and an older equal text hides nothing', async () => {
  const look = async (comments: Question['comments'], ...others: Question[]) => {
    api.reply('readDiscussion', discussionOf([question(1, { ...own, comments }), ...others]));
    await advanceClock(60_000);
    fireEvent(document, new Event('visibilitychange'));
    await settle(() => expect(screen.getAllByText('So.')).toHaveLength(comments.length));
  };
  const older = { ...comment(1, 'So.'), ...own };
  await look([older]);
  api.keepWaiting('askQuestion', 'answerQuestion');
  ask('Question 2');
  type('Add a comment', 'So.');
  fireEvent.keyDown(box('Add a comment'), { key: 'Enter' });
  await settle(() => expect(screen.getAllByText('Sending…')).toHaveLength(2));
  await settle(() => expect(screen.getAllByText('So.')).toHaveLength(2));
  const stored = { ...own, createdAt: '2026-11-18T09:01:00.400Z' };
  await look([older, { ...comment(2, 'So.'), ...stored }], question(2, stored));
  await settle(() => expect(screen.queryByText('Sending…')).toBeNull());
  expect(screen.getAllByRole('article')).toHaveLength(2);
});

it('a favourite is shown at once, and not any more where it was not saved', async () => {
  api.cutOff('favoriteQuestion');
  press('Favorite');
  await settle(() => expect(api.of('favoriteQuestion')).toHaveLength(1));
  await settle(() => expect(said()).toBe(notSavedOffline));
  expect(screen.getByRole('button', { name: 'Favorite' }).getAttribute('aria-pressed')).toBe('false');
  await advanceClock(600_000);
  expect(api.of('favoriteQuestion'), 'it does not wait').toHaveLength(1);
  api.reply('favoriteQuestion', undefined);
  press('Favorite');
  expect(screen.getByRole('button', { name: 'Favorite' }).getAttribute('aria-pressed')).toBe('true');
  await settle(() => expect(api.of('favoriteQuestion')).toHaveLength(2));
  await settle(() => expect(said()).toBeNull());
  expect(screen.getByRole('button', { name: 'Favorite' }).getAttribute('aria-pressed')).toBe('true');
});

it('clicks on one switch arrive in their order', async () => {
  api.reply('favoriteQuestion', undefined);
  api.reply('unfavoriteQuestion', undefined);
  press('Favorite');
  press('Favorite');
  await settle(() => expect(api.of('unfavoriteQuestion')).toHaveLength(1));
  const calls = api.requests.map(({ name }) => name).filter((name) => name.endsWith('avoriteQuestion'));
  expect(calls).toEqual(['favoriteQuestion', 'unfavoriteQuestion']);
  await settle(() =>
    expect(screen.getByRole('button', { name: 'Favorite' }).getAttribute('aria-pressed')).toBe('false'),
  );
});

it('a question that could not be deleted is there again, and the screen says why', async () => {
  api.breakDown(502, 'deleteQuestion');
  press('Delete');
  await settle(() => screen.getByRole('alertdialog'));
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await settle(() => expect(api.of('deleteQuestion')).toHaveLength(1));
  await settle(() => expect(screen.queryByRole('article')).not.toBeNull());
  expect(said()).not.toBeNull();
  await advanceClock(60_000);
  expect(api.of('deleteQuestion')).toHaveLength(1);
});

it('what waits goes on though its box is gone', async () => {
  api.cutOff('askQuestion');
  ask('Question 2');
  await waits();
  press('Edit');
  api.reply('askQuestion', discussionOf(questions(1, 2)), 201);
  await advanceClock(600_000);
  expect(api.of('askQuestion')).toHaveLength(2);
});
