import { expect, test } from 'vitest';
import { certificateLine, certificatesPath, makeFrozenBatch } from '#support/frozen-batch';

async function makeIssued() {
  const frozen = await makeFrozenBatch();
  await frozen.freeze();
  await frozen.office.post(certificatesPath, {});
  const number = await frozen.numberOf(frozen.passed);
  const page = async (url: string, account?: { id: number }) => {
    const cookie = account && (await frozen.app.cookieOf(account));
    return frozen.app.app.inject({ method: 'GET', url, headers: cookie === undefined ? {} : { cookie } });
  };
  return { ...frozen, number, page };
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
