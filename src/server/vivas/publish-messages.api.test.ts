import { expect, test } from 'vitest';
import { makeVivaOffice, planPath } from '#support/viva-office';

async function makeWrittenOffice() {
  const office = await makeVivaOffice('2026-11-30T05:00:00.000Z');
  const { context, asha } = office;
  context.settings.countryCode = '+91';
  await context.database.transaction((writer) =>
    writer.updateTable('accounts').set({ phone: '9876543210' }).where('id', '=', asha.id).execute(),
  );
  const read = async () => (await office.asOffice().get(`${planPath}/messages`)).body;
  const note = (of: { email: string }, body: object, headers = {}) =>
    office.asOffice().put(`${planPath}/students/${of.email}/message`, body, headers);
  return { ...office, read, note };
}

const textOf = (link: string): string => new URL(link).searchParams.get('text') ?? '';

test('a student with a phone has a link with the own time; only what is told is there', async () => {
  const { asha, publish, read } = await makeWrittenOffice();
  expect(await read()).toEqual({ batch: 'OURS', students: 0, sent: 0, messages: [] });
  await publish();
  const { students, sent, messages: rows } = await read();
  expect([students, sent, rows.length]).toEqual([2, 0, 2]);
  const [first, second] = rows;
  expect(first).toMatchObject({ student: { s_id: asha.email }, told: 1, sent: null, is_cancelled: false });
  expect(first.whatsapp).toMatch(/^https:\/\/wa\.me\/919876543210\?text=/);
  expect(textOf(first.whatsapp)).toBe(
    'Hello Asha Nair, this is ICTAK. Your viva: Thu 3 Dec 2026, 10:00 am IST, Room 2.',
  );
  expect(second, 'without a phone').not.toHaveProperty('whatsapp');
});

test('a used link is ticked by name, once; the tick is undone by hand, and by another time', async () => {
  const { asha, ravi, administrator, publish, read, note, move, clock, context } = await makeWrittenOffice();
  await publish();
  const ticked = await note(asha, { told: 1, sent: true });
  expect(ticked.body).toMatchObject({
    sent: 1,
    messages: [
      { student: { s_id: ravi.email }, sent: null },
      { sent: { by: administrator.name, at: new Date(clock.now()).toISOString() } },
    ],
  });
  const at = ticked.body.messages[1].sent.at;
  clock.advance(60_000);
  expect((await note(asha, { told: 1, sent: true })).body.messages[1].sent.at, 'the first one').toBe(at);
  expect((await note(asha, { told: 1, sent: false })).body.sent).toBe(0);
  await note(asha, { told: 1, sent: true });
  await note(ravi, { told: 1, sent: true });
  await move(asha, '2026-12-03T11:00');
  expect((await read()).sent, 'nobody is told yet').toBe(2);
  await publish();
  const after = await read();
  expect(after.sent).toBe(1);
  expect(after.messages[0]).toMatchObject({ student: { s_id: asha.email }, told: 2, sent: null });
  expect(textOf(after.messages[0].whatsapp)).toContain(
    'Your viva has another time or place: Thu 3 Dec 2026, 11:00 am IST, Room 2.',
  );
  expect(await note(asha, { told: 1, sent: true }), 'of the old time').toMatchObject({ status: 409 });
  const events = await context.database.reader
    .selectFrom('audit_log')
    .where('act', '=', 'note-viva-message')
    .select('about_id')
    .execute();
  expect(events.map(({ about_id }) => about_id)).toEqual([asha.id, asha.id, asha.id, ravi.id]);
});

test('a cancelled viva has its own words, a past one and a foreign student have no message', async () => {
  const { asha, publish, read, note, remove, clock, nextDay } = await makeWrittenOffice();
  await publish();
  await remove(asha);
  await publish();
  const row = (await read()).messages.find(({ is_cancelled }: { is_cancelled: boolean }) => is_cancelled);
  expect(textOf(row.whatsapp)).toBe(
    'Hello Asha Nair, this is ICTAK. Your viva on Thu 3 Dec 2026, 10:00 am IST is cancelled. You will be told another time.',
  );
  expect((await note({ email: 'nobody@example.test' }, { told: 1, sent: true })).status).toBe(404);
  expect((await note(asha, { told: 0, sent: true })).status).toBe(400);
  clock.set('2026-12-03T05:00:00.000Z');
  await nextDay();
  expect((await read()).messages).toEqual([]);
});
