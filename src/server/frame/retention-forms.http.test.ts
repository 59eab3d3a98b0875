import { expect, test } from 'vitest';
import { buildAdministrator, buildBatch, buildStudent } from '#support/factories';
import { alertOf, postForm } from '#support/posted-forms';
import { makeTestApp } from '#support/test-app';
import { webBuild } from '#support/web-build';

async function makeOffice() {
  const app = await makeTestApp({ app: { pages: webBuild() } });
  const batch = await buildBatch(app.context, { name: 'OURS' });
  const student = await buildStudent(app.context, { batch_id: batch.id });
  const client = await app.as(await buildAdministrator(app.context));
  const { reader } = app.context.database;
  const years = async () =>
    (await reader.selectFrom('retention').select('years').executeTakeFirst())?.years ?? null;
  const holds = () => reader.selectFrom('retention_holds').select('reason').execute();
  return { client, student, years, holds };
}

test('the years are set and turned off without scripts', async () => {
  const { client, years } = await makeOffice();
  const post = (value: string, began: string) =>
    postForm(client, '/staff/retention', {
      act: 'years',
      years: value,
      began: JSON.stringify({ years: began }),
    });
  expect(await post('3', '')).toMatchObject({
    status: 303,
    headers: { location: '/staff/retention?notice=retention-saved' },
  });
  expect(await years()).toBe(3);
  const { body } = await client.get('/staff/retention');
  expect(body).toMatch(/<option value="3" selected[^>]*>Anonymise after 3 years/);
  const late = await post('5', '');
  expect([late.status, alertOf(late.body)]).toEqual([
    409,
    expect.stringContaining('The time was changed in the meantime'),
  ]);
  expect((await post('', '3')).status).toBe(303);
  expect(await years()).toBeNull();
});

test.each(['/staff/people/', '/staff/catalogue/batches/'])(
  'a hold on a page below %s is set, changed and removed without scripts',
  async (below) => {
    const { client, student, holds } = await makeOffice();
    const url = below + (below.includes('people') ? encodeURIComponent(student.email) : 'OURS');
    const post = (act: string, began: string, reason?: string) =>
      postForm(client, url, {
        act,
        began: JSON.stringify({ reason: began }),
        ...(reason !== undefined && { reason }),
      });
    expect((await post('hold', '', 'A complaint is open.')).headers['location']).toBe(
      `${url}?notice=hold-saved`,
    );
    expect((await client.get(url)).body).toContain('>A complaint is open.</textarea>');
    expect((await post('hold', 'A complaint is open.', 'The court asks.')).status).toBe(303);
    expect((await post('hold-remove', 'A complaint is open.')).status, 'as it was before').toBe(409);
    expect(await holds()).toEqual([{ reason: 'The court asks.' }]);
    expect((await post('hold-remove', 'The court asks.')).headers['location']).toBe(
      `${url}?notice=hold-removed`,
    );
    expect(await holds()).toEqual([]);
  },
);
