import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { addressMs } from '#server/submissions/previews/preview-headers';
import { buildMentor } from '#support/factories';
import { deflatedZeros, makeZip } from '#support/make-zip';
import { makePreviewFixture } from '#support/preview-fixture';
import { makeStudentFixture, readersOf } from '#support/student-fixture';
import type { Answer } from '#support/test-app';

/** What somebody gains with a file that a mentor looks at: a script in the portal, its session, or its memory. */

const script = '<script>parent.harmed = document.cookie</script>';

/** What a document's policy lets run, and where it may go. */
function policyOf({ headers }: Pick<Answer, 'headers'>) {
  return Object.fromEntries(
    String(headers['content-security-policy'])
      .split('; ')
      .map((rule) => {
        const [name = '', ...values] = rule.split(' ');
        return [name, values.join(' ')];
      }),
  );
}

test('a file that a browser would run comes as its source, under a policy that runs nothing', async () => {
  const { submit, open } = await makePreviewFixture();
  for (const [bytes, name] of [
    [`<!doctype html><title>Hi</title>${script}`, 'page.html'],
    [`<svg xmlns="http://www.w3.org/2000/svg" onload="harmed()">${script}</svg>`, 'picture.svg'],
    [`${script} is how one writes it`, 'notes.txt'],
    [`const page = '${script}';`, 'code.js'],
  ] as const) {
    const document = await open(await submit(bytes, name));
    expect(document.status).toBe(200);
    expect(document.body).not.toContain('<script');
    expect(document.body).not.toContain('<svg');
    expect(document.body).toContain('&lt;');
    const policy = policyOf(document);
    expect(policy).toMatchObject({
      'default-src': "'none'",
      sandbox: '',
      'base-uri': "'none'",
      'form-action': "'none'",
    });
    expect(policy['script-src'] ?? policy['default-src']).toBe("'none'");
    expect(policy['connect-src'] ?? policy['default-src']).toBe("'none'");
  }
});

test('a name that is markup stays a name', async () => {
  const { submit, open } = await makePreviewFixture();
  const name = `'><img src=x onerror=alert(1)>.txt`;
  const inside = makeZip([{ name: `${script}\u202etxt.exe`, data: 'a' }]);
  for (const id of [await submit('text', name), await submit(inside, `${name}.zip`)]) {
    const { body } = await open(id);
    expect(body).not.toContain('<img');
    expect(body).not.toContain('<script');
    expect(body).not.toContain('\u202e');
  }
});

test('a PDF comes with one script, ours, that can load nothing from elsewhere', async () => {
  const { submit, open, nobody } = await makePreviewFixture();
  const document = await open(
    await submit('%PDF-1.4 /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>', 'work.pdf'),
  );
  const policy = policyOf(document);
  expect(policy).toMatchObject({
    'default-src': "'none'",
    'connect-src': "'self'",
    sandbox: 'allow-scripts',
  });
  expect(policy['script-src']).toMatch(/^'nonce-[\w+/=]+'$/);
  const scripts = document.body.match(/<script[^>]*>/g);
  expect(scripts).toEqual([expect.stringContaining('src="/previews/pdf-viewer.js"')]);
  expect(scripts[0]).toContain(`nonce="${/'nonce-(.+)'/.exec(policy['script-src'] as string)?.[1]}"`);
  expect((await nobody.get(`${document.folder}bytes`)).headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'access-control-allow-origin': 'null',
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  });
});

test('the bytes of a page are at no address that would show them as one', async () => {
  const { submit, open, nobody, reader } = await makePreviewFixture();
  for (const [bytes, name] of [
    [script, 'page.html'],
    [`<svg>${script}</svg>`, 'picture.png'],
    [makeZip([{ name: 'a.html', data: script }]), 'work.zip'],
    [gzipSync(script), 'page.svgz'],
  ] as const) {
    const id = await submit(bytes, name);
    const { folder } = await open(id);
    expect((await nobody.get(`${folder}bytes`)).status).toBe(404);
    const download = await reader.get(`/api/files/${id}`);
    expect(download.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(/^attachment/),
    });
    expect(download.headers['access-control-allow-origin']).toBeUndefined();
  }
});

