import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { dayMs } from '#contract/durations';
import { retentionWaits } from '#contract/privacy/retention';
import { canary, leaveWords, person, tablesWith } from '#support/leave-words';
import { readZip } from '#support/read-zip';
import { makeOfficeFixture } from '#support/office-fixture';
import { sessionLifetimeMs } from '../../accounts/sessions/sessions.ts';
import { noticeLifeMs } from '../../notices/remove-notices.ts';
import { listMail, readMail } from '../../platform/mail/outbox-admin.ts';

type Fixture = Awaited<ReturnType<typeof leaveWords>>;

const privacy = readFileSync(new URL('../../../web/texts/privacy.md', import.meta.url), 'utf8');
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

type Way = (fixture: Fixture) => Promise<void>;
/** A right as the page names its ways: by one's own account, and by the office, whose calls are those of /staff/people. */
type Ways = { own?: Way; office?: Way };

/** What each right of the page means, done. */
const rights: Record<string, Ways> = {
  'A copy of your own data': {
    own: async (fixture) => {
      const record = await zipOf(
        fixture,
        `/api/students/record/${encodeURIComponent(person.email)}`,
        person.email,
      );
      expect([...record.keys()]).toContain('hand-ins/week-1/version-2/file/quartz.txt');
    },
  },
  'All your data': {
    office: async (fixture) => {
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
        if (entry.startsWith('for-the-person/'))
          expect(bytes.toString(), entry).not.toContain('writes small');
      expect(office('marks.json')).toContain('Quartz, well done');
      expect(office('line-comments.json')).toContain('Quartz, name it');
      for (const [entry, bytes] of zip)
        expect(bytes.toString(), entry).not.toMatch(/QUARTZ"|password_hash|\$argon2/);
    },
  },
  'A correction of your name or phone number': {
    office: async ({ clients }) => {
      const corrected = { name: 'Zubeida Quartzmann', phone: '9000012346' };
      expect((await clients.administrator.put(of(person.email, 'profile'), corrected)).status).toBe(200);
      expect((await clients.student.get('/api/account')).body).toMatchObject({
        s_name: corrected.name,
        phone: corrected.phone,
      });
    },
    own: async ({ clients }) => {
      const changed = { name: person.name, phone: '9000012347' };
      expect((await clients.student.put('/api/account/profile', changed)).status).toBe(200);
      expect((await clients.student.get('/api/account')).body).toMatchObject({
        s_name: changed.name,
        phone: changed.phone,
      });
    },
  },
  'A correction of your email address': {
    office: async ({ clients, emails, app }) => {
      emails.student = 'new.quartz@example.test';
      const body = { email: emails.student, reason: 'Typed wrongly.' };
      expect((await clients.administrator.put(of(person.email, 'address'), body)).status).toBe(200);
      expect((await clients.student.get('/api/account')).body.s_id).toBe(emails.student);
      const told = (await listMail(app.context, 20)).filter(({ recipient }) => recipient === person.email);
      expect(told.map(({ subject }) => subject)).toContain('The email of your account has changed');
    },
    // In a portal that sends mail, since a link goes to the new address.
    own: async () => {
      const { app, asha, me, mailsTo } = await makeOfficeFixture();
      const email = 'own.quartz@example.test';
      const body = { email, current_password: 'secret1' };
      expect((await me.put('/api/account/email', body)).status).toBe(200);
      const [link] = await mailsTo(email);
      const { text } = await readMail(app.context, link!.id);
      const token = /confirm-email\?token=([\w-]+)/.exec(text)?.[1];
      expect((await app.nobody.post('/api/auth/confirm', { token })).status).toBe(200);
      expect((await me.get('/api/account')).body.s_id).toBe(email);
      expect((await mailsTo(asha.email)).map(({ subject }) => subject)).toContain(
        'The email of your account has changed',
      );
    },
  },
  'The withdrawal of your consent': {
    own: async () => {
      const { asha, me, office } = await makeOfficeFixture();
      expect((await me.post('/api/account/consent', { privacy: 1 })).status).toBe(200);
      const body = { subject: 'privacy', current_password: 'secret1' };
      expect((await me.post('/api/account/consent/withdrawal', body)).status).toBe(200);
      const { people } = (await office.get('/api/staff/people?stage=deletion-asked')).body;
      expect(people).toMatchObject([{ s_id: asha.email }]);
    },
  },
  'The deletion of your account': {
    own: async () => {
      const { asha, me, office } = await makeOfficeFixture();
      const asked = await me.post('/api/account/deletion', { current_password: 'secret1' });
      expect(asked.status).toBe(200);
      expect((await office.get('/api/staff/people?stage=deletion-asked')).body.people).toMatchObject([
        { s_id: asha.email, asks_deletion: true },
      ]);
    },
    office: async ({ clients, app, emails: { student: s_id } }) => {
      expect((await clients.administrator.get(of(s_id, 'data'))).body).toMatchObject({
        deletion_asked_at: expect.any(String),
        anonymised: null,
        goes: { files: 5, posts: 6, notes: 2 },
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
  },
};

/** What the page says of a deletion, sentence by sentence, looked at once somebody is deleted. */
const afterDeletion: Record<string, (fixture: Fixture) => Promise<void>> = {
  'When your account is deleted, your name, email addresses, phone number, texts, files and emails are removed permanently.':
    async ({ app }) => expect(await tablesWith(app.context, canary)).toEqual([]),
  'We keep a record of the versions of the terms and of this page that you agreed to, and when.': async ({
    app,
    accountId,
  }) => {
    const kept = app.context.database.reader.selectFrom('consents').where('account_id', '=', accountId);
    expect(await kept.select(['page', 'given_at']).execute()).toEqual([
      { page: '/terms', given_at: expect.any(Number) },
    ]);
  },
  'For each submission we keep its number, its times, its marks, and the size and SHA-256 of its file.':
    async ({ clients, number, signed }) => {
      const kept = (await clients.administrator.get(`/api/receipts/${number}`)).body;
      expect(kept).toMatchObject({
        number,
        submitted_at: signed.submitted_at,
        file: { sha256: signed.file.sha256 },
      });
      expect(kept.file.bytes).toBe(signed.file.bytes);
      const { body } = await clients.administrator.get(`/api/staff/submissions/${number}`);
      expect(body).toMatchObject({ number, marks: 88 });
    },
  'For each viva we keep its number, its times and its result.': async () => {
    const proof = readFileSync(new URL('../../viva-hour/viva-record.api.test.ts', import.meta.url), 'utf8');
    expect(proof).toContain(
      "test('after an anonymisation number, times and result stay, words and salts are gone",
    );
  },
  'Your receipts can then still be verified, but nothing shows whose work it was.': async ({
    clients,
    number,
    signed,
  }) => {
    const verify = (receipt: object) => clients.nobody.post('/api/receipts/verify', receipt);
    expect((await verify(signed)).body).toEqual({ verdict: 'genuine' });
    expect((await verify({ number, sha256: signed.file.sha256 })).body).toEqual({ verdict: 'genuine' });
    const kept = (await clients.administrator.get(`/api/receipts/${number}`)).body;
    expect(JSON.stringify(kept)).not.toMatch(canary);
  },
  'Older backups contain your data until they are replaced; if one is restored, your data is deleted again.':
    async () => {
      const proof = readFileSync(new URL('anonymise-again.api.test.ts', import.meta.url), 'utf8');
      expect(proof).toContain("test('whom a restored backup brings back is anonymised again");
    },
};

const paragraph = (start: string) => privacy.split('\n').find((line) => line.startsWith(start)) ?? '';

test('every right that /privacy names can be carried out by each way that it names, and a deletion is what it says', async () => {
  const promised = privacy.split('\n').flatMap((line) => {
    const [, right = '', ways = ''] = /^- ([^:]+): (.*(?:ask|download|change).*)/.exec(line) ?? [];
    const named = [ways.includes('Your account') ? ['own'] : [], ways.includes('office') ? ['office'] : []];
    return right === '' ? [] : [[right, named.flat().toSorted()]];
  });
  expect(promised).toEqual(
    Object.entries(rights).map(([right, ways]) => [right, Object.keys(ways).toSorted()]),
  );
  expect(paragraph('When your account is deleted').split(/(?<=\.) /)).toEqual(Object.keys(afterDeletion));
  const fixture = await leaveWords();
  expect((await fixture.clients.student.post('/api/account/consent', { terms: 1 })).status).toBe(200);
  for (const { own, office } of Object.values(rights)) {
    await own?.(fixture);
    await office?.(fixture);
  }
  for (const look of Object.values(afterDeletion)) await look(fixture);
});

test('/privacy says how long what is deleted sooner is kept, as the jobs keep it', () => {
  expect([noticeLifeMs, sessionLifetimeMs, retentionWaits.personMs].map((ms) => ms / dayMs)).toEqual([
    90, 60, 2,
  ]);
  expect(privacy).toContain('Notices in the portal: after 90 days.');
  expect(privacy).toContain('and after 60 days at the latest.');
  expect(privacy).toContain('you are told in the portal at least two days earlier.');
});
