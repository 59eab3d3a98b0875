import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '#server/app';
import { makePortalFixture } from '#support/portal-fixture';
import { makeListener } from '#support/spoken-portal';
import { webBuild } from '#support/web-build';

/**
 * Ten tasks, done by ear alone on the pages that the server sends: each phrase must be spoken in this order, with its
 * role, name and state, and what is typed must arrive.
 */
async function makeTask() {
  const fixture = await makePortalFixture({ newcomer: {} });
  const { app, people, clients, receipt } = fixture;
  const server = await buildApp(app.context, { pages: webBuild() });
  onTestFinished(() => server.close());
  const listen = async (who: keyof typeof people | null) =>
    makeListener(server, who === null ? '' : await app.cookieOf(people[who]));
  const release = async () => {
    const mark = { marks: 72, comments: 'Clear and complete.', released: true };
    const { status } = await clients.mentor.put(`/api/staff/submissions/${receipt.number}/mark`, mark);
    expect(status).toBe(200);
  };
  const due = (days: object) =>
    app.context.database.transaction((writer) =>
      writer
        .updateTable('batches')
        .set({ due_days: JSON.stringify(days) })
        .where('id', '=', fixture.batch.id)
        .execute(),
    );
  return { ...fixture, reader: app.context.database.reader, listen, release, due };
}

type Listener = Awaited<ReturnType<Awaited<ReturnType<typeof makeTask>>['listen']>>;

async function signUp({ open, hear, type, check, press }: Listener, email: string): Promise<void> {
  await open('/signup');
  await hear('heading, Student Signup, level 1');
  await type('textbox, Name, required', 'Asha Menon');
  await type('textbox, Email, required', email);
  await type('Password, At least 6 characters', 'monsoon-7-kayal');
  await type('textbox, Phone Number, Ten digits, without the country code, required', '9876543210');
  await type(/^combobox, Batch Name, As in your admission letter.*required$/, 'OURS');
  await check(/^checkbox, Agree to our terms and conditions, .*not checked, required$/);
  await press('button, Continue');
}

test('sign up', async () => {
  const { listen, reader } = await makeTask();
  const listener = await listen(null);
  await signUp(listener, 'asha@example.test');
  await listener.hear('heading, Login, level 1');
  await listener.hear('Welcome! Your account is ready. Please log in.');
  const signedUp = reader.selectFrom('accounts').where('email', '=', 'asha@example.test').select('name');
  expect(await signedUp.execute()).toEqual([{ name: 'Asha Menon' }]);
});

test('a wrong field of the signup is named, with what to do', async () => {
  const { listen } = await makeTask();
  const listener = await listen(null);
  await signUp(listener, 'asha');
  await listener.hear(/^textbox, Email, .*invalid/);
  await listener.hear('alert');
  await listener.hear('A valid email is required');
});

test('log in', async () => {
  const { listen } = await makeTask();
  const listener = await listen(null);
  await signUp(listener, 'asha@example.test');
  const { hear, type, press } = listener;
  await hear('heading, Login, level 1');
  await type(/^textbox, Email, .*required$/, 'asha@example.test');
  await type(/^Password/, 'monsoon-7-kayal');
  await press('button, Login');
  await hear('heading, Student Dashboard, level 1');
  await hear('Welcome, Asha Menon.');
});

test('choose a project', async () => {
  const { listen, project, people, reader } = await makeTask();
  const { open, hear, press, check } = await listen('newcomer');
  await open('/StudentDashboard');
  await hear('heading, Available Projects, level 2');
  await press(`link, Read more about Project ${project.id}`);
  await hear(`heading, Project ${project.id}, level 1`);
  await hear(`heading, Choose Project ${project.id}, level 2`);
  await check('checkbox, I accept that once selected I cannot change the project in future, not checked');
  await press('button, Proceed');
  await hear('heading, PROJECT DASHBOARD, level 1');
  const chosen = reader.selectFrom('selections').where('account_id', '=', people.newcomer.id);
  expect(await chosen.select('project_id').execute()).toEqual([{ project_id: project.id }]);
});