test('only staff who may read the file come in; what they are told is a document, too', async () => {
  const fixture = await makePreviewFixture();
  const id = await fixture.submit('text', 'work.txt');
  const { statuses } = await readersOf(fixture);
  for (const [person, status] of statuses) {
    const expected = person.id === fixture.student.id ? 403 : status;
    const client = await fixture.as(person);
    expect((await client.get(`/previews/files/${id}`)).status).toBe(expected === 200 ? 303 : expected);
    expect((await client.get(`/api/files/${id}/preview`)).status).toBe(expected);
    // Students read their own text, with the comments at its lines.
    expect((await client.get(`/api/files/${id}/text`)).status).toBe(status);
  }
  const refused = await fixture.nobody.get(`/previews/files/${id}`);
  expect(refused.status).toBe(401);
  expect(refused.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(refused.body).toContain('Please log in to continue.');
  expect(policyOf(refused)).toMatchObject({ 'default-src': "'none'", sandbox: '' });
});

test('an administrator without the second factor that is asked of them sees nothing', async () => {
  const fixture = await makePreviewFixture(
    makeStudentFixture(8, { settings: { requireSecondFactor: true } }),
  );
  const id = await fixture.submit('text', 'work.txt');
  const { administrator } = await readersOf(fixture);
  const client = await fixture.as(administrator);
  expect((await client.get(`/previews/files/${id}`)).status).toBe(403);
  expect((await client.get(`/api/files/${id}/preview`)).status).toBe(403);
});

test('an address of a preview opens one file, for one session, for a few minutes', async () => {
  const fixture = await makePreviewFixture();
  const { nobody, clock, context, mentor, reader, submit, open } = fixture;
  const { folder } = await open(await submit('text', 'work.txt'));
  const status = async (address: string) => (await nobody.get(address)).status;
  expect(await status(folder)).toBe(200);

  const other = (await open(await submit('other', 'other.txt'))).folder;
  expect(other).not.toBe(folder);
  const [, , token = ''] = folder.split('/');
  const changed = token.slice(0, -3) + (token.endsWith('AAA') ? 'BBB' : 'AAA');
  expect(await status(`/previews/${changed}/`)).toBe(404);
  expect(await status('/previews/nothing/')).toBe(404);
  expect(await status('/previews/nothing/bytes')).toBe(404);

  clock.advance(addressMs - 1);
  expect(await status(folder)).toBe(200);
  clock.advance(1);
  const late = await nobody.get(folder);
  expect([late.status, late.body.includes('opened a while ago')]).toEqual([404, true]);

  const ends = (await open(await submit('text', 'work.txt'))).folder;
  const mentoredBy = (account_id: number | null) =>
    context.database.transaction((writer) =>
      writer
        .updateTable('batch_mentors')
        .set({ account_id })
        .where('batch_id', '=', fixture.student.batch_id as number)
        .execute(),
    );
  await mentoredBy(null);
  expect(await status(ends)).toBe(403);
  await mentoredBy(mentor.id);
  expect(await status(ends)).toBe(200);
  await reader.post('/api/auth/logout');
  expect(await status(ends)).toBe(401);
});

test('an address of a preview tells neither the file nor the session, and nobody is told of it', async () => {
  const fixture = await makePreviewFixture();
  const id = await fixture.submit('text', 'work.txt');
  const { folder, headers } = await fixture.open(id);
  const decoded = Buffer.from(folder.split('/')[2]?.split('.')[2] ?? '', 'base64url').toString('latin1');
  expect(folder + decoded).not.toContain(id);
  expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
});

test('another student’s file is no entry of one’s own, and no other mentor’s', async () => {
  const fixture = await makePreviewFixture();
  const stranger = await fixture.as(await buildMentor(fixture.context, []));
  const { folder } = await fixture.open(
    await fixture.submit(makeZip([{ name: 'a.txt', data: 'a' }]), 'a.zip'),
  );
  for (const index of ['1', '300', '999', '-1', '0x0', '..%2f', '1e1'])
    expect([index, (await fixture.nobody.get(`${folder}entries/${index}`)).status]).toEqual([index, 404]);
  expect((await stranger.get('/previews/files/unknown')).status).toBe(404);
});

test('a ZIP that is wrong in any way is told in words', async () => {
  const { submit, open, nobody } = await makePreviewFixture();
  const cut = makeZip([{ name: 'a.txt', data: 'a' }]).subarray(0, 50);
  expect((await open(await submit(cut, 'cut.zip'))).body).toContain(
    'This ZIP cannot be shown. It is damaged',
  );
  const zip = makeZip([
    { name: 'secret.txt', data: 'a', flags: 1 },
    { name: 'liar.txt', packed: deflatedZeros(300), bytes: 10 },
    { name: 'bytes.txt', data: Buffer.from([0, 1, 2]) },
    { name: 'broken.txt', packed: Buffer.from('no deflated bytes') },
  ]);
  const { folder, body } = await open(await submit(zip, 'wrong.zip'));
  expect(body).toContain('secret.txt (encrypted)');
  const entry = async (index: number) => (await nobody.get(`${folder}entries/${index}`)).body as string;
  expect(await entry(0)).toContain('It is encrypted and cannot be opened here.');
  expect((await entry(1)).length).toBeLessThan(700_000);
  expect(await entry(2)).toContain('This entry is not a text');
  expect(await entry(3)).toContain('This entry cannot be shown. It is damaged');
});

test('a picture that would fill the reader’s memory is told in words', async () => {
  const { submit, open } = await makePreviewFixture();
  const png = (width: number, height: number) => {
    const head = Buffer.from('89504e470d0a1a0a0000000d4948445200000000000000000806000000', 'hex');
    head.writeUInt32BE(width, 16);
    head.writeUInt32BE(height, 20);
    return head;
  };
  const large = await open(await submit(png(30_000, 30_000), 'large.png'));
  expect(large.body).toContain('This picture has 30,000 × 30,000 pixels');
  expect(large.body).not.toContain('<img');
  const small = await open(await submit(png(800, 600), 'small.png'));
  expect(small.body).toContain('<img src="bytes" width="800" height="600"');
  expect(policyOf(small)).toMatchObject({ 'img-src': "'self'", sandbox: '' });
});

test('a video plays in a document that loads nothing else', async () => {
  const { submit, open } = await makePreviewFixture();
  const film = await open(await submit(Buffer.from('\0\0\0 ftypisom\0\0\0\0', 'latin1'), 'film.mp4'));
  expect(film.body).toContain('<video src="bytes" controls');
  expect(policyOf(film)).toMatchObject({ 'media-src': "'self'", sandbox: '' });
  expect(policyOf(film)['img-src']).toBeUndefined();
});

test('a CSV file is a table of texts', async () => {
  const { submit, open } = await makePreviewFixture();
  const sheet = await open(await submit('name,<b>marks\n"<script>alert(1)</script>",71\n', 'marks.csv'));
  expect(sheet.body).toContain('<th scope="col">&lt;b&gt;marks</th>');
  expect(sheet.body).toContain('<td>&lt;script&gt;alert(1)&lt;/script&gt;</td><td>71</td>');
  const broken = await open(await submit('a,b\n"never closed,2\n', 'broken.csv'));
  expect(broken.body).toContain('<pre');
});

test('a notebook is its cells, without the HTML that they made', async () => {
  const { submit, open } = await makePreviewFixture();
  const outputs = [{ output_type: 'display_data', data: { 'text/html': script, 'text/plain': script } }];
  const cells = [
    { cell_type: 'markdown', source: `# Title\n\n${script} ![](https://example.test/x.png)` },
    { cell_type: 'code', execution_count: 1, source: 'print(1)', outputs },
  ];
  const notebook = await open(
    await submit(JSON.stringify({ nbformat: 4, metadata: {}, cells }), 'Work.ipynb'),
  );
  expect(notebook.body).toContain('<h1>Title</h1>');
  expect(notebook.body).toContain('<pre class="output">&lt;script&gt;');
  expect(notebook.body).not.toMatch(/<(?:script|img)/);
  expect(policyOf(notebook)).toMatchObject({
    'default-src': "'none'",
    'img-src': 'data:',
    sandbox: '',
  });
  const other = await open(await submit('{"cells": 1}', 'other.ipynb'));
  expect(other.body).toContain('aria-label="Text of the file"');
});

test('a text of any length costs the same page', async () => {
  const { submit, open, reader } = await makePreviewFixture();
  const id = await submit('a line of code();\n'.repeat(500_000), 'long.js');
  const { body } = await open(id);
  expect(body.length).toBeLessThan(900_000);
  expect(body).toContain('The first 195 KB of 8.6 MB are shown.');
  const text = await reader.get(`/api/files/${id}/text`);
  expect([text.body.text.length, text.body.isCut]).toEqual([200_000, true]);
});
