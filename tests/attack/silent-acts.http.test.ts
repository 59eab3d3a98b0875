import { expect, test } from 'vitest';
import { tasks } from '#contract/dates';
import { endpoints, type EndpointName } from '#contract/wire/endpoints';
import { makeFixture, send, table, type Fixture } from '#support/access-table';
import { portalAddress } from '#support/frozen-batch';
import { makeSilentActs, type SilentAct } from '#support/silent-acts';
import type { Answer } from '#support/test-app';
import { changedIn, makeReadAll } from './read-all.ts';

/**
 * What would be gained: that a mark, a record, a comment or a result is there before its release, by comparing what is read or
 * answered before and after, or with what another student gets.
 */

async function walk(groups: (fixture: Awaited<ReturnType<typeof makeSilentActs>>) => SilentAct[][]) {
  const fixture = await makeFixture();
  const made = await makeSilentActs(fixture);
  const readAll = await makeReadAll(fixture);
  await readAll();
  let before = await readAll();
  expect(changedIn(before, await readAll()), 'by reading').toEqual([]);
  expect([...before.values()].join()).not.toMatch(/canary-3d90/);
  for (const group of groups(made)) {
    for (const [, act] of group) await act();
    const after = await readAll();
    expect(changedIn(before, after), group.map(([what]) => what).join('; ')).toEqual([]);
    before = after;
  }
  await made.release();
  const changed = changedIn(before, await readAll());
  expect(changed, 'the walk sees a release').toEqual(
    expect.arrayContaining(['readTimeline as student', 'readResult as student', 'notices']),
  );
  expect(
    changed.filter((what) => /classmate|outsider|nobody/.test(what)),
    'for others',
  ).toEqual([]);
}

test('what releases nothing changes no byte that a student can read', async () => {
  await walk(({ leave, change }) => [[...leave], [...change]]);
});

test('no single act that releases nothing changes a byte', { tags: 'full', timeout: 120_000 }, async () => {
  await walk(({ leave, change }) => [...leave, ...change].map((act) => [act]));
});

test('the frozen result and certificate of a classmate change no byte for a student', async () => {
  const fixture = await makeFixture({
    settings: { secretKeys: ['k'.repeat(32)], publicUrl: new URL(portalAddress) },
  });
  const { clients, emails, batch } = fixture;
  await makeSilentActs(fixture);
  const { mentor, administrator, classmate } = clients;
  for (const task of tasks) {
    const url = `/api/staff/students/${emails.classmate}/tasks/${task}/recorded`;
    expect((await mentor.put(url, { status: 'marked', marks: 80, released: true })).status).toBe(200);
  }
  await classmate.put(`/api/students/certificateName/${emails.classmate}`, { line: 'Latha' });
  const readAll = await makeReadAll(fixture);
  await readAll();
  const before = await readAll();
  const freezes = `/api/staff/batches/${batch}/freezes`;
  const { digest } = (await administrator.get(freezes)).body.next;
  const post = async (url: string, body: object) => {
    const { status, body: answer } = await administrator.post(url, body);
    expect(status, JSON.stringify(answer)).toBeLessThan(300);
    return answer;
  };
  await post(freezes, { digest, incomplete: 'leave_out' });
  await post(`/api/staff/batches/${batch}/certificates`, {});
  await post(`/api/staff/students/${emails.classmate}/results/open`, { reason: 'A mark was mistyped.' });
  const after = await readAll();
  const ofStudent = (what: string) => / (?:as|of) (?:student|outsider|nobody)$/.test(what);
  expect([...after.keys()].filter(ofStudent).length).toBeGreaterThan(200);
  expect(changedIn(before, after).filter(ofStudent)).toEqual([]);
});

const last: EndpointName[] = ['changePassword', 'changeEmail', 'cancelUpload', 'deleteQuestion', 'logOut'];
/** What `table` sends to change something; a new secret differs each time. */
const changing = (Object.keys(table) as EndpointName[])
  .filter((name) => endpoints[name].method !== 'GET' && name !== 'beginApp')
  .toSorted((one, other) => Number(last.includes(one)) - Number(last.includes(other)));

/** Without what is drawn at random or counted in this process. */
const said = ({ status, body }: Answer): string => {
  const { request_id: _, ...rest } = (body ?? {}) as { request_id?: string };
  return JSON.stringify([status, typeof body === 'object' ? rest : body]).replaceAll(
    /person\d+|P\d{3,}|(?:Person|Question|Comment) \d+|CAP-[\w-]+|[0-9A-Z]{26}|calendar\/[\w-]+/g,
    '…',
  );
};

/** What students try, and what they are told. */
async function tryOut(fixture: Fixture, names: readonly EndpointName[]): Promise<Map<string, string>> {
  const { app, clients, emails } = fixture;
  const found = new Map<string, string>();
  const post = async (what: string, body: object) =>
    found.set(
      `${what} ${JSON.stringify(body)}`,
      said(await clients.student.post(`/api/students/${what}/${emails.student}`, body)),
    );
  for (const task of tasks) {
    for (const version of [null, 1, 2]) {
      await post('secondLook', { task, version, reason: 'Please look again.' });
      await post('readMark', { task, version, marked_at: new Date(app.clock.now()).toISOString() });
    }
    await post('extensionRequest', { task, until: '2027-02-15', reason: 'Ill.' });
  }
  for (const name of names)
    for (const role of ['student', 'classmate'] as const)
      found.set(`${name} as ${role}`, said(await send(fixture, name, role)));
  return found;
}

async function compareWorlds(names: readonly EndpointName[]): Promise<void> {
  const [fixture, other] = [await makeFixture(), await makeFixture()];
  const { leave } = await makeSilentActs(fixture);
  await makeSilentActs(other);
  for (const [, act] of leave) await act();
  const [found, expected] = [await tryOut(fixture, names), await tryOut(other, names)];
  for (const [what, answer] of found) expect(answer, what).toBe(expected.get(what));
  expect(found.get('uploadWeek as student')).toMatch(/^\[201,/);
}

test('no answer to a review, a request or a submission tells what is not released', async () => {
  await compareWorlds(['uploadWeek', 'uploadProject', 'uploadViva', 'selectProject', 'preferProject']);
});

test('no answer to any other act tells what is not released', { tags: 'full', timeout: 60_000 }, () =>
  compareWorlds(changing),
);

test('a reminder names what is missing of a student as for a classmate without unreleased marks', async () => {
  const fixture = await makeFixture();
  const { clients, emails, batch } = fixture;
  const { leave } = await makeSilentActs(fixture);
  for (const [, act] of leave) await act();
  const told = async (group: string) => {
    const { status } = await clients.mentor.post(`/api/staff/batches/${batch}/unfinished/reminders`, {
      group,
    });
    expect(status).toBe(200);
    const rows = await fixture.app.context.database.reader
      .selectFrom('notices')
      .innerJoin('accounts', 'accounts.id', 'notices.account_id')
      .where('kind', '=', 'deadline-near')
      .where('event', 'like', `finish:${group}:%`)
      .select(['accounts.email', 'notices.text'])
      .execute();
    return Object.fromEntries(rows.map(({ email, text }) => [email, text]));
  };
  expect(await told('unsubmitted')).toEqual({
    [emails.student]: 'You have not submitted yet: Week 2',
    [emails.classmate]: 'You have not submitted yet: Week 1, Week 2, Week 3, Week 4, Final project',
  });
  const viva = 'You have not submitted anything for the viva yet';
  expect(await told('viva')).toEqual({ [emails.student]: viva, [emails.classmate]: viva });
});
