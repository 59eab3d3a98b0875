import { expect, test } from 'vitest';
import { namesFields } from '#contract/wire/endpoint';
import { endpoints } from '#contract/wire/endpoints';
import { fillPath, type RouteAddress } from '#contract/fill-path';
import { paths } from '#contract/paths';
import { expectHttpError } from '#support/expect-http-error';
import { buildCertificate } from '#support/build-certificate';
import { freezeStudents } from '#support/freeze-student';
import {
  buildAdministrator,
  buildBatch,
  buildMentor,
  buildProject,
  buildQuestion,
  buildSelection,
  buildStudent,
  buildSubmission,
  buildViva,
} from '#support/factories';
import { makeTestApp, type Answer } from '#support/test-app';
import { threadTimeOf } from '#support/thread-time';

/** Every call that takes JSON (an upload takes bytes): the hostile bodies below go to each. */
const jsonCalls = Object.entries(endpoints).filter(
  ([, { method, ...call }]) =>
    (method === 'POST' || method === 'PUT') && !('multipart' in call) && call.path !== paths.beginUpload.path,
);

type Insider = { send(call: RouteAddress, payload: string, type?: string): Promise<Answer> };

/** Somebody who gets past the rule of every call, so that each body is read. */
async function makeInsider(): Promise<Insider> {
  const app = await makeTestApp();
  const batch = await buildBatch(app.context);
  const author = await buildStudent(app.context, { batch_id: batch.id });
  const question = await buildQuestion(app.context, { author_id: author.id, batch_id: batch.id });
  const submission = await buildSubmission(app.context, { account_id: author.id });
  const project = await buildProject(app.context);
  const mentor = await buildMentor(app.context);
  const freeze_id = await freezeStudents(app.context, { batchId: batch.id, accountIds: [author.id] });
  const ofAuthor = { account_id: author.id, batch_id: batch.id, issued_by: author.id };
  const number = await buildCertificate(app.context, { ...ofAuthor, freeze_id });
  const office = await buildAdministrator(app.context);
  const examined = await buildStudent(app.context, { batch_id: batch.id });
  await buildSelection(app.context, { account_id: examined.id, project_id: project.id });
  await buildViva(app.context, { account_id: examined.id, batch_id: batch.id, panel: [office.id] });
  const [student, administrator] = [await app.as(author), await app.as(office)];
  return {
    send({ method, path }, payload, type = 'application/json') {
      const id = path.startsWith('/api/staff/submissions/') ? submission.number : String(question.id);
      const isOwn = /^\/api\/(students\/|account\/(consent|guardian|viva-consent))/.test(path);
      const client = isOwn ? student : administrator;
      const ofStudent =
        isOwn || /^\/api\/staff\/(students|people|batches\/:batch\/viva-plan\/students)\//.test(path);
      const ofMentor = path.startsWith('/api/staff/members/');
      const ofPanel = /^\/api\/staff\/(vivas\/|batches\/:batch\/viva-day\/students\/)/.test(path);
      const ofOne = [ofPanel && examined.email, ofStudent && author.email, ofMentor && mentor.email].find(
        (email) => email !== false,
      );
      const s_id = ofOne ?? batch.name;
      const of = {
        batch: batch.name,
        p_id: project.id,
        task: 'week-1',
        phrase: '1',
        course: 'Any',
        kind: 'batch',
        place: batch.name,
      };
      const url = fillPath(path, { s_id, id, number, ...of });
      return client.send({ method, url, headers: { 'content-type': type }, payload });
    },
  };
}

