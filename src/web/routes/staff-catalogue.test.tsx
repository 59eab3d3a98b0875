import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FileEntry, ProjectEntry } from '#contract/catalogue/calls';
import { byTask } from '#contract/submissions/declaration';
import { administrator, batchEntry, listedCourse, projectEntry } from '#support/catalogue-fixtures';
import { mentor } from '#support/contract-fixtures';
import { settle } from '#support/fake-clock';
import { mockApi, type MockApi } from '#support/mock-api';
import { renderScreen } from '#support/render-screen';
import { projectFields } from '../features/catalogue/entry-fields.ts';
import { checkMarked } from '../lib/field-errors.ts';
import { openDrafts, readDraft, removeDrafts, writeDraft } from '../lib/forms/drafts.ts';
import { readSession } from '../lib/session/session.ts';
import * as staffCatalogue from './staff-catalogue.tsx';
import * as staffBatch from './staff-catalogue-batch.tsx';
import * as staffProject from './staff-catalogue-project.tsx';

const projects = { path: '/staff/catalogue/projects/:p_id', at: '/staff/catalogue/projects/P001' };
const batches = { path: '/staff/catalogue/batches/:batch', at: '/staff/catalogue/batches/MERN-2026-11' };

let api: MockApi;
beforeEach(async () => {
  await openDrafts(administrator.s_id);
  await removeDrafts();
  api = mockApi();
  api.reply('listCatalogue', { courses: [listedCourse], next: null });
  api.reply('readProjectEntry', projectEntry);
  api.reply('readBatchEntry', batchEntry);
  api.reply('readBatchHold', { hold: null });
  api.reply('readSession', { student: administrator });
});

