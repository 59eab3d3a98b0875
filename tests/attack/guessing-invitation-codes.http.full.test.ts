import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs } from '#contract/durations';
import type { PasswordHasher } from '#server/platform/passwords/password-hasher';
import { buildBatch } from '#support/factories';
import { networkNumber } from '#support/log-in-from';
import { makeTestApp, type Answer } from '#support/test-app';

/** What somebody gains who guesses at the codes of printed invitations, and who is kept out meanwhile. */

const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const length = 10;
const possibleCodes = alphabet.length ** length;
const makeCode = () => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Takes no time, so that only the limits slow a guesser. */
function makeCountingPasswords() {
  const counted = { compared: 0 };
  const passwords: PasswordHasher = {
    hash: async (code) => `hash of ${code}`,
    async verify(code, hash, turn) {
      await turn?.begin?.();
      if (hash !== null) counted.compared += 1;
      return hash === `hash of ${code}`;
    },
    verifyAndRenew: async () => ({ fits: false, renewed: null }),
    figures: () => ({ running: 0, waiting: 0, begun: 0, waitedMs: 0 }),
    close: async () => {},
  };
  return { counted, passwords };
}

const people = 3_000;
const classSize = 60;
/** Of one phone: more are not compared with a guess, so this is the best for a guesser. */
const siblings = 5;
const phoneOf = (n: number) => String(9_000_000_000 + Math.floor(n / siblings));
const emailOf = (n: number) => `student${n}@x.test`;

async function makeAcademy() {
  const { counted, passwords } = makeCountingPasswords();
  const app = await makeTestApp({ passwords, settings: { requestsPerSecond: 0 } });
  const { context, clock } = app;
  const now = clock.now();
  const codes: string[] = [];
  for (let first = 0; first < people; first += classSize) {
    const { id: batch_id } = await buildBatch(context);
    const ofClass = Array.from({ length: classSize }, (_, n) => ({ n: first + n, code: makeCode() }));
    codes.push(...ofClass.map(({ code }) => code));
    await context.database.transaction(async (writer) => {
      const imported = ofClass.map(({ n }) => ({
        email: emailOf(n),
        name: 'Asha Rao',
        phone: phoneOf(n),
        batch_id,
        exit_score: null,
        grade: null,
        imported_at: now,
      }));
      await writer.insertInto('imported_people').values(imported).execute();
      const invited = ofClass.map(({ n, code }) => ({
        email: emailOf(n),
        token_hash: `of ${n}`,
        code_hash: `hash of ${code}`,
        way: 'print' as const,
        made_by: null,
        made_at: now,
        expires_at: now + 30 * dayMs,
        opened_at: null,
        used_at: null,
        revoked_at: null,
      }));
      await writer.insertInto('invitations').values(invited).execute();
    });
  }
  const open = (remoteAddress: string, code: string, contact: string): Promise<Answer> =>
    app.nobody.send({
      method: 'POST',
      url: '/api/auth/invitation/code',
      remoteAddress,
      payload: { code, contact },
    });
  return { app, counted, codes, open };
}

/** Its n-th address. A site of IPv6 has many lines. */
type Network = (n: number) => string;
const line =
  (number: number): Network =>
  () =>
    networkNumber(number);
const site =
  (number: number): Network =>
  (n) =>
    `2001:db8:${number.toString(16)}:${(n % 40).toString(16)}::1`;

const networks: Network[] = [
  ...Array.from({ length: 98 }, (_, n) => line(n)),
  ...Array.from({ length: 2 }, (_, n) => site(n)),
];
const [worstLine, worstSite] = [line(0), site(0)];

const what =
  'an hour of guessing from a hundred networks opens none of 3,000 invitations, and keeps nobody elsewhere out';
test(what, { timeout: 1_800_000 }, async () => {
  const { app, counted, codes, open } = await makeAcademy();
  const { clock, context } = app;
  let guesses = 0;
  /** Until it is refused. @returns how many codes the guesses met */
  async function guessFrom(network: Network): Promise<number> {
    const before = counted.compared;
    for (let n = 0; n < 5_000; n += 1) {
      const phone = phoneOf((guesses * siblings) % people);
      const { status } = await open(network(n), makeCode(), phone);
      if (status === 429) return counted.compared - before;
      expect(status).toBe(400);
      guesses += 1;
    }
    throw new Error('No limit ends this.');
  }
  const met = [];
  for (const network of networks) met.push(await guessFrom(network));
  expect(new Set(met.slice(0, 98))).toEqual(new Set([100 * siblings]));
  expect(new Set(met.slice(98))).toEqual(new Set([1_000 * siblings]));

  // Each quarter of an hour is like the first, also the one that begins when the hour ends.
  let hourOfSite = met.at(-1) as number;
  for (let quarter = 1; quarter <= 4; quarter += 1) {
    clock.advance(15 * minuteMs);
    expect(await guessFrom(worstLine)).toBe(met[0]);
    hourOfSite += await guessFrom(worstSite);
  }
  const opened = context.database.reader.selectFrom('invitations').where('opened_at', 'is not', null);
  expect(await opened.select('id').execute()).toEqual([]);
  // A guess that meets k codes opens one in k of all possible codes; as if all networks were sites.
  const ofAnHour = (networks.length * hourOfSite) / possibleCodes;
  expect(ofAnHour).toBeLessThan(1e-8);
  const hours = (30 * dayMs) / hourMs;
  expect(ofAnHour * hours, 'as long as an invitation is open').toBeLessThan(1e-5);
  expect(guesses).toBeGreaterThan(15_000);

  const own = (n: number, address: string) => open(address, codes[n] as string, emailOf(n));
  const classmate = 7;
  expect((await own(classmate, '203.0.113.1')).status, 'of a class whose contacts were all tried').toBe(200);
  // A school's address, where most of a class mistype their code, one of them without end.
  const school = '203.0.113.2';
  for (let n = 0; n < classSize; n += 1)
    expect((await open(school, makeCode(), emailOf(n))).status).toBe(400);
  for (let n = 0; n < 15; n += 1) await open(school, makeCode(), emailOf(1));
  expect((await own(classmate + 1, school)).status).toBe(200);
  expect((await own(1, school)).body.message).toContain('for this email or phone number');

  // In the guesser's own network a student is told when to try again, and that the link works meanwhile.
  const refused = await own(classmate + 2, worstLine(0));
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many' } });
  expect(refused.body.message).toMatch(
    /The link on your paper still works\. Please try again in \d+ minutes\.$/,
  );
  const seconds = Number(refused.headers['retry-after']);
  expect(seconds).toBeLessThanOrEqual(15 * 60);
  clock.advance(seconds * 1_000);
  expect((await own(classmate + 2, worstLine(0))).status).toBe(200);
});
