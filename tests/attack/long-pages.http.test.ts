import { expect, test } from 'vitest';
import { limits } from '#contract/limits';
import { buildComments, buildMentor, buildQuestion, buildStudent, buildSubmission } from '#support/factories';
import { makeStudentFixture } from '#support/student-fixture';
import { webBuild } from '#support/web-build';

/** Whoever writes as much as they may gains no page of megabytes, and none that costs more than others to render. */

const addresses = 'http://a/ '.repeat(limits.submissionText / 10);
const brackets = '('.repeat(limits.submissionText / 2) + ')'.repeat(limits.submissionText / 2);

async function withLongTexts() {
  const fixture = await makeStudentFixture(29, { app: { pages: webBuild() } });
  const { context, student } = fixture;
  const mentor = await buildMentor(context, [student.batch_id as number]);
  for (let version = 1; version <= 20; version++) {
    const text = version % 2 === 0 ? addresses : brackets;
    await buildSubmission(context, { account_id: student.id, version, links: text, comments: text });
  }
  const open = async (url: string, account: { id: number }) => {
    const { body, statusCode } = await fixture.app.inject({
      url,
      headers: { cookie: await fixture.cookieOf(account) },
    });
    expect(statusCode).toBe(200);
    return body;
  };
  return { ...fixture, mentor, open };
}

const count = (body: string, part: string) => body.split(part).length - 1;

test('a page of one’s own submissions that stalls everybody', async () => {
  const { open, student } = await withLongTexts();
  const body = await open('/WeeklySubmission', student);
  expect(body, 'rendered, and not left to the browser').toContain('Version 20');
  expect(Buffer.byteLength(body)).toBeLessThan(600_000);
  expect(count(body, 'href="http://a/"')).toBe(10 * 2 * 10);
  const [whole] = /href="(\/api\/receipts\/[^"]+)"[^>]*>Show the whole text/.exec(body)?.slice(1) ?? [];
  expect(whole, 'without script the whole is a link away').toBeTruthy();
});

test('a mentor’s page that stalls everybody', async () => {
  const { open, mentor, student } = await withLongTexts();
  const body = await open('/staff', mentor);
  expect(body).toContain(student.email);
  expect(Buffer.byteLength(body)).toBeLessThan(100_000);
  // The links, the beginning of the comment and its folded rest.
  expect(count(body, 'href="http://a/"')).toBe(3 * 50);
  expect(body).toContain('Show the whole text');
});

test('a forum that stalls every classmate', async () => {
  const { open, context, student } = await withLongTexts();
  const batch_id = student.batch_id as number;
  const question = await buildQuestion(context, { batch_id, author_id: student.id });
  const text = addresses.slice(0, limits.answer);
  await buildComments(context, 526, { question_id: question.id, author_id: student.id, text });
  const batch = await context.database.reader
    .selectFrom('batches')
    .where('id', '=', batch_id)
    .select('name')
    .executeTakeFirstOrThrow();
  const classmate = await buildStudent(context, { batch_id });
  const body = await open(`/discussion/${encodeURIComponent(batch.name)}`, classmate);
  expect(body).toMatch(/Show (?:<!-- -->)?520 earlier comments/);
  expect(Buffer.byteLength(body)).toBeLessThan(200_000);
});
