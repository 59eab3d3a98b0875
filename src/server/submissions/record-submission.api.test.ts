import { expect, test } from 'vitest';
import { makeStudentFixture, type StudentFixture } from '#support/student-fixture';
import { recordSubmission, type NewSubmission } from './record-submission.ts';

const submissionOf = ({ student }: StudentFixture): NewSubmission => ({
  accountId: student.id,
  task: 'week-1',
  links: '',
  comments: 'Mine',
  file: null,
  upload: null,
  declared: { declared: null, ai_use: null, ai_text: null },
  key: 'k',
});

test('two requests with one key that arrive here together get one row', async () => {
  const fixture = await makeStudentFixture(8);
  const submission = submissionOf(fixture);
  const rows = await Promise.all(
    Array.from({ length: 8 }, () => recordSubmission(fixture.context, submission)),
  );
  expect(new Set(rows.map(({ number }) => number)).size).toBe(1);
  expect(await fixture.rows()).toHaveLength(1);
});

test('the one with other content is refused', async () => {
  const fixture = await makeStudentFixture(8);
  const outcomes = await Promise.allSettled(
    ['Mine', 'Other'].map((comments) =>
      recordSubmission(fixture.context, { ...submissionOf(fixture), comments }),
    ),
  );
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { status: 409, code: 'conflict' },
  });
  expect(await fixture.rows()).toHaveLength(1);
});
