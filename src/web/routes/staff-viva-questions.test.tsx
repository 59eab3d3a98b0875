import { fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { StoredBank } from '#contract/projects/viva-bank-calls';
import { mentor } from '#support/contract-fixtures';
import { settle } from '#support/fake-clock';
import { mockApi, type MockApi } from '#support/mock-api';
import { renderScreen } from '#support/render-screen';
import { openDrafts, removeDrafts } from '../lib/forms/drafts.ts';
import * as staffVivaQuestions from './staff-viva-questions.tsx';

const bank: StoredBank = {
  project: { id: 'P003', name: 'Boats', course: 'Web Development' },
  introduction: ['Who is it for?', 'Why now?'],
  methodology: [],
  findings: [],
  challenges: [],
  qa: [],
  conclusion: [],
  samples: ['What was hard?'],
  bring: 'A laptop.',
};

let api: MockApi;
beforeEach(async () => {
  await openDrafts(mentor.s_id);
  await removeDrafts();
  api = mockApi();
  api.reply('readVivaBank', bank);
});

const open = async () => {
  await renderScreen(staffVivaQuestions, {
    path: '/staff/projects/:p_id/questions',
    at: '/staff/projects/P003/questions',
    user: mentor,
  });
  await settle(() => screen.getByRole('heading', { level: 1, name: 'Viva questions for Boats' }));
};
const field = (label: string) => screen.getByLabelText<HTMLTextAreaElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save questions' }));

it('shows a question a line, and sends what changed with what it began from', async () => {
  await open();
  expect(field('Introduction').value).toBe('Who is it for?\nWhy now?');
  expect(field('Bring with you').value).toBe('A laptop.');
  type('Q&A', '  What does `await` do?\n\n Why?  \n');
  api.reply('changeVivaBank', { ...bank, qa: ['What does `await` do?', 'Why?'] });
  await save();
  const { project: _, ...lists } = bank;
  await settle(() => expect(api.of('changeVivaBank')).toHaveLength(1));
  expect(api.of('changeVivaBank')[0]).toMatchObject({
    params: { p_id: 'P003' },
    body: { ...lists, qa: ['What does `await` do?', 'Why?'], began: { qa: [] } },
  });
});

it('shows a colleague’s questions beside one’s own before anything is overwritten', async () => {
  await open();
  type('Introduction', 'Mine?');
  const message = 'These questions were changed in the meantime. Your version is not saved yet.';
  api.replyConflict('changeVivaBank', message, { ...bank, introduction: ['Theirs?'] });
  await save();
  await settle(() => screen.getByText(message));
  expect(screen.getByText('Theirs?')).toBeTruthy();
  expect(field('Introduction').value).toBe('Mine?');
});

it('says at its field what does not fit', async () => {
  await open();
  type('Sample questions', '1\n2\n3\n4');
  api.refuse('changeVivaBank', 400, {
    message: 'At most 3 questions fit here',
    fields: [{ name: 'samples', message: 'At most 3 questions fit here' }],
  });
  await save();
  await settle(() => expect(field('Sample questions').getAttribute('aria-invalid')).toBe('true'));
});
