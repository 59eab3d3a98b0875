import { expect, test } from 'vitest';
import type { BatchCertificates } from '#contract/certificates/certificate-calls';
import { dayMs, hourMs } from '#contract/durations';
import type { BatchFreezes } from '#contract/results/freeze-calls';
import { defaultRule } from '#contract/results/rule';
import { buildAdministrator, buildBatch, buildSelection, buildStudent } from '#support/factories';
import { certificatesPath, makeFrozenBatch } from '#support/frozen-batch';
import { runDue } from '#support/run-due';
import { dueMailQueue } from '../notices/mails/due-mail-queue.ts';
import { localText } from '../platform/zoned-time.ts';
import { sendDailyMails } from '../progress/daily-mails/daily-mails.ts';

const freezesPath = '/api/staff/batches/OURS/freezes';
const never = new AbortController().signal;

/** The last ten days of a course, hour by hour, with the portal's senders running. */
async function makeCourseEnd() {
  const made = await makeFrozenBatch();
  const { app, context } = made;
  const { clock } = app;
  // In a batch of its own, to be counted as well.
  const other = await buildBatch(context, { name: 'OTHER' });
  const bystander = await buildStudent(context, { batch_id: other.id });
  await context.database.transaction((writer) =>
    writer.updateTable('accounts').set({ confirmed_at: 1 }).execute(),
  );
  const officer = await buildAdministrator(context, { confirmed_at: 1 });
  const numbers = async ({ id }: { id: number }) =>
    (
      await context.database.reader
        .selectFrom('submissions')
        .where('account_id', '=', id)
        .orderBy('id')
        .select('number')
        .execute()
    ).map(({ number }) => number);
  const as = (of: { id: number }) => app.as(of);
  const send = async (what: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await what;
    expect(status, JSON.stringify(body).slice(0, 300)).toBeLessThan(300);
  };
  const queue = dueMailQueue(context);
  const tick = async () => {
    while ((await runDue(queue)) > 0) await Promise.resolve();
    await sendDailyMails(context, never);
  };
  /** From one morning to the next; what is done begins at ten. */
  const day = async (acts: (office: Awaited<ReturnType<typeof as>>) => Promise<void>) => {
    for (let hour = 0; hour < 24; hour += 1) {
      if (hour === 4) await acts(await as(officer));
      await tick();
      clock.advance(hourMs);
    }
  };
  const mails = async () => {
    const rows = await context.database.reader
      .selectFrom('outbox')
      .orderBy('id')
      .select(['recipient', 'created_at', 'subject'])
      .execute();
    return rows.map(({ recipient, created_at, subject }) => ({
      recipient,
      day: localText(created_at, context.settings.academyZone).slice(0, 10),
      subject,
    }));
  };
  return {
    ...made,
    clock,
    officer,
    bystander,
    numbers,
    as,
    send,
    day,
    mails,
  };
}

