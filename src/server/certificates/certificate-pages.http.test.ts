import { expect, test } from 'vitest';
import { buildAdministrator } from '#support/factories';
import { certificateLine, certificatesPath, makeFrozenBatch } from '#support/frozen-batch';

const pageOf =
  ({ app }: Pick<Awaited<ReturnType<typeof makeFrozenBatch>>, 'app'>) =>
  async (url: string, account?: { id: number }) => {
    const cookie = account && (await app.cookieOf(account));
    return app.app.inject({ method: 'GET', url, headers: cookie === undefined ? {} : { cookie } });
  };

async function makeIssued() {
  const frozen = await makeFrozenBatch();
  await frozen.freeze();
  await frozen.office.post(certificatesPath, {});
  return { ...frozen, number: await frozen.numberOf(frozen.passed), page: pageOf(frozen) };
}

test('anybody sees what the paper shows; nothing keeps, finds or passes on the address', async () => {
  const { page, number } = await makeIssued();
  const { statusCode, headers, body } = await page(`/verify/${number.toLowerCase()}`);
  expect(statusCode).toBe(200);
  for (const text of ['Genuine', certificateLine, '80 of 100', 'OURS', number]) expect(body).toContain(text);
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
  expect(body).not.toMatch(/<script|https?:\/\//);
  const unknown = await page('/verify/CERT-2026-%3Cb%3E');
  expect(unknown.statusCode).toBe(404);
  expect(unknown.headers['x-robots-tag']).toBe('noindex');
  expect(unknown.body).toContain('CERT-2026-&lt;B&gt;');
});

test('the paper opens for its holder, the batch’s mentors and the office, and for nobody else', async () => {
  const { page, number, passed, failed, mentor } = await makeIssued();
  const url = `/certificates/${number}`;
  const opened = await page(url, passed);
  expect(opened.statusCode).toBe(200);
  expect(opened.body).toContain('@page { size: A4 landscape; margin: 0 }');
  expect(opened.body).toContain(`/verify/<wbr>${number}`);
  expect((await page(url, mentor)).statusCode).toBe(200);
  const foreign = await page(url, failed);
  expect([foreign.statusCode, foreign.body.includes(certificateLine)]).toEqual([404, false]);
  const visitor = await page(url);
  expect([visitor.statusCode, visitor.headers.location]).toEqual([
    302,
    `/login?next=${encodeURIComponent(url)}`,
  ]);
});

test('a revoked one says so with its reason on every machine, and its paper no longer opens', async () => {
  const { page, number, passed, office } = await makeIssued();
  const revocation = { reason: 'wrong_entry', note: 'The name' };
  await office.post(`/api/staff/certificates/${number}/revocation`, revocation);
  const { body, statusCode } = await page(`/verify/${number}`);
  expect(statusCode).toBe(200);
  expect(body).toContain('<h1>Revoked</h1>');
  expect(body).toContain('It had a wrong entry.');
  const paper = await page(`/certificates/${number}`, passed);
  expect([paper.statusCode, paper.headers.location]).toEqual([302, `/verify/${number}`]);
});

test('the office sees a paper before any is issued: saved words, real data, and no number', async () => {
  const frozen = await makeFrozenBatch();
  const { passed, failed, unnamed, mentor, office, context } = frozen;
  const page = pageOf(frozen);
  const officer = await buildAdministrator(context);
  const url = (kind: string, more = '') => `/certificates/preview/${kind}?batch=OURS${more}`;
  const { body: words } = await office.get('/api/staff/certificate-wording');
  const own = { ...words.certificate, sentence: '{name} — {project}', heading: 'Zeugnis & mehr' };
  await office.put('/api/staff/certificate-wording/certificate', own);
  const preview = await page(url('certificate'), officer);
  expect(preview.statusCode).toBe(200);
  for (const text of [certificateLine, 'Zeugnis &amp; mehr', '80 of 100', '>Preview<', 'PREVIEW'])
    expect(preview.body).toContain(text);
  expect(preview.headers).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
    'content-security-policy': expect.stringContaining("frame-ancestors 'self'"),
  });
  // Of the kind that a student would get, or of the one who is named.
  expect((await page(url('statement'), officer)).body).toContain('Binu Das');
  const named = await page(url('certificate', `&s_id=${encodeURIComponent(unnamed.email)}`), officer);
  expect(named.body).toContain('Chitra');
  expect((await page('/verify/PREVIEW')).statusCode).toBe(404);
  for (const who of [passed, failed, mentor]) {
    const refused = await page(url('certificate'), who);
    expect([refused.statusCode, refused.body.includes(certificateLine)]).toEqual([404, false]);
  }
  for (const wrong of [
    url('sheet'),
    '/certificates/preview/certificate?batch=NONE',
    '/certificates/preview/certificate',
    `${url('certificate', '&s_id=a&s_id=b')}`,
    '/certificates/preview/certificate?batch=%00',
  ])
    expect((await page(wrong, officer)).statusCode, wrong).toBe(404);
  expect((await page(url('certificate'))).headers.location).toContain(
    '/login?next=%2Fcertificates%2Fpreview',
  );
  const rows = await context.database.reader.selectFrom('certificates').select('id').execute();
  expect(rows).toEqual([]);
});

test('papers open to no administrator who must set up the second step first', async () => {
  const { context, page, number } = await makeIssued();
  context.settings.requireSecondFactor = true;
  const officer = await buildAdministrator(context);
  for (const url of [`/certificates/${number}`, '/certificates/preview/certificate?batch=OURS']) {
    const { statusCode, headers, body } = await page(url, officer);
    expect([statusCode, headers.location, body.includes(certificateLine)]).toEqual([302, '/account', false]);
  }
});
