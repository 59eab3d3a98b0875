import { expect, test } from 'vitest';
import { buildAdministrator, buildBatch, buildMentor, buildStudent } from '#support/factories';
import { makeFrozenBatch } from '#support/frozen-batch';
import { alertOf, keysOf, postForm } from '#support/posted-forms';
import { makeTestApp } from '#support/test-app';
import { webBuild } from '#support/web-build';

/** The name on the certificate by pages alone, one after the other on one portal. */
test('without scripts: confirming the name once, its correction by the office, and a reminder', async () => {
  const app = await makeTestApp({ app: { pages: webBuild() } });
  const batch = await buildBatch(app.context, { name: 'OURS' });
  const asha = await buildStudent(app.context, { batch_id: batch.id, name: 'Asha Menon' });
  const asAsha = await app.as(asha);
  const url = '/certificate-name';
  const page = (await asAsha.get(url)).body;
  expect(page).toContain('value="Asha Menon"');
  const [key] = keysOf(page);
  const typed = { line: 'ആശ മേനോൻ', 'Idempotency-Key': String(key) };
  const unticked = await postForm(asAsha, url, typed);
  expect([unticked.status, alertOf(unticked.body)]).toEqual([400, expect.any(String)]);
  expect(unticked.body).toContain('value="ആശ മേനോൻ"');
  const confirmed = await postForm(asAsha, url, { ...typed, is_right: 'yes' });
  expect([confirmed.status, confirmed.headers['location']]).toEqual([303, `${url}?notice=name-confirmed`]);
  const after = (await asAsha.get(url)).body;
  expect(after).toContain('ആശ മേനോൻ');
  expect(after).not.toContain('Confirm name');

  const office = await app.as(await buildAdministrator(app.context));
  const ofOffice = `/staff/people/${encodeURIComponent(asha.email)}/certificate-name`;
  const correction = { line: 'ആശ എം.', reason: 'By letter', began: JSON.stringify({ line: 'ആശ മേനോൻ' }) };
  const corrected = await postForm(office, ofOffice, correction);
  expect([corrected.status, corrected.headers['location']]).toEqual([303, `${ofOffice}?notice=name-set`]);

  await buildStudent(app.context, { batch_id: batch.id });
  const mentor = await app.as(await buildMentor(app.context, [batch.id]));
  const certificates = '/staff/batches/OURS/certificates';
  const reminded = await postForm(mentor, certificates, { act: 'remind' });
  expect([reminded.status, reminded.headers['location']]).toEqual([
    303,
    `${certificates}?notice=names-reminded`,
  ]);
});

test('a page of 1.1.0 names nobody: nothing is issued, and the answer shows who can get a paper', async () => {
  const { office, list, freeze } = await makeFrozenBatch({ app: { pages: webBuild() } });
  await freeze();
  const url = '/staff/batches/OURS/certificates';
  const refused = await postForm(office, url, { act: 'issue' });
  expect([refused.status, alertOf(refused.body)]).toEqual([
    409,
    expect.stringContaining('Nothing was issued'),
  ]);
  expect(refused.body).toContain('Issue to 2 students');
  expect((await list()).students.filter(({ issued }) => issued !== null)).toEqual([]);
});
