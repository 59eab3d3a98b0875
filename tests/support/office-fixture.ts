import type { Client, TestApp } from './test-app.ts';
import { listMail } from '#server/platform/mail/outbox-admin';
import { buildAdministrator, buildBatch, buildStudent } from './factories.ts';
import { makeTestApp } from './test-app.ts';

const password = 'secret1';
let hashed: string | undefined;

type Account = Awaited<ReturnType<typeof buildStudent>>;

/** A portal that sends mail, an administrator of it and a student, both logged in. */
export type OfficeFixture = {
  app: TestApp;
  batch: Awaited<ReturnType<typeof buildBatch>>;
  admin: Account;
  asha: Account;
  /** What both passwords come to. */
  password_hash: string;
  office: Client;
  me: Client;
  /** Does something to people by the call of the office. */
  act(body: object, headers?: Record<string, string>): ReturnType<Client['post']>;
  /** A person as the office reads them. */
  read(email: string): Promise<any>;
  logIn(email: string, given?: string): ReturnType<Client['post']>;
  /** What mail went to an address, the newest first. */
  mailsTo(address: string): Promise<Awaited<ReturnType<typeof listMail>>>;
  /** What was done to somebody, by whom, and what stands since. */
  actsOn(subject: string): Promise<[act: string, actorId: number | null, after: unknown][]>;
};

export const idsOf = (...accounts: { id: number }[]) => accounts.map(({ id }) => String(id));

export async function makeOfficeFixture(): Promise<OfficeFixture> {
  const publicUrl = new URL('https://portal.example.test');
  const app = await makeTestApp({ settings: { smtpUrl: 'smtp://127.0.0.1:9', publicUrl } });
  const { context } = app;
  const password_hash = (hashed ??= await context.passwords.hash(password));
  const batch = await buildBatch(context, { name: 'ONE' });
  const admin = await buildAdministrator(context, { email: 'office@example.test', password_hash });
  const fields = { email: 'asha@example.test', name: 'Asha Menon', phone: '9876543210', password_hash };
  const asha = await buildStudent(context, { ...fields, batch_id: batch.id, confirmed_at: 1 });
  const office = await app.as(admin);
  return {
    app,
    batch,
    admin,
    asha,
    password_hash,
    office,
    me: await app.as(asha),
    act: (body, headers = {}) => office.post('/api/staff/people-acts', body, headers),
    read: async (email) => (await office.get(`/api/staff/people/${email}`)).body,
    logIn: (email, given = password) => app.nobody.post('/api/auth/login', { email, password: given }),
    mailsTo: async (address) =>
      (await listMail(context, 100)).filter(({ recipient }) => recipient === address),
    async actsOn(subject) {
      const rows = await context.database.reader
        .selectFrom('audit_log')
        .where('subject', '=', subject)
        .orderBy('id')
        .selectAll()
        .execute();
      return rows.map((row) => [row.act, row.actor_id, JSON.parse(row.after ?? 'null') as unknown]);
    },
  };
}
