import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { VivaRecord, VivaRecords } from '#contract/viva-hour/record-calls';
import { renderWithRouter } from '#support/render-screen';
import { OwnVivaRecords } from './own-viva-record.tsx';
import { VivaRecordPaper } from './viva-record.tsx';

const at = '2026-12-03T04:30:00.000Z';

const record: VivaRecord = {
  number: 'VIVA-2026-2',
  signed_at: at,
  replaces: 'VIVA-2026-1',
  replaced_by: null,
  academy: 'ICT Academy',
  batch: 'MERN-2026-11',
  viva: 2,
  student: { name: 'Asha Nair', email: 'asha@example.test' },
  project: 'Inventory',
  held_at: at,
  minutes: 20,
  form: 'video',
  place: 'Room 2',
  examiners: [
    { name: 'Kavitha Das', gave: true },
    { name: 'Ravi Menon', gave: true },
    { name: 'Devi Iyer', gave: false },
  ],
  questions: [
    { step: 'qa', text: 'Why SQLite?', answered: 'with-help' },
    { step: null, text: 'What was hard?', answered: 'fully' },
  ],
  confirmed_at: at,
  result: 79,
  comments: 'Well explained.',
  correction: { by: 'Meera Joseph', at, answer: 'The last answer was right.' },
  how: 'mean',
  papers: [
    {
      name: 'Kavitha Das',
      marks: 80,
      given_at: at,
      confirmed_at: at,
      points: [{ text: 'Introduction', most: 10, points: 8.25 }],
      words: 'Knows the code.',
      questions: [1, 2],
    },
    {
      name: 'Ravi Menon',
      marks: 68,
      given_at: at,
      confirmed_at: at,
      points: [{ text: 'Introduction', most: 10, points: 6 }],
      words: '',
      questions: [],
    },
  ],
  apart: 12,
  reason: 'The second heard less.',
  incidents: [{ at, text: 'The line was lost.', by: 'Kavitha Das' }],
  closed: { at, by: 'Office', reason: 'Ill since Monday.' },
};
const former: VivaRecord = {
  ...record,
  number: 'VIVA-2026-1',
  replaces: null,
  replaced_by: 'VIVA-2026-2',
  result: 74,
  correction: null,
};
const of: VivaRecords = {
  student: { s_id: 'asha@example.test', s_name: 'Asha Nair' },
  records: [record, former],
  marks: 79,
  signed: { fingerprint: 'ab:cd', check_at: 'https://portal.example.test/verify' },
};

it('says on one page who, when, what was asked and given, what came of it, and how it is checked', async () => {
  await renderWithRouter(<VivaRecordPaper all={of} record={record} />);
  const paper = screen.getByRole('article');
  for (const words of [
    'Viva record of Asha Nair',
    'VIVA-2026-2',
    'Video link (Room 2)',
    'Repeat (viva 2)',
    '79 out of 100',
    'The mean of the marks',
    '12 points apart: The second heard less.',
    'Meera Joseph changed the result in a mark review',
    'Devi Iyer gave no marks.',
    'Ill since Monday.',
    'Kavitha Das: Knows the code.',
    'The line was lost. (Kavitha Das)',
    'Well explained.',
    'ab:cd',
    'https://portal.example.test/verify',
  ])
    expect(paper.textContent).toContain(words);
  const row = within(screen.getByRole('table')).getByRole('row', { name: /Introduction \(10\)/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['8.25', '6']);
  const [first, second] = within(screen.getByRole('region', { name: 'Questions' })).getAllByRole('listitem');
  expect(first?.textContent).toBe('Why SQLite?With helpQ&A · Kavitha Das');
  expect(second?.textContent).toBe('What was hard?FullyKavitha Das');
  expect(screen.getByRole('link', { name: 'Signed file' }).getAttribute('href')).toBe(
    '/api/staff/vivas/asha%40example.test/records/VIVA-2026-2',
  );
  expect(screen.queryByText('This record was replaced')).toBeNull();
});

it('names what replaced a former record, and a mark that was changed since', async () => {
  const { unmount } = await renderWithRouter(<VivaRecordPaper all={of} record={former} />);
  expect(screen.getByText('This record was replaced')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'See VIVA-2026-2' }).getAttribute('href')).toBe(
    '/staff/vivas/asha%40example.test/record?number=VIVA-2026-2',
  );
  unmount();
  await renderWithRouter(<VivaRecordPaper all={{ ...of, marks: 90 }} record={record} />);
  expect(screen.getByText('The mark of the viva is now 90 out of 100')).toBeTruthy();
});

it('shows a student the result and each answer of the record that holds, and no examiner’s marks', async () => {
  await renderWithRouter(<OwnVivaRecords records={[record, former]} s_id="asha@example.test" />);
  const own = screen.getByRole('region', { name: 'Viva record VIVA-2026-2' });
  expect(own.textContent).toContain('79 out of 100');
  expect(own.textContent).toContain('Why SQLite?With helpQ&A');
  expect(own.textContent).not.toMatch(/80|68|Knows the code|heard less|line was lost/);
  expect(screen.queryByRole('region', { name: 'Viva record VIVA-2026-1' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Download your signed record' }).getAttribute('href')).toBe(
    '/api/students/vivaRecords/asha%40example.test/VIVA-2026-2',
  );
});
