import { expect, test } from 'vitest';
import { byTask } from '#contract/submissions/declaration';
import { buildAdministrator, buildBatch, buildCourse, buildMentor, buildProject } from '#support/factories';
import { readAuditLog } from '#support/read-audit-log';
import { makeTestApp } from '#support/test-app';

const web = 'Web Development';
const at = (rest: string) => `/api/staff/catalogue/${rest}`;

/** Two administrators who have opened the same forms. */
async function makeEditors() {
  const app = await makeTestApp();
  const { context } = app;
  const course = await buildCourse(context, { name: web });
  const batch = await buildBatch(context, { course_id: course.id, name: 'WEB-1' });
  await buildProject(context, { course_id: course.id, id: 'P001', name: 'Loan desk' });
  const [one, other] = [await buildAdministrator(context), await buildAdministrator(context)];
  const office = await app.as(one);
  const colleague = await app.as(other);
  const entry = async (rest: string) => (await office.get(at(rest))).body;
  const events = async () =>
    (await readAuditLog(app))
      .filter(({ actor_id }) => actor_id === one.id || actor_id === other.id)
      .map(({ act, before, after }) => ({ act, before, after }));
  return { ...app, batch, office, colleague, entry, events };
}

type Fields = Record<string, unknown>;

/** The whole form as it was shown, with what was typed; `began` has what the typed fields showed. */
const typedInto = (shown: Fields, typed: Fields) => {
  const { id: _, used: __, accounts: ___, ...fields } = shown;
  const began = Object.fromEntries(Object.keys(typed).map((name) => [name, shown[name]]));
  return { ...fields, ...typed, began };
};

const kinds: { address: string; one: Fields; other: Fields; same: string }[] = [
  {
    address: 'projects/P001',
    one: { details: 'Lends a cow.', seats: null },
    other: { name: 'Loan counter', overview: ['Plan', 'Build'], seats: 7 },
    same: 'details',
  },
  {
    address: 'batches/WEB-1',
    one: { comment_first: true, declaration: { statement: 'My own work.', ai_use: byTask({}) } },
    other: { name: 'WEB-1B', joining: 'invited', open: false },
    same: 'name',
  },
];

test.each(kinds)('$address: two people change different fields, and both hold', async (kind) => {
  const { office, colleague, entry, events } = await makeEditors();
  const { address, one, other } = kind;
  const shown = await entry(address);
  expect((await colleague.put(at(address), typedInto(shown, other))).body).toMatchObject(other);
  // An older page, whose `version` is stale and whose `seats` were not touched.
  const { seats: _, ...typed } = one;
  const saved = await office.put(at(address), typedInto(shown, typed));
  expect(saved).toMatchObject({ status: 200, body: { ...one, ...other } });
  const stored = await entry(address);
  expect(stored).toEqual(saved.body);
  const [, second] = await events();
  expect(Object.keys(second?.after as object).sort()).toEqual(Object.keys(typed).sort());
});

test.each(kinds)(
  '$address: of two who change one field the later is told, and nothing is written',
  async (kind) => {
    const { office, colleague, entry, events } = await makeEditors();
    const { address, same } = kind;
    const shown = await entry(address);
    const saved = await colleague.put(at(address), typedInto(shown, { [same]: 'Theirs' }));
    const later = typedInto(shown, { [same]: 'Mine', course: web.toUpperCase() });
    const refused = await office.put(at(address), later);
    expect(refused).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('was changed in the meantime'), current: saved.body },
    });
    expect(Object.keys(refused.body.current).sort()).toEqual(Object.keys(saved.body).sort());
    expect(await entry(address)).toEqual(saved.body);
    // The same text in other spacing is no conflict, and no act.
    expect((await office.put(at(address), typedInto(shown, { [same]: ' Theirs\r\n' }))).body).toEqual(
      saved.body,
    );
    // Whoever has seen the new text may replace it.
    const seen = await office.put(at(address), { ...later, began: { [same]: 'Theirs' } });
    expect(seen.body).toMatchObject({ [same]: 'Mine' });
    expect((await events()).length).toBe(2);
  },
);

test('what an older page does not touch stays: archived entries, seats and lists', async () => {
  const { office, colleague, entry } = await makeEditors();
  const shown = await entry('projects/P001');
  const archived = { retired: true, overview: ['Theirs'], seats: 3 };
  await colleague.put(at('projects/P001'), typedInto(shown, archived));
  const saved = await office.put(at('projects/P001'), typedInto(shown, { details: 'New' }));
  expect(saved.body).toMatchObject({ ...archived, details: 'New' });
  // A list of texts is one field.
  const refused = await office.put(at('projects/P001'), typedInto(shown, { overview: ['Mine'] }));
  expect(refused).toMatchObject({ status: 409, body: { current: { overview: ['Theirs'] } } });
  const batch = await entry('batches/WEB-1');
  await colleague.put(at('batches/WEB-1'), typedInto(batch, { retired: true }));
  const changed = await office.put(at('batches/WEB-1'), typedInto(batch, { comment_first: true }));
  expect(changed.body).toMatchObject({ retired: true, open: false, comment_first: true });
  // What both make together is checked as if one had typed it.
  const both = await office.put(at('batches/WEB-1'), typedInto(batch, { default: true }));
  expect(both).toMatchObject({ status: 400, body: { message: 'An archived batch cannot be the default.' } });
});

