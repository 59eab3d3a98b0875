import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { MentoredBatch } from '#contract/progress/mentor-calls';
import { renderWithRouter } from '#support/render-screen';
import { MentoredBatches } from './mentored-batches.tsx';

const open = { batch: 'MERN-2026-11', others: 1, questions: 1, announcements: 2, marks: 11 };

const wordsOf = async (of: MentoredBatch) => {
  await renderWithRouter(<MentoredBatches batches={[of]} name="Kavitha Raj" />);
  return (await screen.findAllByRole('listitem', { hidden: true })).map(({ textContent }) => textContent);
};

it('says what becomes of open work before a mentor is taken off', async () => {
  expect(await wordsOf(open)).toEqual([
    '1 private question waits for an answer, and will wait for the other mentors.',
    '2 planned announcements will still be published.',
    '11 marks are not released. Another mentor or the office can release them.',
    'Marks, comments and posts stay. Requests for reviews and extensions stay with the batch.',
  ]);
  const button = screen.getByRole('button', { name: 'Take Kavitha Raj off MERN-2026-11', hidden: true });
  const began = button.closest('form')?.querySelector<HTMLInputElement>('[name=began]')?.value ?? '';
  expect(JSON.parse(began)).toEqual({ questions: 1, announcements: 2, marks: 11 });
});

it.each([
  [0, []],
  [1, ['1 student is assigned to this mentor, and will be assigned to nobody.']],
  [12, ['12 students are assigned to this mentor, and will be assigned to nobody.']],
])('says whose %i students become unassigned, and sends what it has shown', async (students, expected) => {
  const words = await wordsOf({ ...open, students });
  expect(words.filter((one) => one.includes('assigned'))).toEqual(expected);
  const began = document.querySelector<HTMLInputElement>('[name=began]')?.value ?? '';
  expect(JSON.parse(began)).toMatchObject({ students });
});

it('says where nobody is left', async () => {
  expect(await wordsOf({ ...open, others: 0, questions: 2, announcements: 0, marks: 0 })).toEqual([
    'Nobody else mentors this batch.',
    '2 private questions wait for an answer, and will wait for the office.',
    'Marks, comments and posts stay. Requests for reviews and extensions stay with the batch.',
  ]);
});
