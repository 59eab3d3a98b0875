import { describe, expect, test } from 'vitest';
import { makeDatabase } from '#server/platform/database/database';
import { afterAllIds } from '#server/platform/parse-id';
import { listExpected } from '#server/people/expected/list-expected';
import { earlier, startEarlier } from '#support/earlier-version';
import { buildImportedPerson } from '#support/factories';
import { makeImportDesk } from '#support/import-desk';

const publicUrl = 'https://portal.example.test';

/** 1.0.0 as a process beside the tables that list imported people. */
describe.runIf(earlier !== undefined)('version 1.0.0 and the list of people', () => {
  test(
    'it lists whom this version has imported and invited, and what it makes is in this version’s list',
    { timeout: 300_000 },
    async () => {
      const desk = await makeImportDesk({ settings: { publicUrl: new URL(publicUrl) } });
      for (const name of ['asha', 'bala', 'chitra', 'devi'])
        await buildImportedPerson(desk.context, { email: `${name}@x.test`, name, phone: '9876543210' });
      const print = (names: string[]) => ({ batch: null, emails: names.map((name) => `${name}@x.test`) });
      await desk.office.post('/api/staff/invitations/print', print(['asha', 'chitra']));

      const old = await startEarlier(desk.app, { PUBLIC_URL: publicUrl, REQUIRE_SECOND_FACTOR: 'false' });
      const office = await old.as(desk.administrator);
      const invited = async () => {
        const { status, body } = await office.get('/api/staff/invitations');
        expect(status).toBe(200);
        return Object.fromEntries(
          body.people.map(({ s_id, state }: { s_id: string; state: string }) => [s_id.split('@')[0], state]),
        );
      };
      const [printed, none] = ['printed', 'not-invited'];
      expect(await invited()).toEqual({ asha: printed, bala: none, chitra: printed, devi: none });
      expect((await office.get('/api/staff/people')).status).toBe(200);

      const sheet = await office.post('/api/staff/invitations/print', print(['bala', 'chitra']));
      expect(sheet.status).toBe(200);
      const revoked = await office.post('/api/staff/invitations/revoke', { emails: ['asha@x.test'] });
      expect(revoked.status).toBe(200);
      const bytes = Buffer.from('Name,Email\nEsha,esha@x.test');
      const { body: read } = await office.form('/api/staff/intakes', [['file', { name: 'e.csv', bytes }]]);
      const peopleImport = `/api/staff/intakes/${read.id}`;
      expect((await office.put(`${peopleImport}/columns`, { columns: read.columns })).status).toBe(200);
      const key = { 'idempotency-key': 'imported-by-1.0.0' };
      expect((await office.post(`${peopleImport}/import`, { changes: null }, key)).status).toBe(200);
      const { link } = sheet.body.invitations.find(
        ({ s_id }: { s_id: string }) => s_id === 'chitra@x.test',
      ) as { link: string };
      const token = new URL(link).searchParams.get('token');
      const accepted = await fetch(`${old.process.url}/api/auth/invitation`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token, password: 'a quiet ferry at dawn', terms: true }),
      });
      expect(accepted.status).toBe(201);

      const context = { ...desk.context, database: makeDatabase(old.engine) };
      const listed = await listExpected(context, {
        isInvited: null,
        invitation: null,
        batchId: null,
        terms: [],
        former: null,
        beforeId: afterAllIds,
        limit: 10,
      });
      const states = listed.map(({ person: { s_id, invitation } }) => [s_id.split('@')[0], invitation]);
      expect(Object.fromEntries(states)).toEqual({
        asha: 'revoked',
        bala: printed,
        devi: none,
        esha: none,
      });
    },
  );
});
