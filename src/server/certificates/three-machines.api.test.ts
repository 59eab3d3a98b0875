import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '#server/app';
import { sessionCookieName } from '#server/accounts/sessions/cookies';
import { beginSession } from '#server/accounts/sessions/sessions';
import { closeContext, openContext } from '#server/platform/open-context';
import { engineName } from '#support/empty-database';
import { buildAdministrator } from '#support/factories';
import { certificatesPath, makeFrozenBatch } from '#support/frozen-batch';
import { type Client, makeClient } from '#support/test-app';

// Several machines share a PostgreSQL.
test.runIf(engineName === 'postgres')(
  'what is revoked, or issued, on one of three machines is so on the others at once',
  async () => {
    const { app, context, passed, freeze, numberOf } = await makeFrozenBatch();
    const { settings, log, clock } = context;
    const officer = await buildAdministrator(context);
    const cookieOf = async ({ id }: { id: number }) => ({
      [sessionCookieName(settings)]: await context.database.transaction((w) =>
        beginSession(w, id, clock.now()),
      ),
    });
    const [office, holder] = [await cookieOf(officer), await cookieOf(passed)];
    const servers = [app.app];
    while (servers.length < 3) {
      const other = {
        ...(await openContext({ ...settings, databaseUrl: app.databaseLocation }, log)),
        clock,
      };
      const server = await buildApp(other, { pages: null });
      onTestFinished(async () => {
        await server.close();
        await closeContext(other);
      });
      servers.push(server);
    }
    const machines = servers.map((server) => ({
      nobody: makeClient(server, {}),
      office: makeClient(server, office),
      holder: makeClient(server, holder),
    })) as [Machine, Machine, Machine];
    type Machine = Record<'nobody' | 'office' | 'holder', Client>;
    const seen = (number: string) =>
      Promise.all(
        machines.map(async ({ nobody, holder }) => [
          (await nobody.get(`/api/certificates/${number}`)).body.verdict as string,
          /<h1>(\w+)/.exec((await nobody.get(`/verify/${number}`)).body)?.[1],
          (await holder.get(`/certificates/${number}`)).status,
        ]),
      );
    const all = (...what: unknown[]) => machines.map(() => what);

    await freeze();
    expect((await machines[1].office.post(certificatesPath, {})).status).toBe(200);
    const number = await numberOf(passed);
    expect(await seen(number)).toEqual(all('genuine', 'Genuine', 200));
    // Asked for before there is one: nothing remembers that it was unknown.
    expect(await seen('CERT-2026-0000-0000-00000')).toEqual(all('unknown', 'Unknown', 404));
    const revocation = { reason: 'replaced', note: 'The name was corrected' };
    const path = `/api/staff/certificates/${number}/revocation`;
    expect((await machines[2].office.post(path, revocation)).status).toBe(200);
    expect(await seen(number)).toEqual(all('revoked', 'Revoked', 302));
    expect((await machines[0].office.post(path, revocation)).status).toBe(409);
    // The next one, from yet another machine.
    await machines[0].office.post(certificatesPath, {});
    expect(await seen(await numberOf(passed))).toEqual(all('genuine', 'Genuine', 200));
    expect(await seen(number)).toEqual(all('revoked', 'Revoked', 302));
  },
);
