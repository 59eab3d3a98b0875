import { expect, test } from 'vitest';
import { makeStudentFixture, type StudentFixture } from '#support/student-fixture';
import { recordSubmission, type HandedIn } from './record-submission.ts';

const handedInBy = ({ student }: StudentFixture): HandedIn => ({
  accountId: student.id,
  task: 'week-1',
  links: '',
  comments: 'Mine',
  file: null,
  upload: null,
  key: 'k',
});

test('two requests with one key that arrive here together get one row', async () => {
  const desk = await makeStudentFixture(8);
  const handedIn = handedInBy(desk);
  const rows = await Promise.all(Array.from({ length: 8 }, () => recordSubmission(desk.context, handedIn)));
  expect(new Set(rows.map(({ number }) => number)).size).toBe(1);
  expect(await desk.rows()).toHaveLength(1);
});

test('the one with other content is refused', async () => {
  const desk = await makeStudentFixture(8);
  const outcomes = await Promise.allSettled(
    ['Mine', 'Other'].map((comments) => recordSubmission(desk.context, { ...handedInBy(desk), comments })),
  );
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { status: 409, code: 'conflict' },
  });
  expect(await desk.rows()).toHaveLength(1);
});
