import { expect, it } from 'vitest';
import { guessVivaColumns } from './viva-columns.ts';

it.each([
  ['Name|Time|Room|Examiners', 'name time room examiners'],
  [
    'Sl No|Email|Date|Time|Venue|Internal Examiner|External Examiner',
    '- email day time room examiners examiners',
  ],
  ['Student Name|Mobile No.|Viva date|From|To|Hall|Panel', 'name phone day time until room examiners'],
  ['Examiner email|Student|Date and time|Meeting link', 'examiners name time room'],
  ['First name|Last name|Slot|Project', 'name name time -'],
  ['Start time|End time|Student email', 'time until email'],
])('of %s', (headings, columns) =>
  expect(guessVivaColumns(headings.split('|')).map((field) => field ?? '-')).toEqual(columns.split(' ')),
);
