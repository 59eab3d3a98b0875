import { expect, test } from 'vitest';
import { readDates } from '../features/progress/dates-form.tsx';

const none = { 'week-1': null, 'week-2': null, 'week-3': null, 'week-4': null, final: null };

test('days, a day or neither for each task; an empty deadline is none', () => {
  const fields = { start: '2026-11-02', viva_deadline: '', 'week-1-days': ' 3 ', 'final-date': '2026-12-24' };
  expect(readDates(fields)).toEqual({
    original: undefined,
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

test('a changed field names what it began from, and older servers get the dates that were seen', () => {
  const shown = {
    start: '2026-11-02',
    viva_deadline: '',
    'week-1-days': '3',
    'week-1-date': '',
    extension_days: '',
  };
  const typed = {
    ...shown,
    'week-1-days': '',
    'week-1-date': '2026-12-01',
    viva_deadline: '2026-12-24T10:00',
  };
  expect(readDates({ ...typed, began: JSON.stringify(shown) })).toMatchObject({
    due: { ...none, 'week-1': { date: '2026-12-01' } },
    began: { viva_deadline: null, due: { ...none, 'week-1': { days: 3 } } },
    original: { start: '2026-11-02', viva_deadline: null, due: { ...none, 'week-1': { days: 3 } } },
  });
  expect(readDates({ ...shown, began: JSON.stringify(shown) }).began).toEqual({});
});

test('what a field began from is read also where days and a date met', () => {
  const began = { 'week-1-days': '3', 'week-1-date': '2026-12-01', start: '2026-11-02' };
  expect(readDates({ start: '2026-11-02', 'week-1-days': '5', began: JSON.stringify(began) }).began).toEqual({
    due: { ...none, 'week-1': { days: 3 } },
  });
});

test('a page of an earlier version sends the dates that it carries, or compares nothing', () => {
  const seen = { start: '2026-11-02', viva_deadline: null, due: none };
  expect(readDates({ original: JSON.stringify(seen) })).toMatchObject({ original: seen });
  expect(readDates({ original: '{' }).original).toBeUndefined();
});
