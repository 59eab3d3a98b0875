import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { InjectOptions } from 'fastify';
import { sessionCookieName } from '#server/accounts/sessions/cookies';
import type { Sender } from '#server/platform/mail/smtp-sender';
import { dayMs } from '#contract/durations';
import { newPlan } from '#contract/vivas/plan';
import { encodeForm } from '#support/encode-form';
import {
  buildAdministrator,
  buildBatch,
  buildCourse,
  buildImportedPerson,
  buildMentor,
  buildProject,
  buildSelection,
  buildStudent,
} from '#support/factories';
import { readZip } from '#support/read-zip';
import type { Answer, TestClock } from '#support/test-app';
import { makeDraw, seedRandomness, type Draw } from './draws.ts';
import { Intervals } from './intervals.ts';
import { Ledger, type Person, type Request } from './ledger.ts';
import { databaseFile, openPortal, type Portal } from './portal.ts';
import { Killed, Seams, type Fault } from './seams.ts';

export const courseName = 'Simulated course';
export const batchNames = ['OURS', 'THEIRS'] as const;
export const roomNames = ['Room 1', 'Room 2'] as const;
export const projectIds = ['S1', 'S2', 'S3'] as const;
const invited = [0, 1].map((at) => ({
  email: `invited${at}@example.test`,
  name: `Invited ${'AB'[at]}`,
  batch: batchNames[at] as string,
}));
const password = 'secret of the simulation';
const beginning = Date.parse('2026-11-21T09:00:00.000Z');

/** `#support/test-app` has the same for tests alone. */
function makeClock(): TestClock {
  let now = beginning;
  return {
    now: () => now,
    set: (instant) => (now = typeof instant === 'number' ? instant : Date.parse(instant)),
    advance: (ms) => (now += ms),
  };
}

/** Every academy begins with the same people. */
type Populated = { bytes: Buffer; note: (ledger: Ledger) => void };
let populated: Populated | null = null;

/** An academy with its portal, on a folder and a clock of its own. */
export class World {
  readonly ledger = new Ledger();
  readonly clock: TestClock;
  readonly folder: string;
  readonly transcript: string[] = [];
  readonly backups: string;
  draw: Draw;
  portal!: Portal;
  /** What the mail server answers, and how many mails it has taken of each event. */
  mailServer: 'takes' | 'unreachable' | 'refuses later' = 'takes';
  readonly taken = new Map<string, number>();
  /** Of each event, in how many rounds of the worker that were killed a mail was taken: nobody could note that. */
  readonly unnoted = new Map<string, number>();
  /** Events of the present round. */
  takenNow: string[] = [];
  readonly intervals = new Intervals();
  /** The migrated and empty database. */
  readonly source: string;
  readonly #restore: () => void;
  #keys = 0;

  private constructor(seed: number, source: string) {
    this.source = source;
    this.#restore = seedRandomness(seed);
    this.intervals.hold();
    this.clock = makeClock();
    this.folder = mkdtempSync(path.join(tmpdir(), 'capstone-simulated-'));
    this.backups = path.join(this.folder, 'backups');
    this.draw = makeDraw(seed);
  }

  static async open(seed: number, source: string): Promise<World> {
    populated ??= await World.#makePopulated(source);
    const world = new World(seed, source);
    const data = path.join(world.folder, 'data');
    mkdirSync(data, { recursive: true });
    writeFileSync(databaseFile(data), populated.bytes);
    populated.note(world.ledger);
    for (const one of invited)
      world.ledger.invited.push({ ...one, codes: [], ended: new Set(), hasCome: false });
    await world.start();
    return world;
  }

