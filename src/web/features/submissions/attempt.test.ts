import { expect, test } from 'vitest';
import { nextAttempt, whatToDo, type Attempt } from './attempt.ts';

const fields = { links: 'https://example.test', comments: '' };
const file = new File(['x'], 'x.txt', { lastModified: 1 });
const upload = { address: '/api/uploads/1', task: 'week-1' };
const withUpload = (attempt: Attempt): Attempt => ({ ...attempt, upload });

test('the same content keeps its key, also from other objects after a reload', () => {
  const first = nextAttempt({ fields, file }, null, 0);
  const kept = JSON.parse(JSON.stringify(first)) as Attempt;
  const same = new File(['x'], 'x.txt', { lastModified: 1 });
  const turned = { comments: '', links: 'https://example.test' };
  expect(nextAttempt({ fields: turned, file: same }, kept, 5)).toEqual({ ...first, pressedAt: 5 });
});

test('another text, another file, and a receipt each make another key', () => {
  const first = nextAttempt({ fields, file: null }, null, 0);
  const second = nextAttempt({ fields: { ...fields, comments: 'more' }, file: null }, first, 0);
  const third = nextAttempt({ fields, file }, first, 0);
  const fourth = nextAttempt({ fields, file: null }, null, 0);
  expect(new Set([first, second, third, fourth].map(({ key }) => key)).size).toBe(4);
});

test('an upload belongs to its file, whatever else is changed', () => {
  const first = withUpload(nextAttempt({ fields, file }, null, 0));
  const more = { ...fields, comments: 'more' };
  expect(nextAttempt({ fields: more, file }, first, 0).upload).toEqual(upload);
  const other = new File(['y'], 'x.txt', { lastModified: 2 });
  expect(nextAttempt({ fields, file: other }, first, 0).upload).toBeNull();
  expect(nextAttempt({ fields, file: null }, first, 0).upload).toBeNull();
});

test('what was cut off goes on for an hour; later, or changed, it waits for its student', () => {
  const hour = 60 * 60_000;
  const content = { fields, file };
  const attempt = nextAttempt(content, null, 0);
  expect(whatToDo(content, attempt, hour - 1)).toBe('go on');
  expect(whatToDo(content, attempt, hour)).toBe('say so');
  expect(whatToDo({ ...content, file: null }, attempt, 1)).toBe('nothing');
  expect(whatToDo(content, { ...attempt, isOn: false }, 1)).toBe('nothing');
  expect(whatToDo(content, { ...attempt, isOn: false, upload }, 1)).toBe('say so');
  expect(whatToDo(content, null, 1)).toBe('nothing');
});