const open = async (
  route: object,
  where: { path: string; at: string },
  user: typeof mentor = administrator,
) => {
  await renderScreen(route as never, { ...where, user });
  await settle(() => screen.getByRole('heading', { level: 1 }));
};
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('a project in the catalogue', () => {
  it('shows beside its form what students would see, as one types, and is saved against what was seen', async () => {
    await open(staffProject, projects);
    const view = within(screen.getByRole('region', { name: 'As students see it' }));
    type('Name', 'Token queue');
    type('Overview', 'One\n\n Two ');
    type('Seats', '8');
    expect(view.getAllByText('Token queue')).toHaveLength(2);
    expect(view.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['One', 'Two']),
    );
    const saved = { ...projectEntry, name: 'Token queue', overview: ['One', 'Two'], seats: 8, version: 'p2' };
    api.reply('changeProject', saved);
    api.reply('readProjectEntry', saved);
    await userEvent.click(screen.getByRole('button', { name: 'Save the project' }));
    expect(await screen.findByText('Saved.')).toBeTruthy();
    const { id: _, used: __, ...body } = { ...saved, version: 'p1' };
    const { name, overview, seats } = projectEntry;
    expect(api.of('changeProject')[0]?.body).toEqual({ ...body, began: { name, overview, seats } });
  });

  it('needs no more than a name and a course, and says what is missing before it is offered', async () => {
    const bare: ProjectEntry = {
      ...projectEntry,
      details: '',
      overview: [],
      prerequisiteKnowledge: [],
      jobOpportunities: [],
      backgroundImage: '',
      project_url: '',
      ref1: '',
      ref2: '',
      ref3: '',
      ref4: '',
    };
    api.reply('readProjectEntry', bare);
    await open(staffProject, projects);
    expect(
      screen.getByText(/^Students cannot choose this project yet\. To offer it, fill in Details/),
    ).toBeTruthy();
    expect(screen.getByText('P001, not offered yet')).toBeTruthy();
    const required = [...document.querySelectorAll('[required]')].map((field) => field.getAttribute('name'));
    expect(required).toEqual(['name', 'course']);
    const view = within(screen.getByRole('region', { name: 'As students see it' }));
    expect(view.getByText('No details yet.')).toBeTruthy();
    expect(view.getByText('No overview available.')).toBeTruthy();
    expect(view.queryByRole('img')).toBeNull();
    type('Details', 'Rows a boat.');
    api.reply('changeProject', { ...bare, details: 'Rows a boat.' });
    api.reply('readProjectEntry', { ...bare, details: 'Rows a boat.' });
    await userEvent.click(screen.getByRole('button', { name: 'Save the project' }));
    await settle(() => expect(screen.queryByText('P001, not offered yet')).toBeNull());
    expect(api.of('changeProject')[0]?.body).toMatchObject({ backgroundImage: '', ref1: '', overview: [] });
  });

  const message = 'This project was changed in the meantime. Your version is not saved yet.';
  const theirs = { ...projectEntry, details: 'Theirs.', seats: 7, version: 'p9' };
  const details = () => screen.getByLabelText<HTMLTextAreaElement>('Details').value;
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save the project' }));
  const sent = () => api.of('changeProject').map(({ body }) => body as Record<string, unknown>);

  it('shows both texts where others have changed it, and only the button that says so overwrites them', async () => {
    await open(staffProject, projects);
    type('Details', 'Mine.');
    api.replyConflict('changeProject', message, theirs);
    await save();
    const notice = within(await screen.findByRole('alert'));
    expect(notice.getByText('Theirs.')).toBeTruthy();
    expect(notice.getByText('Mine.')).toBeTruthy();
    expect(details()).toBe('Mine.');
    // What was not touched shows what is stored now.
    expect(screen.getByLabelText<HTMLInputElement>('Seats').value).toBe('7');
    await save();
    await settle(() => expect(sent()).toHaveLength(2));
    expect(sent()[1]).toMatchObject({ version: '', began: { details: projectEntry.details } });
    api.reply('changeProject', { ...theirs, details: 'Mine.', version: 'p10' });
    await userEvent.click(await screen.findByRole('button', { name: 'Save mine anyway' }));
    await settle(() => expect(sent()).toHaveLength(3));
    const mine = { details: 'Mine.', seats: 7, version: 'p9', began: { details: 'Theirs.' } };
    expect(sent()[2]).toMatchObject(mine);
  });

  const draft = `${administrator.account} project P001`;
  const older = { ...projectEntry, name: 'Token queue', overview: ['Issue'] };

  it('a draft changes only what was typed, and tells what was stored otherwise since', async () => {
    writeDraft(
      draft,
      JSON.stringify({ ...projectFields(older), details: 'Mine.', ref1: 'https://mine.test' }),
    );
    writeDraft(`about ${draft}`, JSON.stringify({ details: 'Before.', ref1: projectEntry.ref1 }));
    await open(staffProject, projects);
    expect(details()).toBe('Mine.');
    const notice = within(await screen.findByRole('alert'));
    expect(notice.getByText(projectEntry.details)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe(projectEntry.name);
    await userEvent.click(notice.getByRole('button', { name: 'Keep the other version' }));
    expect(details()).toBe(projectEntry.details);
    api.reply('changeProject', projectEntry);
    await save();
    await settle(() => expect(sent()).toHaveLength(1));
    const { name, overview, ref1 } = projectEntry;
    expect(sent()[0]).toMatchObject({ name, overview, ref1: 'https://mine.test', began: { ref1 } });
  });

  it('a draft of a version before begins with what is stored as it is opened', async () => {
    writeDraft(draft, JSON.stringify({ ...projectFields(projectEntry), details: 'Mine.' }));
    await open(staffProject, projects);
    expect(details()).toBe('Mine.');
    api.reply('changeProject', { ...projectEntry, details: 'Mine.' });
    await save();
    await settle(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]).toMatchObject({ began: { details: projectEntry.details } });
    await waitFor(() => expect(readDraft(draft)).toBeUndefined());
  });

  it('what is typed while it saves stays, and is a change of its own', async () => {
    await open(staffProject, projects);
    type('Details', 'Mine.');
    const saved = Promise.withResolvers<ProjectEntry>();
    api.replyWith('changeProject', () => saved.promise);
    await save();
    type('Details', 'Mine. And more.');
    api.reply('readProjectEntry', { ...projectEntry, details: 'Mine.' });
    saved.resolve({ ...projectEntry, details: 'Mine.' });
    expect(await screen.findByText('Saved.')).toBeTruthy();
    expect(details()).toBe('Mine. And more.');
    expect(readDraft(draft)).toContain('Mine. And more.');
    await save();
    await settle(() => expect(sent()).toHaveLength(2));
    expect(sent()[1]).toMatchObject({ details: 'Mine. And more.', began: { details: 'Mine.' } });
  });

  it('says at its field what the portal refuses', async () => {
    await open(staffProject, projects);
    const message = '"ref1" must be an address that begins with http:// or https://';
    api.refuse('changeProject', 400, { message, code: 'bad_request' });
    await userEvent.click(screen.getByRole('button', { name: 'Save the project' }));
    const field = await screen.findByLabelText('Reference 1');
    await settle(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByText('Must be an address that begins with http:// or https://')).toBeTruthy();
  });

  it('says all that is refused at once, each until it is mended, in words of the screen', async () => {
    await open(staffProject, projects);
    type('Reference 1', '');
    api.refuse('changeProject', 400, {
      message: '"ref1" must be a text of 1 to 2,000 characters',
      fields: [
        { name: 'ref1', message: 'must be a text of 1 to 2,000 characters' },
        { name: 'seats', message: 'must be a whole number' },
      ],
    });
    await userEvent.click(screen.getByRole('button', { name: 'Save the project' }));
    expect(await screen.findByText(checkMarked)).toBeTruthy();
    const isWrong = (label: string) => screen.getByLabelText(label).getAttribute('aria-invalid');
    expect([isWrong('Reference 1'), isWrong('Seats'), isWrong('Details')]).toEqual(['true', 'true', null]);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Seats')));
    type('Reference 1', 'https://example.test');
    expect([isWrong('Reference 1'), isWrong('Seats')]).toEqual([null, 'true']);
  });

  it('takes an uploaded picture at once, and asks before it replaces another one', async () => {
    await open(staffProject, projects);
    const there: FileEntry = {
      path: '/images/my-plan.png',
      bytes: 3,
      sha256: 'a'.repeat(64),
      used_by: ['P002'],
    };
    api.replyConflict('putCatalogueFile', 'There is already another file at /images/my-plan.png.', there);
    await userEvent.upload(
      screen.getByLabelText('Upload a picture'),
      new File(['png'], 'my plan.PNG', { type: 'image/png' }),
    );
    const notice = within(await screen.findByRole('alert'));
    expect(notice.getByText('Used by P002, which will show the new one.')).toBeTruthy();
    api.reply('putCatalogueFile', there);
    await userEvent.click(notice.getByRole('button', { name: 'Replace /images/my-plan.png' }));
    await settle(() =>
      expect(screen.getByLabelText<HTMLInputElement>('Picture').value).toBe('/images/my-plan.png'),
    );
    const [first, second] = api
      .of('putCatalogueFile')
      .map(({ body }) => body as Record<string, File | string>);
    expect(first?.['file']).toMatchObject({ name: 'my-plan.png' });
    expect(first).not.toHaveProperty('original');
    expect(second?.['original']).toBe(there.sha256);
  });
});