test('two who add a mentor each, or remove one: all of it holds', async () => {
  const { office, colleague, entry, context, batch } = await makeEditors();
  await buildMentor(context, [batch.id], { name: 'Chitra' });
  const address = 'batches/WEB-1';
  const first = await office.put(at(address), typedInto(await entry(address), { mentors: ['Biju', 'Asha'] }));
  expect(first.body.mentors).toEqual(['Asha', 'Biju', 'Chitra']);
  const shown = await entry(address);
  const add = (list: string[]) => typedInto(shown, { mentors: list });
  await colleague.put(at(address), add(['Asha', 'Biju', 'Chitra', 'Devi']));
  await office.put(at(address), add(['Asha', 'Biju', 'Chitra', 'Anil']));
  expect((await entry(address)).mentors).toEqual(['Anil', 'Asha', 'Biju', 'Chitra', 'Devi']);
  // One removes, the other adds the same as somebody before.
  await colleague.put(at(address), add(['Biju', 'Chitra']));
  await office.put(at(address), add(['Asha', 'Biju', 'Chitra', 'Devi']));
  expect((await entry(address)).mentors).toEqual(['Anil', 'Biju', 'Chitra', 'Devi']);
});

test('a declaration is one field: of two who change it the later is told', async () => {
  const { office, colleague, entry } = await makeEditors();
  const shown = await entry('batches/WEB-1');
  const theirs = { statement: 'Our own work.', ai_use: byTask({ 'week-1': 'none' }) };
  const mine = { statement: 'My own work.', ai_use: byTask({}) };
  await colleague.put(at('batches/WEB-1'), typedInto(shown, { declaration: theirs }));
  const refused = await office.put(at('batches/WEB-1'), typedInto(shown, { declaration: mine }));
  expect(refused).toMatchObject({ status: 409, body: { current: { declaration: theirs } } });
  const equal = { ai_use: byTask({ 'week-1': 'none' }), statement: ' Our own work.' };
  expect((await office.put(at('batches/WEB-1'), typedInto(shown, { declaration: equal }))).status).toBe(200);
});

test('a course: its name and its archive are changed each by itself', async () => {
  const { office, colleague, entry } = await makeEditors();
  const address = `courses/${encodeURIComponent(web)}`;
  const { course: shown } = await entry(address);
  await colleague.put(at('batches/WEB-1'), { name: 'WEB-1', course: web, open: false });
  expect((await colleague.put(at(address), typedInto(shown, { retired: true }))).status).toBe(200);
  const saved = await office.put(at(address), typedInto(shown, { name: 'Web development' }));
  expect(saved).toMatchObject({ status: 200, body: { name: 'Web development', retired: true } });
  const refused = await colleague.put(at(address), typedInto(shown, { name: 'WEB DEVELOPMENT' }));
  expect(refused).toMatchObject({ status: 409, body: { current: { name: 'Web development' } } });
});

test('of two who replace one file at once the later is told', async () => {
  const { office, colleague } = await makeEditors();
  const put = (who: typeof office, bytes: string, original: string) =>
    who.form(at('files'), [
      ['original', original],
      ['file', { name: 'P001.svg', bytes }],
    ]);
  const first = await put(office, '<svg/>', '');
  const { sha256 } = first.body;
  const both = await Promise.all([
    put(office, '<svg>1</svg>', sha256),
    put(colleague, '<svg>2</svg>', sha256),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const stored = both.find(({ status }) => status === 200)?.body.sha256;
  expect(both.find(({ status }) => status === 409)?.body.current).toMatchObject({ sha256: stored });
});

test('began takes only the names of the form', async () => {
  const { office, entry } = await makeEditors();
  const shown = await entry('projects/P001');
  const body = { ...typedInto(shown, { details: 'New' }), began: { used: false } };
  expect(await office.put(at('projects/P001'), body)).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/^began can have only: name, course, /) },
  });
});

test('a repetition answers with its own entry, whoever has its name since', async () => {
  const { office, colleague, entry } = await makeEditors();
  const once = { 'idempotency-key': 'added' };
  const { course } = await entry(`courses/${encodeURIComponent(web)}`);
  const renamed = typedInto(course, { name: 'Web' });
  const rename = () =>
    office.put(at(`courses/${encodeURIComponent(web)}`), renamed, { 'idempotency-key': 'renamed' });
  const add = () => office.post(at('courses'), { name: 'Embroidery' }, once);
  const open = { name: 'WEB-2', course: web, start: '2026-12-01', viva_deadline: null };
  const addBatch = () => office.post(at('batches'), { ...open, open: true, default: false }, once);
  const first = [await addBatch(), await rename(), await add()].map(({ status }) => status);
  expect(first).toEqual([201, 200, 201]);

  for (const name of ['Web', 'Embroidery']) {
    const shown = (await entry(`courses/${name}`)).course;
    await colleague.put(at(`courses/${name}`), typedInto(shown, { name: `${name} of before` }));
    expect((await colleague.post(at('courses'), { name })).status).toBe(201);
  }
  const shown = await entry('batches/WEB-2');
  await colleague.put(at('batches/WEB-2'), typedInto(shown, { name: 'WEB-2B' }));
  const other = { ...open, course: 'Web', open: true, default: false };
  expect((await colleague.post(at('batches'), other)).status).toBe(201);
  const again = [await addBatch(), await rename(), await add()].map(({ body }) => body.name);
  expect(again).toEqual(['WEB-2B', 'Web of before', 'Embroidery of before']);
  // Another request under the key, and one whose entry is gone.
  const refused = await office.post(at('courses'), { name: 'Weaving' }, once);
  expect(refused).toMatchObject({ status: 409, body: { message: /belongs to another request/ } });
  await colleague.delete(at('courses/Embroidery%20of%20before'));
  expect((await add()).status).toBe(404);
});
