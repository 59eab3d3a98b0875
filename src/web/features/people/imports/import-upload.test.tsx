import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, onTestFinished } from 'vitest';
import type { ImportDetails } from '#contract/people/import-calls';
import { mockApi } from '#support/mock-api';
import { renderWithRouter } from '#support/render-screen';
import { setReauthPrompt } from '../../../lib/session/reauth-prompt.ts';
import { ImportUpload } from './import-upload.tsx';

const peopleImport: ImportDetails = {
  id: '7',
  file: 'people.csv',
  by: 'Office',
  made_at: '2026-11-22T10:00:00.000Z',
  state: 'read',
  imported_at: null,
  undone: null,
  brought: null,
  rows: 1_234,
  counts: { new: 0, changed: 0, unchanged: 0, wrong: 0 },
  headings: ['Email', 'Batch'],
  samples: [],
  columns: ['email', 'batch'],
  remembered: false,
  people_there: 9,
  must_type: null,
  check: null,
  has_scores: true,
  kept: 0,
};

it('shows how much of a spreadsheet has left, and what the portal does with it', async () => {
  const api = mockApi();
  const [uploaded, checked] = [
    Promise.withResolvers<ImportDetails>(),
    Promise.withResolvers<ImportDetails>(),
  ];
  let send = (_share: number): void => {};
  api.replyWith('uploadImport', ({ progress }) => ((send = progress), uploaded.promise), 201);
  api.replyWith('checkImport', () => checked.promise);
  await renderWithRouter(<ImportUpload />);
  const file = new File(['Email,Batch\n'], 'people.csv', { type: 'text/csv' });
  await userEvent.upload(screen.getByLabelText(/^Spreadsheet/), file);
  const percentOf = async (name: string) =>
    (await screen.findByRole('progressbar', { name })).getAttribute('aria-valuenow');

  act(() => send(0.4));
  await waitFor(async () => expect(await percentOf('Uploading')).toBe('40'));
  act(() => send(1));
  expect(await percentOf('Reading the rows')).toBeNull();
  uploaded.resolve(peopleImport);
  expect(await percentOf('Checking 1,234 rows')).toBeNull();
  checked.resolve({ ...peopleImport, state: 'checked' });
  expect((await screen.findByTestId('elsewhere')).textContent).toContain('/staff/intake/7');
  expect(api.of('uploadImport')[0]?.body).toMatchObject({
    sheet: '',
    file: expect.objectContaining({ name: 'people.csv' }),
  });
});

it('asks to log in when the session has ended, and goes on with the same file', async () => {
  const api = mockApi();
  api.refuse('uploadImport', 401, { code: 'signed_out' });
  const logIn = async () => {
    api.reply('uploadImport', peopleImport, 201);
    return true;
  };
  onTestFinished(setReauthPrompt(logIn));
  api.reply('checkImport', { ...peopleImport, state: 'checked' });
  await renderWithRouter(<ImportUpload />);
  const file = new File(['Email,Batch\n'], 'people.csv', { type: 'text/csv' });
  await userEvent.upload(screen.getByLabelText(/^Spreadsheet/), file);
  expect((await screen.findByTestId('elsewhere')).textContent).toContain('/staff/intake/7');
  expect(api.of('uploadImport')).toHaveLength(2);
});

it('asks which sheet of a workbook has the people, and sends the same file with it', async () => {
  const api = mockApi();
  const message = 'The workbook has several sheets. Choose the one with the people.';
  api.replyConflict('uploadImport', message, { sheets: ['Read me', 'Students'] });
  await renderWithRouter(<ImportUpload />);
  const file = new File(['PK'], 'people.xlsx');
  await userEvent.upload(screen.getByLabelText(/^Spreadsheet/), file);
  expect(await screen.findByText(message)).toBeTruthy();
  api.reply('uploadImport', peopleImport, 201);
  api.reply('checkImport', { ...peopleImport, state: 'checked' });
  await userEvent.click(screen.getByRole('button', { name: 'Students' }));
  expect((await screen.findByTestId('elsewhere')).textContent).toContain('/staff/intake/7');
  expect(api.of('uploadImport')[1]?.body).toMatchObject({ sheet: 'Students' });
});