test('submit a week', async () => {
  const { listen } = await makeTask();
  const { open, hear, type, press } = await listen('student');
  await open('/WeeklySubmission?week=2');
  await hear('heading, Weekly Submission, level 1');
  await hear('option, Week 2, 2, selected, position 2, set size 4');
  await type(
    'textbox, Links, Repository, demo or document. One link per line.',
    'https://example.test/week-2',
  );
  await type('textbox, Comments', 'The tests are in one folder.');
  await press('button, Submit');
  await hear('heading, Your submissions, level 2');
  await hear('heading, Week 2, level 3');
  await hear('Week 2, version 1');
  await hear('link, https://example.test/ week-2');
});

test('read the marks', async () => {
  const { listen, release } = await makeTask();
  await release();
  const { open, hear } = await listen('student');
  await open('/ProjectDashboard1?tab=grades&task=week-1');
  await hear('tab, My Grades, selected, 1 control, position 5, set size 7');
  await hear('heading, Week 1, level 4');
  await hear('button, Hide Status Week 1, 1 control, expanded');
  await hear('Marks');
  await hear('72 out of 100');
  await hear('Comments');
  await hear('Clear and complete.');
  await hear('button, Request a review of Week 1, not expanded');
});

test('ask in the forum', async () => {
  const { listen } = await makeTask();
  const { open, hear, type, press } = await listen('student');
  await open('/discussion/OURS');
  await hear('heading, Discussion Forum, level 1');
  await type('textbox, Ask the batch, placeholder Ask a question', 'How do I run the tests?');
  await hear('radio, The batch, checked, position 1, set size 2');
  await press('button, Post Query');
  await hear('heading, Questions, level 2');
  await hear(/^heading, Question by Person \d+, level 3$/);
  await hear('How do I run the tests?');
  await hear('textbox, Add a comment, placeholder Add a comment');
});

test('request an extension', async () => {
  const { listen, due } = await makeTask();
  await due({ 'week-4': { days: 10 } });
  const { open, hear, type, press } = await listen('student');
  await open('/extension?task=week-4');
  await hear('heading, Request an extension, level 1');
  await hear('time, 30 Nov 2026, 11:59 pm IST');
  await type('New due date, Your mentors can grant a different day.', '2026-12-20');
  await type(
    'textbox, Why do you need it?, Only you, your mentors and the office can read this., required',
    'I am ill.',
  );
  await press('button, Send request');
  await hear('Your request is sent. Your mentors will answer it.');
});

test('read the result', async () => {
  const { listen, release } = await makeTask();
  await release();
  const { open, hear } = await listen('student');
  await open('/result');
  await hear('heading, My result, level 1');
  await hear('region, Where I stand');
  await hear('72');
  await hear('out of 100, from 1 of 6 tasks');
  await hear('Your result can still be from 12 to 95.3.');
  await hear('region, Tasks and how they count');
  await hear('columnheader, Mark');
  await hear('rowheader, Week 1');
  await hear('cell, 72');
});

test('mark a submission', async () => {
  const { listen, reader, people } = await makeTask();
  const { open, hear, type, press } = await listen('mentor');
  await open('/staff');
  await hear('heading, Submissions, level 1');
  await hear(/^article, .*, Week 1$/);
  await hear(/^group, Marks for Week 1 of /);
  await type('textbox, Marks (0–100), key shortcuts m', '80');
  await type(/^textbox, Comment for /, 'Clear.');
  await press('button, Save and release, yes');
  await hear('All marked');
  await hear('link, Released 1');
  const marks = reader.selectFrom('marks').select(['marks', 'marked_by']);
  expect(await marks.execute()).toEqual([{ marks: 80, marked_by: people.mentor.id }]);
});

test('invite a mentor', async () => {
  const { listen, reader } = await makeTask();
  const { open, hear, type, check, press } = await listen('administrator');
  await open('/staff/members');
  await hear('heading, Staff, level 1');
  await hear('heading, Invite somebody, level 2');
  await type('textbox, Name, As students see it., required', 'Ravi Menon');
  await type('textbox, Email, required', 'ravi@example.test');
  await hear('option, Mentor, mentor, selected, position 1, set size 2');
  await check('checkbox, OURS, not checked');
  await press('button, Invite');
  await hear('heading, Staff, level 1');
  await hear('link, Ravi Menon');
  const invited = reader.selectFrom('accounts').where('email', '=', 'ravi@example.test').select('role');
  expect(await invited.execute()).toEqual([{ role: 'mentor' }]);
});
