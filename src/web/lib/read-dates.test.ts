import { expect, test } from 'vitest';
import { readDates, readOriginal } from '../features/progress/dates-form.tsx';

const none = { 'week-1': null, 'week-2': null, 'week-3': null, 'week-4': null, final: null };

test('days, a day or neither for each task; an empty deadline is none', () => {
  const fields = { start: '2026-11-02', viva_deadline: '', 'week-1-days': ' 3 ', 'final-date': '2026-12-24' };
  expect(readDates(fields)).toEqual({
    start: '2026-11-02',
    viva_deadline: null,
    due: { ...none, 'week-1': { days: 3 }, final: { date: '2026-12-24' } },
  });
});

test('days of an automatic extension are set, ended where the field is empty, and unchanged without it', () => {
  expect(readDates({ extension_days: ' 3 ' })).toMatchObject({ extension_days: 3 });
  expect(readDates({ extension_days: '' })).toMatchObject({ extension_days: null });
  expect(readDates({})).not.toHaveProperty('extension_days');
});

test('both for one task are refused at their field', () => {
  const invalid = [{ field: 'week-2-date', message: 'Enter days after the opening or a date, not both' }];
  const read = () => readDates({ 'week-2-days': '3', 'week-2-date': '2026-12-24' });
  expect(read).toThrow(expect.objectContaining({ invalid }));
});

test('what was seen comes back; what cannot be read is not compared', () => {
  const seen = { start: '2026-11-02', viva_deadline: null, due: none };
  expect(readOriginal({ original: JSON.stringify(seen) })).toEqual(seen);
  expect(readOriginal({ original: '{' })).toBeUndefined();
});
