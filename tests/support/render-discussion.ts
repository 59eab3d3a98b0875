import { screen, within } from '@testing-library/react';
import { createElement, Fragment } from 'react';
import { userEvent } from '@testing-library/user-event';
import { onTestFinished, vi } from 'vitest';
import type { Question } from '#contract/forum/calls';
import { questionView } from '#contract/forum/question-view';
import { limits } from '#contract/limits';
import { DiscussionView } from '../../src/web/features/forum/discussion-view.tsx';
import { QuestionSearch } from '../../src/web/features/forum/search/question-search.tsx';
import { ScreenMessage } from '../../src/web/features/frame/screen-message.tsx';
import { removeDrafts } from '../../src/web/lib/forms/drafts.ts';
import { openOutbox } from '../../src/web/lib/outbox/outbox.ts';
import { student } from './contract-fixtures.ts';
import { discussionOf } from './discussion-fixtures.ts';
import { mockApi, type MockApi } from './mock-api.ts';
import { renderWithRouter } from './render-screen.ts';

/**
 * Renders a student's forum, with a page of questions that was loaded before.
 * @param given answers in place of a portal where nothing is like what is written
 * @param rest what else that page says
 */
export async function renderDiscussion(
  page: Question[],
  pageSize: number = limits.pageSize,
  given?: MockApi,
  rest = {},
) {
  const api = given ?? mockApi();
  // Whoever writes a longer text is shown what is like it.
  if (given === undefined) api.reply('findSimilarQuestions', { batch: student.batch, questions: [] });
  vi.stubEnv('DEV', false);
  await openOutbox(student.s_id);
  onTestFinished(removeDrafts);
  await renderWithRouter(
    createElement(
      Fragment,
      null,
      createElement(QuestionSearch, {
        s_id: student.s_id,
        batch: student.batch ?? '',
        view: questionView(new URLSearchParams()),
      }),
      createElement(DiscussionView, {
        s_id: student.s_id,
        user: student,
        newestPage: { ...discussionOf(page), ...rest },
        pageSize,
      }),
      createElement(ScreenMessage),
    ),
  );
  return api;
}

/** Opens the menu of a question or of its first comment, and returns what is in the card. */
export async function openMenu(text: string, noun: 'question' | 'comment' = 'question') {
  const card = cardOf(text);
  const [button] = card.getAllByRole('button', { name: `More for this ${noun}` });
  if (button?.getAttribute('aria-expanded') === 'false') await userEvent.click(button);
  return cardOf(text);
}
export const own = { can: { edit: true, delete: true } };
export const askBox = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Ask the batch' });
export const cards = () => [...document.querySelectorAll('article')];
export const cardOf = (text: string) => {
  const card = cards().find((one) => one.textContent?.includes(text));
  if (card === undefined) throw new Error(`No card has ${text}`);
  return within(card);
};
/** It comes once the fifty cards before it are rendered, a few at a time. */
export const olderButton = () =>
  screen.findByRole('button', { name: 'Show older questions' }, { timeout: 10_000 });
export const texts = () => cards().map((card) => /Question \d+/.exec(card.textContent ?? '')?.[0]);
