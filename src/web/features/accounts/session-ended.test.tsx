import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderWithRouter } from '#support/render-screen';
import { SessionEnded } from './session-ended.tsx';

it.each([
  ['a note', { act: 'add-note', text: 'Called on Monday.' }, 'Text'],
  ['an answer to a request', { act: 'answer-extension', words: 'Too late.' }, 'Answer to the student'],
  ['a request', { until: '2026-12-01', reason: 'I was ill.' }, 'Reason'],
])('gives back %s', async (_, values, label) => {
  await renderWithRouter(<SessionEnded values={values} />);
  expect(screen.getByText('Please copy what you typed, log in, and send it again.')).toBeTruthy();
  const fields = screen.getAllByRole<HTMLTextAreaElement>('textbox');
  expect(fields).toEqual([screen.getByLabelText(label)]);
  expect(fields[0]?.value).toBe(Object.values(values)[1]);
});