  static async #makePopulated(source: string): Promise<Populated> {
    const world = new World(0, source);
    await world.start();
    await world.#populate();
    await world.portal.context.database.foldLog();
    const bytes = readFileSync(databaseFile(path.join(world.folder, 'data')));
    const people = JSON.stringify(world.ledger.people);
    const choices = JSON.stringify([...world.ledger.choices]);
    await world.close();
    return {
      bytes,
      note(ledger) {
        ledger.people.push(...(JSON.parse(people) as Person[]));
        for (const [id, choice] of JSON.parse(choices)) ledger.choices.set(id, choice);
      },
    };
  }

  async start(): Promise<void> {
    const folder = path.join(this.folder, 'data');
    this.portal = await openPortal({ folder, source: this.source, clock: this.clock, seams: new Seams() });
  }

  async close(): Promise<void> {
    await this.portal.close();
    this.intervals.release();
    this.#restore();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #populate(): Promise<void> {
    const { context } = this.portal;
    const course = await buildCourse(context, { name: courseName });
    const batches = [];
    for (const name of batchNames) batches.push(await buildBatch(context, { name, course_id: course.id }));
    for (const id of projectIds)
      await buildProject(context, { id, course_id: course.id, seats: id === 'S3' ? 1 : null });
    const ids = batches.map(({ id }) => id);
    const password_hash = await context.passwords.hash(password);
    const add = (row: { id: number; email: string; name: string }, rest: Partial<Person>): void =>
      void this.ledger.people.push({
        id: row.id,
        email: row.email,
        name: row.name,
        password,
        role: 'student',
        batch: null,
        batches: [],
        state: 'active',
        isConfirmed: true,
        cookie: null,
        ...rest,
      });
    for (const [number, batch] of [0, 0, 0, 1, 1].entries()) {
      const row = { email: `student${number}@example.test`, name: `Student ${'ABCDE'[number]}` };
      const rest = { password_hash, phone: '9876543210', batch_id: ids[batch] as number };
      const made = await buildStudent(context, { ...row, ...rest });
      add(made, { batch: batchNames[batch] as string });
      // The others choose in the simulation, whose tasks are open weeks later.
      if (number % 2 === 1) continue;
      const at = this.clock.now() - 29 * dayMs;
      const project = projectIds[number === 0 ? 0 : 1];
      await buildSelection(context, {
        account_id: made.id,
        project_id: project,
        started_at: at,
        chosen_at: at,
      });
      this.ledger.choices.set(made.id, { project, at });
    }
    for (const [number, own] of [[0], [0, 1], [1]].entries()) {
      const row = { email: `mentor${number}@example.test`, name: `Mentor ${'ABC'[number]}`, password_hash };
      const of = own.map((at) => ids[at] as number);
      const made = await buildMentor(context, of, { ...row, confirmed_at: this.clock.now() });
      add(made, { role: 'mentor', batches: own.map((at) => batchNames[at] as string) });
    }
    const office = { email: 'office@example.test', name: 'Office', password_hash };
    add(await buildAdministrator(context, { ...office, confirmed_at: this.clock.now() }), {
      role: 'administrator',
    });
    for (const [at, { email, name }] of invited.entries())
      await buildImportedPerson(context, {
        email,
        name,
        batch_id: ids[at % ids.length] as number,
        phone: `987654321${at}`,
      });
    await this.#planVivas();
  }

  /** Plans without days, whose rooms and examiners the office uses in the simulation. */
  async #planVivas(): Promise<void> {
    const [who = null] = this.ledger.of('administrator');
    const rooms = roomNames.map((name) => ({ name, link: null }));
    for (const batch of batchNames) {
      const url = `/api/staff/batches/${batch}/viva-plan`;
      const { status, body } = await this.send({ who, method: 'PUT', url, body: { ...newPlan, rooms } });
      if (status !== 200) throw new Error(`The plan is answered ${status}: ${JSON.stringify(body)}`);
    }
    if (who !== null) who.cookie = null;
  }

  key(): string {
    return `key ${++this.#keys}`;
  }

  /** Sends once; logs in first where nobody is. @throws Killed */
  async send(request: Request): Promise<Answer> {
    const { who } = request;
    if (who !== null && who.cookie === null) await this.logIn(who);
    let answer = await this.#inject(request);
    if (answer.status === 401 && who?.state === 'active') {
      await this.logIn(who);
      answer = await this.#inject(request);
    }
    if (answer.body?.code === 'proof_needed' && who !== null) {
      const proof = { password: who.password };
      await this.#inject({ who, method: 'POST', url: '/api/account/proof', body: proof });
      answer = await this.#inject(request);
    }
    return answer;
  }

  async logIn(who: Person): Promise<Answer> {
    const body = { email: who.email, password: who.password };
    const answer = await this.#inject({ who: null, method: 'POST', url: '/api/auth/login', body });
    const name = sessionCookieName(this.portal.context.settings);
    const set = [answer.headers['set-cookie'] ?? []].flat().map(String);
    const own = set.find((cookie) => cookie.startsWith(`${name}=`));
    who.cookie = own === undefined ? null : (own.split(';', 1)[0] ?? null);
    return answer;
  }

  async #inject({ who, method, url, body, form, key }: Request): Promise<Answer> {
    const encoded = form === undefined ? null : encodeForm(form);
    const options: InjectOptions = {
      method,
      url,
      headers: {
        ...encoded?.headers,
        ...(who?.cookie != null && { cookie: who.cookie }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(encoded !== null && { payload: encoded.body }),
      ...(body !== undefined && { payload: body }),
    };
    const response = await this.portal.send(options);
    if (this.portal.seams.isDead) throw new Killed();
    const isJson = String(response.headers['content-type'] ?? '').startsWith('application/json');
    return {
      status: response.statusCode,
      body: isJson && response.body !== '' ? response.json() : response.body,
      headers: response.headers,
    };
  }

  async idOf(email: string): Promise<number> {
    const { reader } = this.portal.context.database;
    const accounts = reader.selectFrom('accounts').where('email', '=', email);
    return (await accounts.select('id').executeTakeFirstOrThrow()).id;
  }

  /** A read, without seams. */
  async read(who: Person, url: string): Promise<Answer> {
    return this.send({ who, method: 'GET', url });
  }

  /** The texts of an archive, without seams. */
  async readArchive(who: Person, url: string): Promise<string> {
    await this.read(who, '/api/account');
    const headers = { cookie: who.cookie ?? '' };
    const { statusCode, rawPayload } = await this.portal.send({ method: 'GET', url, headers });
    if (statusCode !== 200) throw new Error(`${url} is answered ${statusCode}`);
    return [...readZip(rawPayload).values()].map(String).join('\n');
  }

  /** With a fault, until the work has ended. @returns null where the portal was killed; then it is open again */
  async under<T>(fault: Fault | null, work: () => Promise<T>): Promise<T | null> {
    const { seams } = this.portal;
    seams.plan(fault);
    try {
      return await work();
    } catch (error) {
      if (!seams.isDead) throw error;
      return null;
    } finally {
      seams.plan(null);
      if (seams.isDead) await this.restart();
    }
  }

  /** As after a power failure. */
  async restart(): Promise<void> {
    const { broken } = this.portal.seams;
    await this.portal.kill();
    await this.start();
    this.portal.seams.broken.push(...broken);
  }

  async stopAndStart(): Promise<void> {
    const { broken } = this.portal.seams;
    await this.portal.close();
    await this.start();
    this.portal.seams.broken.push(...broken);
  }

  readonly deliver: Sender = async (mail) => {
    await this.portal.seams.pass('publish');
    if (this.mailServer === 'unreachable') return { kind: 'unreachable', reason: 'simulated' };
    if (this.mailServer === 'refuses later') return { kind: 'failed', reason: 'simulated' };
    this.taken.set(mail.event, (this.taken.get(mail.event) ?? 0) + 1);
    this.takenNow.push(mail.event);
    this.ledger.mails.push({ to: mail.recipient, event: mail.event, text: `${mail.subject}\n${mail.text}` });
    return { kind: 'sent' };
  };
}
