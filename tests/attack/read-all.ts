import { send, type Fixture } from '#support/access-table';
import { readZip } from '#support/read-zip';
import { accountOf, reads, traceOf } from './walk-as-others.ts';

export const students = ['student', 'classmate', 'outsider'] as const;

/** Reads every byte that students can read: @returns it by who reads it and where */
export async function makeReadAll(fixture: Fixture): Promise<() => Promise<Map<string, string>>> {
  const { app, clients, emails } = fixture;
  const { reader } = app.context.database;
  const calendars = new Map<string, string>();
  const cookies = new Map<string, string>();
  for (const role of students) {
    const { address } = (await clients[role].put('/api/account/calendar')).body;
    calendars.set(role, new URL(address).pathname);
    cookies.set(role, await app.cookieOf(await accountOf(fixture, role)));
  }
  const isStudent = (email: string) => students.some((role) => emails[role] === email);

  return async () => {
    const found = new Map<string, string>();
    for (const role of [...students, 'nobody'] as const)
      for (const name of reads)
        found.set(
          `${name} as ${role}`,
          // When a stream is to be opened again differs.
          traceOf(await send(fixture, name, role)).replace(/retry: \d+/, ''),
        );
    for (const role of students) {
      const url = `/api/students/record/${emails[role]}`;
      const headers = { cookie: cookies.get(role) ?? '' };
      const { rawPayload } = await app.app.inject({ url, headers });
      for (const [file, bytes] of readZip(rawPayload)) found.set(`${file} of ${role}`, String(bytes));
      found.set(`calendar of ${role}`, traceOf(await clients.nobody.get(calendars.get(role) ?? '')));
    }
    const mails = await reader
      .selectFrom('outbox')
      .select(['recipient', 'subject', 'text', 'html'])
      .execute();
    const notices = await reader
      .selectFrom('notices')
      .innerJoin('accounts', 'accounts.id', 'notices.account_id')
      .select(['accounts.email', 'kind', 'event', 'about', 'notices.text', 'href', 'notices.read_at'])
      .execute();
    found.set('mails', JSON.stringify(mails.filter(({ recipient }) => isStudent(recipient))));
    found.set('notices', JSON.stringify(notices.filter(({ email }) => isStudent(email))));
    return found;
  };
}

/** Where something else is read than before. */
export const changedIn = (before: Map<string, string>, after: Map<string, string>): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((what) => before.get(what) !== after.get(what));