describe('a batch in the catalogue', () => {
  it('is saved with its mentors line by line, and its boxes as they are', async () => {
    await open(staffBatch, batches);
    type('Mentors', 'Asha\nRavi Menon');
    await userEvent.click(screen.getByLabelText('Default for unknown names'));
    fireEvent.change(screen.getByLabelText('Who joins'), { target: { value: 'invited' } });
    type('Words of the declaration', 'My own work.');
    type('Week 1', 'none');
    expect(screen.getByText(/^The name is suggested at signup/)).toBeTruthy();
    api.reply('changeBatch', { ...batchEntry, default: false, version: 'b2' });
    api.reply('readSession', { student: { ...administrator, batches: ['NEW'] } });
    await userEvent.click(screen.getByRole('button', { name: 'Save the batch' }));
    await settle(() => expect(api.of('changeBatch')).toHaveLength(1));
    expect(api.of('changeBatch')[0]?.body).toEqual({
      name: 'MERN-2026-11',
      course: batchEntry.course,
      open: true,
      default: false,
      comment_first: false,
      joining: 'invited',
      declaration: { statement: 'My own work.', ai_use: byTask({ 'week-1': 'none' }) },
      mentors: ['Asha', 'Ravi Menon'],
      retired: false,
      version: 'b1',
      began: { default: true, joining: 'anyone', declaration: null, mentors: batchEntry.mentors },
    });
    // The office's other screens offer the session's batches.
    await waitFor(async () => expect((await readSession())?.batches).toEqual(['NEW']));
  });

  it('is closed when it is archived; one with people has no way to be removed', async () => {
    await open(staffBatch, batches);
    expect(screen.queryByText('Remove this batch')).toBeNull();
    await userEvent.click(screen.getByText('Archive this batch'));
    const archived = { ...batchEntry, open: false, default: false, retired: true, version: 'b2' };
    api.reply('changeBatch', archived);
    api.reply('readBatchEntry', archived);
    await userEvent.click(screen.getByRole('button', { name: 'Archive this batch now' }));
    expect(await screen.findByRole('button', { name: 'Restore this batch' })).toBeTruthy();
    expect(await screen.findByText('The batch is archived.'), 'though its form is gone').toBeTruthy();
    expect(api.of('changeBatch')[0]?.body).toMatchObject({
      open: false,
      default: false,
      retired: true,
      version: 'b1',
      began: { open: true, default: true, retired: false },
    });
  });

  it('keeps what is typed while it saves, also under its new name', async () => {
    await open(staffBatch, batches);
    type('Name of the batch', 'FSD-1');
    const saved = Promise.withResolvers<typeof batchEntry>();
    api.replyWith('changeBatch', () => saved.promise);
    await userEvent.click(screen.getByRole('button', { name: 'Save the batch' }));
    type('Mentors', 'Asha');
    api.reply('readBatchEntry', { ...batchEntry, name: 'FSD-1' });
    saved.resolve({ ...batchEntry, name: 'FSD-1' });
    expect(await screen.findByRole('heading', { level: 1, name: 'FSD-1' })).toBeTruthy();
    expect(screen.getByLabelText<HTMLTextAreaElement>('Mentors').value).toBe('Asha');
  });

  it('a declaration is one thing: who removes it sees that somebody else has changed a task', async () => {
    const statement = 'My own work.';
    const asked = { ...batchEntry, declaration: { statement, ai_use: byTask({}) } };
    api.reply('readBatchEntry', asked);
    await open(staffBatch, batches);
    type('Words of the declaration', '');
    const theirs = { ...asked, declaration: { statement, ai_use: byTask({ 'week-2': 'none' }) } };
    api.replyConflict('changeBatch', 'Changed in the meantime.', theirs);
    await userEvent.click(screen.getByRole('button', { name: 'Save the batch' }));
    const notice = within(await screen.findByRole('alert'));
    for (const words of [statement, 'Empty', 'AI tools in Week 2', 'Not allowed'])
      expect(notice.getAllByText(words).length).toBeGreaterThan(0);
    await userEvent.click(notice.getByRole('button', { name: 'Keep the other version' }));
    const value = (label: string) => screen.getByLabelText<HTMLTextAreaElement>(label).value;
    expect([value('Words of the declaration'), value('Week 2')]).toEqual([statement, 'none']);
  });

  it('two who add a mentor each are no conflict', async () => {
    await open(staffBatch, batches);
    type('Mentors', [...batchEntry.mentors, 'Asha'].join('\n'));
    type('Name of the batch', 'FSD-1');
    const theirs = { ...batchEntry, name: 'MERN', mentors: [...batchEntry.mentors, 'Devi'], version: 'b2' };
    api.replyConflict('changeBatch', 'Changed in the meantime.', theirs);
    await userEvent.click(screen.getByRole('button', { name: 'Save the batch' }));
    const notice = within(await screen.findByRole('alert'));
    expect(notice.getByText('FSD-1')).toBeTruthy();
    expect(notice.queryByText(/Devi/)).toBeNull();
    api.reply('changeBatch', theirs);
    await userEvent.click(notice.getByRole('button', { name: 'Save mine anyway' }));
    await settle(() => expect(api.of('changeBatch')).toHaveLength(2));
    expect(api.of('changeBatch')[1]?.body).toMatchObject({
      began: { name: 'MERN', mentors: batchEntry.mentors },
    });
  });
});