const hostile: Record<string, [body: string, status: number]> = {
  'no JSON': ['{"name": ', 400],
  'a stray comma': ['{"name": "a",}', 400],
  '__proto__ as a key': ['{"__proto__": {"role": "administrator"}}', 400],
  '__proto__ inside': ['{"name": {"a": [{"__proto__": 1}]}}', 400],
  '__proto__ escaped': ['{"\\u005f_proto__": {"isAdmin": true}}', 400],
  'constructor.prototype': ['{"constructor": {"prototype": {"isAdmin": true}}}', 400],
  'a hundred thousand levels of lists': ['['.repeat(100_000) + ']'.repeat(100_000), 400],
  'a hundred thousand levels that never close': ['['.repeat(100_000), 400],
  'twenty thousand levels of objects': ['{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000), 400],
  'deep under a known key': [`{"name": ${'['.repeat(90_000)}${']'.repeat(90_000)}}`, 400],
  'a megabyte': [JSON.stringify({ name: 'x'.repeat(1_048_576) }), 413],
  'a list': ['[1, 2, 3]', 400],
  'a text': ['"text"', 400],
  'a number': ['7', 400],
  nothing: ['null', 400],
};

test('hostile bodies are refused by every call', { tags: 'full' }, async () => {
  const insider = await makeInsider();
  const codes: Record<number, string> = { 400: 'bad_request', 413: 'too_large' };
  const withBody = jsonCalls.filter(([, call]) => 'body' in call);
  expect(withBody.length).toBeGreaterThan(7);
  for (const [what, [body, status]] of Object.entries(hostile)) {
    for (const [name, call] of withBody) {
      // Where every field may be left out, no body is an empty one.
      if (body === 'null' && 'body' in call && call.body.safeParse({}).success) continue;
      const answer = await insider.send(call, body);
      expectHttpError(answer, status, codes[status] as string, `${name}: ${what}`, namesFields(call));
    }
  }
  expect(Object.prototype).not.toHaveProperty('isAdmin');
});

test('a body of another type is refused by every call', async () => {
  const insider = await makeInsider();
  const types = [
    'text/plain',
    'text/html',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'nonsense',
    '',
  ];
  for (const [name, call] of jsonCalls) {
    for (const type of types) {
      const answer = await insider.send(call, '{"email":"a@b.c"}', type);
      expectHttpError(answer, 415, 'unsupported_type', `${name} ${type}`);
    }
  }
});

test('wrong types and NUL in every field of every body are 400', async () => {
  const insider = await makeInsider();
  for (const [name, call] of jsonCalls) {
    if (!('body' in call)) continue;
    for (const field of Object.keys(call.body.shape)) {
      // A form of which nothing was changed.
      const wrong = field === 'began' ? [] : [{}];
      for (const value of [...wrong, [], [[]], { $ne: null }, 'a\0b']) {
        const answer = await insider.send(call, JSON.stringify({ [field]: value }));
        const what = `${name} ${field} ${JSON.stringify(value)}`;
        expectHttpError(answer, 400, 'bad_request', what, namesFields(call));
      }
    }
  }
});

test('prototype keys are refused beside fields that are in order', async () => {
  const { nobody } = await makeTestApp();
  const json = { 'content-type': 'application/json' };
  const login = '"email": "a@example.test", "password": "secret1"';
  expect((await nobody.post('/api/auth/login', `{${login}}`, json)).status).toBe(401);
  for (const key of ['"__proto__": {}', '"constructor": {"prototype": {}}', '"a": [{"__proto__": 1}]']) {
    const answer = await nobody.post('/api/auth/login', `{${login}, ${key}}`, json);
    expectHttpError(answer, 400, 'bad_request', key);
  }
});

test('an address that takes the pattern long is refused at once', async () => {
  const { nobody } = await makeTestApp();
  const email = `a@${'.'.repeat(200_000)}@`;
  const person = { name: 'Asha', email, password: 'secret1', phone: '9876543210', batch: 'B' };
  const ms = await threadTimeOf(async () =>
    expectHttpError(await nobody.post('/api/auth/signup', person), 400, 'bad_request', 'signup'),
  );
  // Minutes, were the pattern tried.
  expect(ms).toBeLessThan(5_000);
});