test('all that the end of a course sends is at most one mail a person and day', async () => {
  const made = await makeCourseEnd();
  const { clock, context, passed, failed, unnamed, confirm, as, send, day } = made;
  // Six in the morning in India, before the daily mail.
  clock.set('2026-12-01T00:30:00.000Z');
  const rule = (pass_mark: number, reason: string) => ({ ...defaultRule, pass_mark, reason });
  const rulePath = '/api/staff/batches/OURS/result-rule';
  const ask = async (of: typeof passed, task: string) =>
    send(
      (await as(of)).post(`/api/students/secondLook/${of.email}`, { task, version: 1, reason: 'Please.' }),
    );
  const answer = async (office: typeof made.office, of: typeof passed, places: number[]) => {
    const numbers = await made.numbers(of);
    for (const place of places)
      await send(office.put(`/api/staff/submissions/${numbers[place]}/second-look`, { answer: 'It stays.' }));
  };
  const record = (office: typeof made.office, of: typeof passed, task: string) =>
    send(
      office.put(`/api/staff/students/${of.email}/tasks/${task}/recorded`, {
        status: 'absent',
        comments: 'Did not come.',
        released: true,
      }),
    );

  /** Sessions of before have ended. */
  const freeze = async (office: typeof made.office, more: object = {}) => {
    const { next } = (await office.get(freezesPath)).body as BatchFreezes;
    await send(office.post(freezesPath, { digest: next.digest, ...more }));
  };
  const numberOf = async (office: typeof made.office, { email }: { email: string }) => {
    const { students } = (await office.get(certificatesPath)).body as BatchCertificates;
    return students.find(({ s_id }) => s_id === email)?.issued?.number ?? '';
  };

  // A student who has submitted nothing at all.
  const absent = await buildStudent(context, { batch_id: made.batch.id, name: 'Deepa', confirmed_at: 1 });
  await buildSelection(context, { account_id: absent.id });

  await day(async (office) => {
    await send(office.put(rulePath, rule(45, 'As agreed with the examiners.')));
    await send(office.put(rulePath, rule(50, 'Back to what was said.')));
    for (const task of ['week-1', 'week-2', 'viva']) await ask(passed, task);
  });
  await day(async (office) => {
    await send(office.post('/api/staff/batches/OURS/certificate-names/reminder'));
    await send(office.post('/api/staff/batches/OURS/unfinished/reminders', { group: 'viva' }));
    await answer(office, passed, [0, 1, 5]);
    await send(office.put(rulePath, rule(48, 'Examiners again.')));
  });
  await day(async (office) => {
    for (const task of ['week-1', 'week-2', 'week-3', 'week-4', 'final', 'viva'])
      await record(office, absent, task);
    const [number] = await made.numbers(failed);
    await send(office.post(`/api/staff/submissions/${number}/second-look`, { reason: 'A letter came.' }));
    await answer(office, failed, [0]);
  });
  await day(async () => {});
  await day(async (office) => {
    await send(
      office.put(`/api/staff/people/${unnamed.email}/certificate-name`, {
        line: 'Chitra K',
        reason: 'By phone',
      }),
    );
    await freeze(office);
    await send(office.post(certificatesPath, {}));
  });
  await day(async (office) => {
    const revoke = async (of: typeof passed, reason: string) =>
      send(
        office.post(`/api/staff/certificates/${await numberOf(office, of)}/revocation`, {
          reason,
          note: 'A letter',
        }),
      );
    await revoke(passed, 'wrong_entry');
    await send(office.post(certificatesPath, {}));
    await revoke(passed, 'replaced');
    await send(
      office.post(`/api/staff/students/${failed.email}/results/open`, { reason: 'A mark was wrong.' }),
    );
    await freeze(office, { reason: 'A mark was wrong.' });
    await revoke(failed, 'replaced');
    await send(office.post(certificatesPath, {}));
  });
  await day(async (office) => {
    await confirm(absent, 'Deepa');
    await send(office.post(certificatesPath, {}));
    await send(office.put(rulePath, rule(40, 'For the next course.')));
  });
  for (let rest = 0; rest < 3; rest += 1) await day(async () => {});

  const mails = await made.mails();
  const counts = Map.groupBy(mails, ({ recipient, day: of }) => `${recipient} ${of}`);
  const several = [...counts].filter(([, of]) => of.length > 1);
  expect(several.map(([who, of]) => [who, of.map(({ subject }) => subject)])).toEqual([]);
  // Each day with news has its mail on the next morning; on the fourth it is that a week opens.
  const daysOf = ({ email }: { email: string }) =>
    mails.flatMap(({ recipient, day: of }) => (recipient === email ? [of.slice(-2)] : []));
  expect(daysOf(passed)).toEqual(['02', '03', '04', '06', '07', '08']);
  expect(daysOf(absent)).toContain('04');
  expect(daysOf(made.bystander)).toEqual([]);
  expect(clock.now()).toBe(Date.parse('2026-12-01T00:30:00.000Z') + 10 * dayMs);
});