describe('the catalogue', () => {
  it('tells projects that are not offered yet, and shows no broken picture', async () => {
    const [first] = listedCourse.projects;
    const bare = { ...first!, id: 'P002', backgroundImage: '', ready: false };
    const course = { ...listedCourse, projects: [{ ...first!, ready: true }, bare] };
    api.reply('listCatalogue', { courses: [course], next: null });
    await open(staffCatalogue, { path: '/staff/catalogue', at: '/staff/catalogue' });
    const rows = within(screen.getByRole('table', { name: /^Projects of/ })).getAllByRole('row');
    expect(rows.slice(1).map((row) => row.lastElementChild?.textContent)).toEqual([
      'Offered',
      'Not offered yet',
    ]);
    expect(rows.slice(1).map((row) => row.querySelectorAll('img').length)).toEqual([1, 0]);
  });

  it('lists courses with their batches and projects', async () => {
    await open(staffCatalogue, { path: '/staff/catalogue', at: '/staff/catalogue' });
    const course = within(screen.getByRole('region', { name: listedCourse.name }));
    expect(course.getByRole('link', { name: 'MERN-2026-11' }).getAttribute('href')).toBe(
      '/staff/catalogue/batches/MERN-2026-11',
    );
    expect(course.getByText('Open, default')).toBeTruthy();
    expect(course.getByRole('link', { name: `Add a project to ${listedCourse.name}` })).toBeTruthy();
  });

  it('imports a ZIP: first what would change, then a press that does it', async () => {
    await open(staffCatalogue, { path: '/staff/catalogue', at: '/staff/catalogue' });
    await userEvent.click(screen.getByText('Import a catalogue from a ZIP'));
    const report = {
      imported: false,
      faults: [],
      parts: [{ noun: 'courses', added: 1, changed: 0, unchanged: 2 }],
      changes: [{ kind: 'added' as const, what: 'course Art', fields: [] }],
    };
    const checked = Promise.withResolvers<typeof report>();
    api.replyWith('importCatalogue', ({ progress }) => (progress(0.4), checked.promise));
    const zip = new File(['zip'], 'catalogue.zip', { type: 'application/zip' });
    await userEvent.upload(screen.getByLabelText('ZIP file, in the same format as the download'), zip);
    const bar = await screen.findByRole('progressbar', { name: 'Uploading' });
    await waitFor(() => expect(bar.getAttribute('aria-valuenow')).toBe('40'));
    checked.resolve(report);
    expect(await screen.findByText('courses: 1 to add')).toBeTruthy();
    expect(screen.getByText('Add course Art')).toBeTruthy();
    api.reply('importCatalogue', { ...report, imported: true });
    api.reply('readSession', { student: { ...administrator, batches: ['NEW'] } });
    await userEvent.click(screen.getByRole('button', { name: 'Import this' }));
    expect(await screen.findByText('Imported. courses: 1 added')).toBeTruthy();
    expect(screen.getByText('Added course Art')).toBeTruthy();
    expect((await readSession())?.batches).toEqual(['NEW']);
    const sent = api.of('importCatalogue').map(({ body }) => (body as Record<string, unknown>)['dry_run']);
    expect(sent).toEqual(['yes', undefined]);
  });

  it('is no screen for mentors, who ask for nothing', async () => {
    await open(staffCatalogue, { path: '/staff/catalogue', at: '/staff/catalogue' }, mentor);
    expect(api.of('listCatalogue')).toEqual([]);
  });
});
