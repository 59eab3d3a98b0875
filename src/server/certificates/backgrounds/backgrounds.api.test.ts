import sharp from 'sharp';
import { expect, test } from 'vitest';
import { certificatesPath, makeFrozenBatch } from '#support/frozen-batch';
import { readAuditLog } from '#support/read-audit-log';

const path = '/api/staff/certificate-background';
const size = { width: 1_400, height: 990 };

/** A plain picture in the shape of the paper. */
const picture = (background: string, of: { width: number; height: number } = size, ending = 'png') =>
  sharp({ create: { ...of, channels: 3, background } })
    .toFormat(ending as 'png')
    .toBuffer();

type Office = Awaited<ReturnType<typeof makeFrozenBatch>>['office'];
const put = (office: Office, bytes: Buffer | string, more: Record<string, string> = {}, key?: string) =>
  office.form(
    path,
    [...Object.entries({ kind: 'certificate', ...more }), ['file', { name: 'behind.png', bytes }]],
    key === undefined ? {} : { 'idempotency-key': key },
  );

test('new papers of a kind have it behind them; what is issued keeps its own by hash', async () => {
  const { app, office, passed, failed, unnamed, confirm, freeze, numberOf, context } =
    await makeFrozenBatch();
  await freeze();
  const first = await put(office, await picture('#fdf6e3'));
  const hash = first.body.backgrounds.certificate as string;
  expect(first).toMatchObject({
    status: 200,
    body: { backgrounds: { certificate: expect.stringMatching(/^[\da-f]{64}$/), statement: null } },
  });
  await office.post(certificatesPath, {});
  const [number, statement] = [await numberOf(passed), await numberOf(failed)];
  const paper = async (of: string) =>
    (await app.as(passed)).get(`/certificates/${of}`).then(({ body }) => body as string);
  const before = await paper(number);
  expect(before).toMatch(/<img class="behind" src="data:image\/webp;base64,[\w+/]+=*" alt="">/);
  const office_ = await office.get(`/certificates/${statement}`);
  expect(office_.body).not.toContain('behind');

  // Replaced, and then removed.
  const second = (await put(office, await picture('#e8f2ff', size, 'jpeg'))).body.backgrounds.certificate;
  expect(second).not.toBe(hash);
  expect(await paper(number)).toBe(before);
  await confirm(unnamed, 'Chitra');
  await office.post(certificatesPath, {});
  expect((await office.delete(`${path}/certificate`)).body.backgrounds.certificate).toBeNull();
  expect(await paper(number)).toBe(before);
  const rows = await context.database.reader
    .selectFrom('certificates')
    .orderBy('id')
    .select(['background', 'document'])
    .execute();
  expect(rows.map(({ background }) => background)).toEqual([hash, null, second]);
  expect(JSON.parse(rows[0]?.document ?? '').fields.at(-1)).toMatchObject({
    name: 'background',
    value: hash,
  });
  await expect(
    context.database.transaction((w) => w.updateTable('certificates').set({ background: second }).execute()),
  ).rejects.toThrow(/forbidden/);
  const events = (await readAuditLog(app)).filter(({ act }) => act.endsWith('certificate-background'));
  expect(events).toMatchObject([
    { subject: 'certificate', before: null, after: { sha256: hash } },
    { before: { sha256: hash }, after: { sha256: second } },
    { act: 'remove-certificate-background', before: { sha256: second }, after: null },
  ]);
});

test('of two who change a picture the later is told, and a repetition gets its first answer', async () => {
  const { office } = await makeFrozenBatch();
  const [red, blue] = [await picture('#fee'), await picture('#eef')];
  const theirs = (await put(office, red, { original: '' }, 'k')).body.backgrounds.certificate;
  for (const original of ['', '0'.repeat(64)])
    expect(await put(office, blue, { original })).toMatchObject({
      status: 409,
      body: { message: /^This picture was changed/, current: { backgrounds: { certificate: theirs } } },
    });
  expect((await office.delete(`${path}/certificate?original=`)).status).toBe(409);
  const mine = (await put(office, blue, { original: theirs })).body.backgrounds.certificate;
  // Lost answers: the request that was done is done, and nothing changes back.
  expect(await put(office, red, { original: '' }, 'k')).toMatchObject({
    status: 200,
    body: { backgrounds: { certificate: mine } },
  });
  expect((await put(office, blue, { original: '' })).status, 'the same is no conflict').toBe(200);
  // The other kind is beside it.
  const both = await put(office, red, { kind: 'statement', original: '' });
  expect(both.body.backgrounds).toEqual({ certificate: mine, statement: theirs });
  expect((await office.delete(`${path}/certificate?original=${mine}`)).body.backgrounds).toEqual({
    certificate: null,
    statement: theirs,
  });
});

test('a file that is too large, no picture, or of no kind is refused, and nothing is stored', async () => {
  const { office } = await makeFrozenBatch();
  const refusals = [
    await put(office, Buffer.alloc(5 * 1024 * 1024 + 1)),
    await put(office, '<svg/>'),
    await put(office, '<svg/>', { kind: 'sheet' }),
    await office.post(path, {}),
  ];
  expect(refusals.map(({ status, body }) => [status, body.message])).toEqual([
    [413, 'A picture can have at most 5 MB.'],
    [400, 'The picture must be a PNG, JPEG or WebP picture.'],
    [400, 'kind must be certificate or statement'],
    [415, expect.any(String)],
  ]);
  const { body } = await office.get('/api/staff/certificate-wording');
  expect(body.backgrounds).toEqual({ certificate: null, statement: null });
});
