import { expect, test } from 'vitest';
import { buildCourse, buildStudent } from '#support/factories';
import { makeTestApp, makeTestContext, type TestContext } from '#support/test-app';
import { loadSample } from './sample-files.ts';

async function catalogueOf({ context }: TestContext) {
  const { reader } = context.database;
  const batches = await reader.selectFrom('batches').selectAll().orderBy('name').execute();
  const projects = await reader.selectFrom('projects').selectAll().orderBy('id').execute();
  return { batches, projects };
}

test('an empty database gets the sample: batches, projects with pictures and documents, no people', async () => {
  const app = await makeTestApp();
  expect(await loadSample(app.context)).toBe(true);
  const { batches, projects } = await catalogueOf(app);
  expect(batches.map(({ name, is_open, is_default }) => [name, is_open, is_default])).toEqual([
    ['DSA-2026-10', 1, 0],
    ['MERN-2024-03', 0, 0],
    ['MERN-2026-11', 1, 1],
  ]);
  expect(batches[1]?.viva_deadline).toBe(Date.parse('2024-08-01T18:29:59Z'));
  expect(projects.length).toBeGreaterThanOrEqual(8);
  for (const courseId of new Set(projects.map(({ course_id }) => course_id))) {
    expect(projects.filter(({ course_id }) => course_id === courseId).length).toBeGreaterThanOrEqual(4);
  }
  const student = await app.as(await buildStudent(app.context, { batch_id: null }));
  for (const { background_image, project_url, ref1, ref2, ref3, ref4, overview } of projects) {
    expect((await student.get(background_image)).headers['content-type']).toBe('image/svg+xml');
    expect((await student.get(project_url)).headers['content-type']).toMatch(/^text\/html/);
    for (const reference of [ref1, ref2, ref3, ref4]) expect(reference).toMatch(/^https?:\/\//);
    expect(JSON.parse(overview)).not.toEqual([]);
  }
  const people = await app.context.database.reader.selectFrom('accounts').select('email').execute();
  expect(people).toHaveLength(1);
});

test('a second start leaves the catalogue alone, as does a catalogue of one course', async () => {
  const app = await makeTestContext();
  await loadSample(app.context);
  await app.context.database.transaction((writer) =>
    writer.updateTable('batches').set({ is_open: 0 }).where('name', '=', 'DSA-2026-10').execute(),
  );
  const before = await catalogueOf(app);
  expect(await loadSample(app.context)).toBe(false);
  expect(await catalogueOf(app)).toEqual(before);

  const own = await makeTestContext();
  await buildCourse(own.context);
  expect(await loadSample(own.context)).toBe(false);
});

test('processes that start together load it once', async () => {
  const app = await makeTestContext();
  const loaded = await Promise.all(Array.from({ length: 4 }, () => loadSample(app.context)));
  expect(loaded.filter(Boolean)).toHaveLength(1);
  const { batches, projects } = await catalogueOf(app);
  expect([batches.length, projects.length]).toEqual([3, 10]);
});

