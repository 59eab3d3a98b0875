import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { canary, leaveWords, person, tablesWith } from '#support/leave-words';
import { readZip } from '#support/read-zip';
import { listMail } from '../platform/mail/outbox-admin.ts';

type Fixture = Awaited<ReturnType<typeof leaveWords>>;

const privacy = readFileSync(new URL('../../web/texts/privacy.md', import.meta.url), 'utf8');
const of = (s_id: string, call: string) => `/api/staff/people/${encodeURIComponent(s_id)}/${call}`;

async function zipOf({ app }: Fixture, url: string, email: string) {
  const { id } = await app.context.database.reader
    .selectFrom('accounts')
    .where('email', '=', email)
    .select('id')
    .executeTakeFirstOrThrow();
  const answer = await app.app.inject({
    method: 'GET',
    url,
    headers: { cookie: await app.cookieOf({ id }) },
  });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip']);
  return readZip(answer.rawPayload);
}

/** What each right of the page means, done by the calls of the person's own screen and of /staff/people. */
const rights: Record<string, (fixture: Fixture) => Promise<void>> = {
  'A copy of what is yours': async (fixture) => {
    const record = await zipOf(
      fixture,
      `/api/students/record/${encodeURIComponent(person.email)}`,
      person.email,
    );
    expect([...record.keys()]).toContain('hand-ins/week-1/version-2/file/quartz.txt');
  },
  'Everything that the portal knows about you': async (fixture) => {
    const zip = await zipOf(fixture, of(person.email, 'export'), fixture.emails.administrator);
    const own = (name: string) => zip.get(`for-the-person/${name}`)?.toString() ?? '';
    const office = (name: string) => zip.get(`for-the-office-only/${name}`)?.toString() ?? '';
    expect(own('hand-ins/week-1/version-2/file/quartz.txt')).toBe('quartz bytes');
    expect(JSON.parse(own('account.json'))).toMatchObject({
      account: { email: person.email, phone: person.phone, typed_batch: person.typed_batch },
      addresses: [person.email, person.former],
      sessions: expect.arrayContaining([expect.objectContaining({ device: 'Quartz browser' })]),
    });
    expect(own('notices.json')).toContain('Who knows quartz');
    expect(own('mails.json')).toContain(fixture.number);
    for (const [name, words] of [
      ['notes.json', 'Quartz needs help'],
      ['time-and-choices.json', 'Quartz was ill'],
      ['audit-log.json', 'Quartz was late'],
    ] as const) {
      expect(office(name), name).toContain(words);
      for (const [entry, bytes] of zip)
        if (entry.startsWith('for-the-person/')) expect(bytes.toString(), entry).not.toContain(words);
    }
    for (const [entry, bytes] of zip)
      if (entry.startsWith('for-the-person/')) expect(bytes.toString(), entry).not.toContain('writes small');
    expect(office('marks.json')).toContain('Quartz, well done');
    for (const [entry, bytes] of zip)
      expect(bytes.toString(), entry).not.toMatch(/QUARTZ"|password_hash|\$argon2/);
  },
  'A correction of your name or your phone number': async ({ clients }) => {
    const corrected = { name: 'Zubeida Quartzmann', phone: '9000012346' };
    expect((await clients.administrator.put(of(person.email, 'profile'), corrected)).status).toBe(200);
    expect((await clients.student.get('/api/account')).body).toMatchObject({
      s_name: corrected.name,
      phone: corrected.phone,
    });
    expect(
      (await clients.student.put('/api/account/profile', { ...corrected, name: person.name })).status,
    ).toBe(200);
  },
  'A correction of your address': async ({ clients, emails, app }) => {
    emails.student = 'new.quartz@example.test';
    const body = { email: emails.student, reason: 'Typed wrongly.' };
    expect((await clients.administrator.put(of(person.email, 'address'), body)).status).toBe(200);
    expect((await clients.student.get('/api/account')).body.s_id).toBe(emails.student);
    const told = (await listMail(app.context, 20)).filter(({ recipient }) => recipient === person.email);
    expect(told.map(({ subject }) => subject)).toContain('The address of your account has been changed');
  },
  'Your deletion': async ({ clients, app, emails: { student: s_id } }) => {
    expect((await clients.administrator.get(of(s_id, 'data'))).body).toMatchObject({
      deletion_asked_at: expect.any(String),
      anonymised: null,
      goes: { files: 2, posts: 3, notes: 2 },
    });
    const done = await clients.administrator.post(of(s_id, 'anonymise'), {
      address: s_id,
      reason: 'Asked for it.',
    });
    expect(done.status).toBe(200);
    expect(await tablesWith(app.context, canary)).toEqual([]);
    expect((await clients.administrator.get(of(done.body.s_id, 'data'))).body).toMatchObject({
      deletion_asked_at: null,
      anonymised: { reason: 'Asked for it.' },
    });
  },
};

test('every right that /privacy names can be carried out', async () => {
  const promised = privacy
    .split('\n')
    .flatMap((line) => /^- ([^:]+): .*(?:ask|download|change)/.exec(line)?.[1] ?? []);
  expect(promised).toEqual(Object.keys(rights));
  const fixture = await leaveWords();
  for (const carryOut of Object.values(rights)) await carryOut(fixture);
});
