import { act, fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { Discussion, Question, QuestionChange } from '#contract/forum/calls';
import { student } from '#support/contract-fixtures';
import { discussionOf, question, questions } from '#support/discussion-fixtures';
import { advanceClock, freezeClock, settle } from '#support/fake-clock';
import { press } from '#support/form-steps';
import { mockApi, type MockApi } from '#support/mock-api';
import { cardOf, own, texts } from '#support/render-discussion';
import { renderWithRouter } from '#support/render-screen';
import { openOutbox } from '../../../lib/outbox/outbox.ts';
import { DiscussionView } from '../discussion-view.tsx';

/** What the stream of changes tells while the forum is open. */

let api: MockApi;
let streams: EventTarget[];
beforeEach(async () => {
  freezeClock('2026-11-18T09:00:00.000Z');
  vi.stubEnv('DEV', false);
  vi.stubGlobal('BroadcastChannel', undefined);
  streams = [];
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      close = () => undefined;
      constructor() {
        super();
        streams.push(this);
      }
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  await openOutbox(student.s_id);
  api = mockApi();
});

const pageAt = (version: number, page: Question[]): Discussion => ({ ...discussionOf(page), version });

/** `Load` loads the page again, at version 9. */
async function open(...page: Question[]): Promise<void> {
  function Screen() {
    const [version, setVersion] = useState(1);
    const newestPage = pageAt(version, page);
    return (
      <>
        <button type="button" onClick={() => setVersion(9)}>
          Load
        </button>
        <DiscussionView s_id={student.s_id} user={student} newestPage={newestPage} pageSize={50} />
      </>
    );
  }
  await renderWithRouter(<Screen />);
}

function tell(version: number, id: number, change: QuestionChange['change'], answers_count = 0): void {
  const data = JSON.stringify({ _id: String(id), change, answers_count });
  streams.at(-1)?.dispatchEvent(new MessageEvent('question', { data, lastEventId: String(version) }));
}

const offered = () => screen.queryByRole('button', { name: /^Show \d/ })?.textContent;

it('an own question whose deletion was undone is no news', async () => {
  const mine = question(1, own);
  await open(mine, question(2));
  fireEvent.click(cardOf('Question 1').getByRole('link', { name: 'Question 1' }));
  api.reply('deleteQuestion', pageAt(2, []));
  press('Delete');
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await settle(() => screen.getByRole('button', { name: 'Undo' }));
  tell(2, 1, 'removed');
  await advanceClock(300);
  api.reply('undoQuestionDeletion', pageAt(3, [mine]));
  press('Undo');
  await settle(() => expect(texts()).toEqual(['Question 2', 'Question 1']));
  expect(offered()).toBeUndefined();
  tell(3, 1, 'changed');
  await advanceClock(300);
  expect(offered()).toBeUndefined();
});

it('a question that a mentor hid and shows again stays, with what it has now', async () => {
  await open(question(1), question(2));
  tell(2, 1, 'removed');
  await advanceClock(300);
  expect(offered()).toBe('Show 1 change');
  tell(3, 1, 'changed');
  await advanceClock(300);
  api.reply('readDiscussion', pageAt(3, questions(1, 2)));
  press('Show 1 change');
  await settle(() => expect(offered()).toBeUndefined());
  expect(texts()).toEqual(['Question 2', 'Question 1']);
});

it('what is told while a page is read is offered afterwards, if that page lacks it', async () => {
  await open(question(1));
  tell(2, 2, 'asked');
  await advanceClock(300);
  const answer = Promise.withResolvers<Discussion>();
  api.replyWith('readDiscussion', () => answer.promise);
  press('Show 1 new question');
  tell(3, 3, 'asked');
  tell(4, 4, 'asked');
  await advanceClock(300);
  await act(async () => answer.resolve(pageAt(3, questions(1, 3))));
  await settle(() => expect(texts()).toEqual(['Question 3', 'Question 2', 'Question 1']));
  expect(offered()).toBe('Show 1 new question');
});

it('the stream goes on while the screen is loaded again, whose newer page is not shown', async () => {
  await open(question(1));
  tell(2, 2, 'asked');
  press('Load');
  tell(3, 3, 'asked');
  await advanceClock(300);
  expect(offered()).toBe('Show 2 new questions');
  expect(streams).toHaveLength(1);
});

it('what is told of an older question while the newest page is read is offered afterwards', async () => {
  await open(question(1), question(2));
  tell(2, 3, 'asked');
  await advanceClock(300);
  const answer = Promise.withResolvers<Discussion>();
  api.replyWith('readDiscussion', () => answer.promise);
  press('Show 1 new question');
  tell(3, 1, 'changed');
  await advanceClock(300);
  await act(async () => answer.resolve({ ...pageAt(9, questions(2, 3)), more: true }));
  await settle(() => expect(texts()).toEqual(['Question 3', 'Question 2', 'Question 1']));
  expect(offered()).toBe('Show 1 change');
});
