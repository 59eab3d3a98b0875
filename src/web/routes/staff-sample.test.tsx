import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { mentor } from '#support/contract-fixtures';
import { press } from '#support/form-steps';
import { mockApi } from '#support/mock-api';
import { renderScreen } from '#support/render-screen';
import { readSession } from '../lib/session/session.ts';
import * as staffSample from './staff-sample.tsx';

const administrator = { ...mentor, role: 'administrator' as const };
const sample = {
  is_there: true,
  courses: ['Data Science'],
  batches: ['DSA-2026-10'],
  projects: [{ id: 'P006', name: 'Monsoon Rainfall' }],
  in_the_way: [],
};
const gone = { is_there: false, courses: [], batches: [], projects: [], in_the_way: [] };

it('names all that goes, removes it with one press, and then has nothing to remove', async () => {
  const api = mockApi();
  api.reply('readSample', sample);
  await renderScreen(staffSample, { path: '/staff/sample', user: administrator });
  const items = (await screen.findAllByRole('definition')).map(({ textContent }) => textContent);
  expect(items).toEqual(['Data Science', 'DSA-2026-10', 'P006 Monsoon Rainfall']);
  api.refuse('removeSample', 409, {
    message: 'The sample cannot be removed while it is in use: 1 student.',
  });
  press('Remove the sample');
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toContain('The sample cannot be removed'),
  );
  api.reply('removeSample', { message: 'The sample is removed.' });
  api.reply('readSample', gone);
  api.reply('readSession', { student: { ...administrator, batches: [] } });
  press('Remove the sample');
  expect(await screen.findByRole('heading', { name: 'No sample data' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Remove the sample' })).toBeNull();
  // The office's other screens offer the session's batches.
  expect((await readSession())?.batches).toEqual([]);
});

it('who lives in it is said in place of the press', async () => {
  const api = mockApi();
  api.reply('readSample', { ...sample, in_the_way: ['1 student is in DSA-2026-10'] });
  await renderScreen(staffSample, { path: '/staff/sample', user: administrator });
  expect((await screen.findByRole('note')).textContent).toContain('1 student is in DSA-2026-10');
  expect(screen.queryByRole('button', { name: 'Remove the sample' })).toBeNull();
});
