import { expect, test } from 'vitest';
import { buildBatch, buildImportedPerson } from '#support/factories';
import { makeImportDesk } from '#support/import-desk';
import type { People } from '#contract/people/calls';

const makeDesk = async () => {
  const desk = await makeImportDesk({ settings: { publicUrl: new URL('https://portal.example.test') } });
  const batch = await buildBatch(desk.context, { name: 'OTHER' });
  for (const name of ['asha', 'bala', 'chitra', 'devi', 'esha', 'farah'])
    await buildImportedPerson(desk.context, {
      email: `${name}@x.test`,
      name,
      ...(name === 'farah' && { batch_id: batch.id }),
    });
  const post = async (path: string, body: object) => {
    const answer = await desk.office.post(`/api/staff/invitations/${path}`, body);
    expect(answer.status, path).toBeLessThan(300);
    return answer.body;
  };
  const read = async (query: string) => {
    const { status, body } = await desk.office.get(`/api/staff/people?with=imported&${query}`);
    expect(status, query).toBe(200);
    return body as People;
  };
  const emails = async (query: string) =>
    (await read(query)).expected?.map(({ s_id }) => s_id.split('@')[0]).toSorted();
  return { ...desk, post, read, emails };
};

const print = (...names: string[]) => ({ batch: null, emails: names.map((name) => `${name}@x.test`) });

test('people of a stage are chosen by the state of their newest invitation, with how many have each', async () => {
  const { post, read, emails, context } = await makeDesk();
  await post('print', print('asha', 'bala', 'chitra', 'devi'));
  await post('revoke', { emails: ['bala@x.test'] });
  const change = (name: string, set: { opened_at?: number; expires_at?: number }) =>
    context.database.transaction((writer) =>
      writer.updateTable('invitations').set(set).where('email', '=', `${name}@x.test`).execute(),
    );
  await change('chitra', { opened_at: context.clock.now() });
  await change('devi', { expires_at: context.clock.now() });
  for (const [query, found] of [
    ['stage=imported', ['bala', 'esha', 'farah']],
    ['stage=imported&invitation=not-invited', ['esha', 'farah']],
    ['stage=imported&invitation=not-invited&batch=OTHER', ['farah']],
    ['stage=imported&invitation=revoked', ['bala']],
    ['stage=imported&invitation=opened', []],
    ['stage=invited', ['asha', 'chitra', 'devi']],
    ['stage=invited&invitation=printed', ['asha']],
    ['stage=invited&invitation=opened&sort=name', ['chitra']],
    ['stage=invited&invitation=opened&q=chi', ['chitra']],
    ['stage=invited&invitation=opened&q=asha', []],
    ['stage=invited&invitation=expired', ['devi']],
    ['stage=invited&invitation=sent', []],
  ] as const)
    expect(await emails(query), query).toEqual(found);
  expect((await read('stage=invited')).invitations).toEqual({
    'not-invited': 2,
    revoked: 1,
    sent: 0,
    printed: 1,
    opened: 1,
    expired: 1,
  });
  // An invitation anew counts as the new one.
  await post('print', print('devi', 'bala'));
  expect(await emails('stage=invited&invitation=printed')).toEqual(['asha', 'bala', 'devi']);
});

test('the button counts only people whom it invites: nobody whose invitation was withdrawn', async () => {
  const { post, read } = await makeDesk();
  await post('print', print('asha', 'bala'));
  await post('revoke', { emails: ['bala@x.test'] });
  const { counts, to_invite } = await read('stage=imported');
  expect([counts.imported, to_invite]).toEqual([5, 4]);
  expect((await read('stage=imported&batch=OTHER')).to_invite).toBe(1);
  expect((await read('stage=imported&invitation=not-invited')).to_invite).toBe(4);
  for (const query of ['stage=imported&invitation=revoked', 'stage=imported&q=asha', 'stage=invited', ''])
    expect((await read(query)).to_invite, query).toBeUndefined();
  expect((await post('print', { batch: null })).invitations).toHaveLength(4);
});

test('a sheet that was made and not printed is named beside its people, until it is settled', async () => {
  const { post, read } = await makeDesk();
  const { sheet } = await post('print', print('asha', 'bala'));
  const { unprinted, expected } = await read('stage=invited');
  expect(unprinted).toMatchObject([{ sheet, people: 2 }]);
  expect(expected?.map(({ awaits_print, way }) => [awaits_print, way])).toEqual([
    [true, 'print'],
    [true, 'print'],
  ]);
  expect((await read('')).unprinted).toBeUndefined();
  await post(`sheets/${sheet}/printed`, {});
  const printed = await read('stage=invited');
  expect([printed.unprinted, printed.expected?.[0]?.awaits_print]).toEqual([[], undefined]);
});

test('an unknown invitation is refused, and one without its stage chooses nobody less', async () => {
  const { office, emails } = await makeDesk();
  for (const one of ['used', 'came', 'x', '']) {
    const { status } = await office.get(`/api/staff/people?with=imported&stage=invited&invitation=${one}`);
    expect(status, one).toBe(400);
  }
  expect(await emails('invitation=sent')).toHaveLength(6);
});

test('of too many people none are counted or chosen by invitation, unless their batch has few', async () => {
  const { context, read, other } = await makeDesk();
  await context.database.transaction(async (writer) => {
    const imported_at = context.clock.now();
    for (let from = 0; from < 5_000; from += 500)
      await writer
        .insertInto('imported_people')
        .values(
          Array.from({ length: 500 }, (_, i) => ({
            email: `many${from + i}@x.test`,
            batch_id: other.id,
            imported_at,
          })),
        )
        .execute();
  });
  const all = await read('stage=imported&invitation=revoked');
  expect([all.invitations, all.expected?.length, all.to_invite]).toEqual([undefined, 50, 5_006]);
  const few = await read('stage=imported&invitation=revoked&batch=OTHER');
  expect([few.invitations?.['not-invited'], few.expected]).toEqual([1, []]);
  const edge = await read('stage=imported&batch=DSA-2026-10');
  expect([edge.invitations?.['not-invited'], edge.to_invite]).toEqual([5_000, 5_000]);
  await buildImportedPerson(context, { email: 'last@x.test', batch_id: other.id });
  const more = await read('stage=imported&batch=DSA-2026-10');
  expect([more.invitations, more.to_invite]).toEqual([undefined, undefined]);
});
