import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi, type MockInstance } from 'vitest';
import { markingShares, mentor, student } from '#support/contract-fixtures';
import { discussionOf, questions } from '#support/discussion-fixtures';
import { mockApi } from '#support/mock-api';
import { renderScreen } from '#support/render-screen';
import * as discussion from '../../routes/discussion.tsx';
import * as question from '../../routes/question.tsx';
import * as staffBatch from '../../routes/staff-batch.tsx';
import * as staff from '../../routes/staff.tsx';

let left: MockInstance<(address: string) => void>;
beforeEach(() => {
  left = vi.spyOn(location, 'assign').mockImplementation(() => {});
});

const former = 'MERN-2026-11';
const onForum = { path: '/discussion/:batch', at: `/discussion/${former}` };
const onQuestion = { path: '/discussion/:batch/:id', at: '/discussion/OLD/12?hidden=7' };

// The batch's name is another one already, and the browser may have heard of it or not.
it.each([
  ['a student’s forum', discussion, { ...onForum, user: student }],
  ['a mentor’s forum', discussion, { ...onForum, user: mentor }],
  ['a notice’s question', question, { ...onQuestion, user: student }],
  ['a notice’s question, for staff', question, { ...onQuestion, user: mentor }],
  ['a batch', staffBatch, { path: '/staff/batches/:batch', at: '/staff/batches/OLD', user: mentor }],
  ['the marking desk', staff, { path: '/staff', at: '/staff?batch=OLD&task=viva', user: mentor }],
] as const)('%s under a former name is loaded as a document', async (_, module, address) => {
  const api = mockApi();
  api.reply('listBatchAnnouncements', []);
  api.reply('listPlannedAnnouncements', []);
  api.reply('readDiscussion', { ...discussionOf(questions(1, 1)), batch: 'Full Stack' });
  api.reply('listHiddenPosts', { posts: [] });
  api.reply('listExtensionRequests', []);
  api.reply('readMarkingShares', markingShares());
  api.leadOn(address.at);
  await renderScreen(module, address);
  await vi.waitFor(() => expect(left).toHaveBeenCalledWith(`http://localhost${address.at}`));
  // The frame asks as the screen does.
  expect(new Set(left.mock.calls.flat())).toEqual(new Set([`http://localhost${address.at}`]));
  expect(screen.queryByText('This forum belongs to another batch')).toBeNull();
});

it('where the portal leads nowhere the screen says what it is', async () => {
  const api = mockApi();
  api.reply('listBatchAnnouncements', []);
  api.reply('readDiscussion', { ...discussionOf(questions(1, 1)), batch: 'Full Stack' });
  await renderScreen(discussion, { ...onForum, user: student });
  expect(await screen.findByRole('heading', { name: 'This forum belongs to another batch' })).toBeTruthy();
  expect(left).not.toHaveBeenCalled();
});
