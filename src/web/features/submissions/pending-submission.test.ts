import { expect, test } from 'vitest';
import { nextPendingSubmission, decideResume, type PendingSubmission } from './pending-submission.ts';

const fields = { links: 'https://example.test', comments: '' };
const file = new File(['x'], 'x.txt', { lastModified: 1 });
const upload = { address: '/api/uploads/1', task: 'week-1' };
const withUpload = (attempt: PendingSubmission): PendingSubmission => ({ ...attempt, upload });

test('the same content keeps its key, also from other objects after a reload', () => {
  const first = nextPendingSubmission({ fields, file }, null, 0);
  const kept = JSON.parse(JSON.stringify(first)) as PendingSubmission;
  const same = new File(['x'], 'x.txt', { lastModified: 1 });
  const turned = { comments: '', links: 'https://example.test' };
  expect(nextPendingSubmission({ fields: turned, file: same }, kept, 5)).toEqual({ ...first, pressedAt: 5 });
});

test('another text, another file, and a receipt each make another key', () => {
  const first = nextPendingSubmission({ fields, file: null }, null, 0);
  const second = nextPendingSubmission({ fields: { ...fields, comments: 'more' }, file: null }, first, 0);
  const third = nextPendingSubmission({ fields, file }, first, 0);
  const fourth = nextPendingSubmission({ fields, file: null }, null, 0);
  expect(new Set([first, second, third, fourth].map(({ key }) => key)).size).toBe(4);
});

test('an upload belongs to its file, whatever else is changed', () => {
  const first = withUpload(nextPendingSubmission({ fields, file }, null, 0));
  const more = { ...fields, comments: 'more' };
  expect(nextPendingSubmission({ fields: more, file }, first, 0).upload).toEqual(upload);
  const other = new File(['y'], 'x.txt', { lastModified: 2 });
  expect(nextPendingSubmission({ fields, file: other }, first, 0).upload).toBeNull();
  expect(nextPendingSubmission({ fields, file: null }, first, 0).upload).toBeNull();
});

test('what was cut off goes on for an hour; later, or changed, it waits for its student', () => {
  const hour = 60 * 60_000;
  const content = { fields, file };
  const attempt = nextPendingSubmission(content, null, 0);
  expect(decideResume(content, attempt, hour - 1)).toBe('resume');
  expect(decideResume(content, attempt, hour)).toBe('notify');
  expect(decideResume({ ...content, file: null }, attempt, 1)).toBe('nothing');
  expect(decideResume(content, { ...attempt, isOn: false }, 1)).toBe('nothing');
  expect(decideResume(content, { ...attempt, isOn: false, upload }, 1)).toBe('notify');
  expect(decideResume(content, null, 1)).toBe('nothing');
});
