import { createHash } from 'node:crypto';
import { connect, type AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { buildCatalogueFile } from '#support/factories';
import { makeTestApp } from '#support/test-app';

const html = '<!doctype html><title>Loan desk</title>' + '<p>Words and words.</p>'.repeat(200);
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

async function makeFiles() {
  const app = await makeTestApp();
  const type = 'text/html; charset=utf-8';
  const file = await buildCatalogueFile(app.context, {
    path: '/documents/loan.html',
    content_type: type,
    text: html,
  });
  await buildCatalogueFile(app.context, {
    path: '/images/loan.svg',
    content_type: 'image/svg+xml',
    text: svg,
  });
  await buildCatalogueFile(app.context, { path: '/images/loan.png', content_type: 'image/png', text: 'PNG' });
  const raw = async (url: string, accepted: string) => {
    const headers = { 'accept-encoding': accepted };
    const { rawPayload, headers: sent } = await app.app.inject({ url, headers });
    return { bytes: rawPayload, encoding: sent['content-encoding'], etag: sent.etag, vary: sent.vary };
  };
  return { ...app, file, raw };
}

test('a document comes to anybody, may be framed by the portal and runs no script', async () => {
  const { nobody, file } = await makeFiles();
  const answer = await nobody.get('/documents/loan.html');
  expect(answer).toMatchObject({ status: 200, body: html });
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; font-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-downloads",
    'cache-control': 'public, max-age=300',
    'x-content-type-options': 'nosniff',
    etag: `"${file.sha256}"`,
  });
  for (const header of ['x-frame-options', 'cross-origin-embedder-policy', 'set-cookie']) {
    expect(answer.headers).not.toHaveProperty(header);
  }
});

test('a picture keeps its type, and a script in it has no leave to run', async () => {
  const { nobody } = await makeFiles();
  const answer = await nobody.get('/images/loan.svg');
  expect(answer).toMatchObject({ status: 200, body: svg, headers: { 'content-type': 'image/svg+xml' } });
  const policy = String(answer.headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('script-src');
  expect(policy).toContain('; sandbox ');
  expect((await nobody.get('/images/loan.png')).headers['content-type']).toBe('image/png');
});

test('no imported file may send a form, move its addresses elsewhere or run a script in its sandbox', async () => {
  const { nobody, context } = await makeFiles();
  await buildCatalogueFile(context, {
    path: '/documents/plan.pdf',
    content_type: 'application/pdf',
    text: '%PDF',
  });
  for (const path of [
    '/documents/loan.html',
    '/documents/plan.pdf',
    '/images/loan.svg',
    '/images/loan.png',
  ]) {
    const policy = String((await nobody.get(path)).headers['content-security-policy']).split('; ');
    expect(policy, path).toContain("form-action 'none'");
    expect(policy, path).toContain("base-uri 'none'");
    const sandbox = policy.find((rule) => rule.startsWith('sandbox'));
    // The browser's own viewer shows nothing inside a sandbox.
    if (path.endsWith('.pdf')) expect(sandbox).toBeUndefined();
    else expect(sandbox?.split(' ')).not.toContain('allow-scripts');
    for (const leave of ['allow-forms', 'allow-top-navigation'])
      expect(sandbox ?? '', path).not.toContain(leave);
  }
});

test('HEAD answers the same headers without the bytes', async () => {
  const { nobody, file } = await makeFiles();
  const answer = await nobody.send({ method: 'HEAD', url: '/documents/loan.html' });
  expect(answer).toMatchObject({ status: 200, body: '', headers: { etag: `"${file.sha256}"` } });
});

test('a browser that has the file gets 304, whichever encoding it has', async () => {
  const { nobody, file, raw } = await makeFiles();
  const { etag } = await raw('/documents/loan.html', 'br');
  for (const known of [`"${file.sha256}"`, `W/"${file.sha256}"`, `"other", ${String(etag)}`, '*']) {
    const answer = await nobody.get('/documents/loan.html', { 'if-none-match': known });
    expect(answer, known).toMatchObject({ status: 304, body: '' });
  }
  expect((await nobody.get('/documents/loan.html', { 'if-none-match': '"other"' })).status).toBe(200);
});

test('texts are compressed for those who take it, each form with a tag of its own', async () => {
  const { raw } = await makeFiles();
  const plain = await raw('/documents/loan.html', 'identity');
  const br = await raw('/documents/loan.html', 'gzip, deflate, br');
  const gzip = await raw('/documents/loan.html', 'gzip, br;q=0');
  expect(plain).toMatchObject({ encoding: undefined, vary: 'Accept-Encoding' });
  expect(br.encoding).toBe('br');
  expect(gzip.encoding).toBe('gzip');
  expect(brotliDecompressSync(br.bytes).toString()).toBe(html);
  expect(gunzipSync(gzip.bytes).toString()).toBe(html);
  expect(new Set([plain.etag, br.etag, gzip.etag]).size).toBe(3);
  expect((await raw('/images/loan.png', 'br')).encoding).toBeUndefined();
});

test('an import shows at once', async () => {
  const { nobody, context, file } = await makeFiles();
  await nobody.get('/documents/loan.html');
  const body = Buffer.from('<p>New</p>');
  const sha256 = createHash('sha256').update(body).digest('hex');
  await context.database.transaction((writer) =>
    writer.updateTable('catalogue_files').set({ body, sha256 }).where('path', '=', file.path).execute(),
  );
  const answer = await nobody.get('/documents/loan.html', { 'if-none-match': `"${file.sha256}"` });
  expect(answer).toMatchObject({ status: 200, body: '<p>New</p>', headers: { etag: `"${sha256}"` } });
});

test('what is not there is 404, and nothing of a refusal is kept', async () => {
  const { nobody } = await makeFiles();
  for (const url of [
    '/images/unknown.svg',
    '/images/',
    '/documents/loan.html/',
    '/images/loan.html',
    '/documents/LOAN.html',
  ]) {
    const answer = await nobody.get(url);
    expect(answer.status, url).toBe(404);
    expect(answer.headers['cache-control'], url).toBe('no-store');
  }
});

test('strange addresses are refused and never fail', async () => {
  const { app } = await makeFiles();
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  // Over a plain socket, because a client library would tidy the address up.
  const statusOf = (target: string) =>
    new Promise<number>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(`GET ${target} HTTP/1.1\r\nHost: portal.test\r\nConnection: close\r\n\r\n`);
      });
      let text = '';
      socket.on('data', (chunk) => (text += String(chunk)));
      socket.on('error', reject).on('end', () => resolve(Number(text.slice(9, 12))));
    });
  for (const target of [
    '/images/../../etc/passwd',
    '/images/..%2f..%2fetc%2fpasswd',
    '/images/%2e%2e/%2e%2e/etc/passwd',
    '/images/..%5c..%5cwindows',
    '/images/%00',
    '/images/loan.svg%00.html',
    '/images/%ff%fe',
    '/images/%',
    '/images/%zz',
    '/images/%c0%ae%c0%ae/passwd',
    '/images//etc/passwd',
    `/images/${'x'.repeat(2000)}`,
    '/documents/%ed%a0%80',
  ]) {
    expect([400, 404], `${target} gave ${await statusOf(target)}`).toContain(await statusOf(target));
  }
});
