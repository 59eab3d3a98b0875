import { expect, type Locator, type Page } from '@playwright/test';
import { demoEmail, demoPassword } from '#contract/demo-accounts';
import { codeAt } from '#server/accounts/second-factor/app-secret';
import type { Discussion } from '#contract/forum/calls';
import type { PressedScreenName, ScreenName, ScriptedScreenName } from '#support/demo-screens';
import { unsentPage } from '#web/service-worker/unsent-page';
import type { SearchOptions } from './find-violations.ts';
import { saveBy } from './save-mark.ts';
import { endVisit, fillSignUp, ownQuestion, unfold, visit } from './screens.ts';
import { attachAndPost, attachToQuestion, drawPicture } from './attach-steps.ts';
import { pickSheet, trySheet } from './import-steps.ts';
import { textFile } from './submission-steps.ts';

const press = async (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click();

/** Moves to an address without asking the server for the page. */
const navigateInPage = (page: Page, address: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);

/** Answers a call as it is answered to whoever is no longer signed in. */
const signOut = async (page: Page, calls: string) =>
  page.route(calls, (route) =>
    route.fulfill({ status: 401, json: { message: 'Please log in to continue.', code: 'signed_out' } }),
  );

/** Submits where nothing arrives. */
async function submitOffline(page: Page): Promise<void> {
  await page.route('**/api/students/uploadWeek/**', (route) => route.abort('internetdisconnected'));
  await page.getByLabel('Comments').fill('Written on the train.');
  await press(page, 'Submit');
  await expect(page.getByText(/^Your work is saved on this device/)).toBeVisible();
}

/** … and goes to the dashboard. */
async function leaveUnsent(page: Page): Promise<void> {
  await submitOffline(page);
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(page.getByText(/^1 submission is not sent yet/)).toBeVisible();
}

/** Back online: what waits is sent, and answered. */
async function answerSubmission(page: Page, status: number, json: object): Promise<void> {
  await page.route('**/api/students/uploadWeek/**', (route) => route.fulfill({ status, json }));
  await page.evaluate(() => dispatchEvent(new Event('online')));
}

/** Pastes the batch's own sheet with other marks, and checks it. */
async function checkMarks(page: Page, marks: string): Promise<void> {
  const address = '/api/staff/batches/MERN-2026-09/marks.csv?task=week-2';
  const sheet = await (await page.request.get(address)).text();
  const text = sheet.replaceAll(/^([^,\n]*,[^,\n]*@[^,\n]*,week-2),[^,]*/gm, `$1,${marks}`);
  await page.getByLabel('Rows, with headings').fill(text);
  await press(page, 'Check rows');
}

/** Opens the first submission of the list: on a phone it takes the list's place. */
async function openFirst(page: Page): Promise<void> {
  await page.getByRole('list', { name: 'Submissions' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/open=/);
}

async function fillMarks(page: Page, marks: string): Promise<void> {
  await openFirst(page);
  await press(page, 'Change the marks');
  await page.getByLabel('Marks (0–100)').first().fill(marks);
}

/** Opens what goes and what stays of a person, above the press that nobody takes back. */
async function openAnonymise(page: Page): Promise<void> {
  await page.locator('summary', { hasText: 'Anonymise' }).click();
  await expect(page.getByRole('heading', { name: 'Removed permanently' })).toBeVisible();
}

async function fillAnonymise(page: Page, address: string): Promise<void> {
  await page.getByLabel('Email of the person').fill(address);
  await page.getByLabel('Reason').last().fill('Asked for it by letter.');
  await press(page, 'Anonymise permanently');
}

/** Begins to set up an authenticator app. @returns its key */
async function beginApp(page: Page): Promise<string> {
  await press(page, 'Set up an authenticator app');
  const key = page.locator('code').first();
  await expect(key).toBeVisible();
  return (await key.innerText()).replaceAll(/\s/g, '');
}

/** What is there once the presses of the table have led to the state. */
export const signsOfPressed: Record<PressedScreenName, (page: Page) => Locator> = {
  'login-refused': (page) => page.getByText('Email is required'),
  'second-step-refused': (page) => page.getByText('Enter the code').first(),
  'signup-refused': (page) => page.getByRole('alert'),
  'verify-refused': (page) => page.getByRole('alert'),
  'project-details-refused': (page) => page.getByRole('alertdialog'),
  'project-dashboard-grades': (page) => page.getByRole('heading', { name: 'My Grades' }),
  'project-dashboard-status': (page) => page.getByText('Hide Status'),
  'project-dashboard-lines': (page) => page.getByRole('region', { name: 'Lines of week-1-notes.md' }),
  'viva-form': (page) => page.getByRole('alert'),
  'forum-delete': (page) => page.getByRole('alertdialog'),
  'forum-report': (page) => page.getByRole('dialog'),
  'forum-hide': (page) => page.getByRole('dialog'),
  'forum-edit': (page) => page.getByRole('button', { name: 'Update Query' }),
};

/** The first comment below a student's question, with what a mentor may do with it. */
async function firstComment(page: Page): Promise<Locator> {
  await unfold(ownQuestion(page));
  const comment = ownQuestion(page).getByRole('listitem').first();
  await comment.hover();
  return comment;
}

const logInByApi = (page: Page, name: 'week2' | 'mentor') =>
  page.request.post('/api/auth/login', { data: { email: demoEmail(name), password: demoPassword } });

/** Does something to a post as the mentor who is logged in. */
async function moderate(page: Page, id: string, data: { act: string; reason: string }): Promise<void> {
  const url = `/api/discussion/discussion/MERN-2026-11/question/${id}/moderation`;
  expect((await page.request.post(url, { data })).ok()).toBe(true);
}

/** The way to each state to which presses alone do not lead. */
export const waysToScripted: Record<ScriptedScreenName, (page: Page) => Promise<void>> = {
  'student-page-file': async (page) => {
    const version = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Week 2, version 2' }) });
    await version.getByText('Submitted work').click();
    await expect(version.frameLocator('iframe').getByRole('region')).toContainText('second version');
    await version.getByText('Changes since version 1').click();
    await press(page, 'Compare the files line by line');
    await expect(version.getByRole('region', { name: 'The file line by line' })).toBeVisible();
  },
  'student-page-noted': async (page) => {
    await page.getByLabel('A note for staff').fill('Has asked for two more days: ill since Monday.');
    await press(page, 'Add the note');
    await expect(page.getByRole('listitem').filter({ hasText: 'ill since Monday' })).toBeVisible();
  },
  'invitation-form': async (page) => {
    const invitation = {
      state: 'open',
      email: 'asha@example.test',
      name: 'Asha Rao',
      batch: 'MERN-2026-11',
      course: 'Full Stack Web Development (MERN)',
      until: '2027-01-01T00:00:00.000Z',
      asks_phone: true,
      has_account: false,
      is_own: false,
    };
    await page.route('**/api/auth/invitation?*', (route) => route.fulfill({ json: invitation }));
    await navigateInPage(page, '/invitation?token=shown');
    await press(page, 'Create my account');
    await expect(page.getByRole('alert')).toBeVisible();
  },
  'people-add-refused': async (page) => {
    await page.getByLabel('Email').fill('nila@example.test');
    await page.getByLabel('Phone Number').fill('12');
    await page.getByLabel('Exit score').fill('101');
    await press(page, 'Add the person');
    await expect(page.getByText('A phone number has exactly ten digits')).toBeVisible();
  },
  'person-folds': async (page) => {
    for (const fold of ['Name, phone, score, grade', 'Email', 'New password', 'Suspend'])
      await page.locator('summary', { hasText: fold }).first().click();
    await expect(page.getByRole('button', { name: 'Suspend the account' })).toBeVisible();
  },
  'person-link': async (page) => {
    const path = `/reset-password?token=${'x'.repeat(43)}`;
    const link = `https://portal.example.test${path}`;
    await page.route('**/reset-link', (route) =>
      route.fulfill({ status: 201, json: { link, expires_at: '2027-01-01T00:00:00.000Z' } }),
    );
    await page.locator('summary', { hasText: 'New password' }).click();
    await press(page, 'Show a link');
    // The demo knows no address of its own: the link is shown at the reader's.
    await expect(page.getByText(path)).toBeVisible();
  },
  'person-anonymise': openAnonymise,
  'person-anonymise-refused': async (page) => {
    await page.route('**/anonymise', (route) =>
      route.fulfill({
        status: 400,
        json: {
          message: 'Enter the email past@example.test to confirm.',
          code: 'bad_request',
        },
      }),
    );
    await openAnonymise(page);
    await fillAnonymise(page, 'other@example.test');
    await expect(page.getByRole('alert')).toContainText('Enter the email');
  },
  'person-anonymised': async (page) => {
    const gone = { s_id: 'removed-4f1c@removed.invalid', s_name: 'Anonymised person' };
    const at = '2026-11-21T09:00:00.000Z';
    const data = new URL('/api/staff/people/past@example.test/data', page.url()).href;
    await page.route('**/anonymise', async (route) => {
      const before = await page.request.get(data);
      await route.fulfill({ json: { ...((await before.json()) as object), ...gone } });
    });
    // The demo is everybody's: what is there afterwards is told, and not done.
    for (const [call, after] of [
      ['', { ...gone, anonymised: true, anonymised_at: at, phone: null, exit_score: null, grade: null }],
      [
        '/data',
        {
          ...gone,
          deletion_asked_at: null,
          anonymised: { at, by: 'Asha Nair', reason: 'Asked for it by letter.', files_gone_at: null },
        },
      ],
    ] as const)
      await page.route(`**/api/staff/people/removed-*${call}`, async (route) => {
        const url = new URL(`/api/staff/people/past@example.test${call}`, page.url()).href;
        const response = await route.fetch({ url });
        await route.fulfill({ response, json: { ...((await response.json()) as object), ...after } });
      });
    await openAnonymise(page);
    await fillAnonymise(page, 'past@example.test');
    await expect(page.getByText(/^This person has been anonymised/)).toBeVisible();
  },
  'staff-invited': async (page) => {
    const member = {
      id: '99',
      s_id: 'ravi@example.test',
      s_name: 'Ravi Menon',
      role: 'mentor',
      batches: ['MERN-2026-11'],
      since: '2026-11-21T09:00:00.000Z',
      seen_at: null,
      has_password: false,
      has_second_factor: false,
      suspended: false,
      is_own: false,
    };
    const path = `/reset-password?token=${'x'.repeat(43)}`;
    const link = `https://portal.example.test${path}`;
    await page.route('**/api/staff/members', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 201, json: { member, link, expires_at: '2027-01-01T00:00:00.000Z' } })
        : route.fallback(),
    );
    await page.getByLabel('Name', { exact: true }).fill(member.s_name);
    await page.getByLabel('Email').fill(member.s_id);
    await page.getByLabel('MERN-2026-11').check();
    await press(page, 'Invite');
    // The demo knows no address of its own: the link is shown at the reader's.
    await expect(page.getByText(path)).toBeVisible();
  },
  'import-tried': async (page) => {
    await pickSheet(page, [
      'Nila Das;nila@x.test;98765 43210;MERN-2026-11;81',
      'Omar Khan;omar@x;98765 43211;MERM-2026-11;101',
    ]);
    await trySheet(page);
    await expect(page.getByText('Did you mean MERN-2026-11?')).toBeVisible();
  },
  'invitations-printed': async (page) => {
    await pickSheet(page, ['Nila Das;nila@x.test;98765 43210;MERN-2026-11;81']);
    await trySheet(page);
    await press(page, 'Import 1 row');
    await page.getByRole('link', { name: 'Invite the people' }).click();
    await press(page, 'Print for 2 people');
    await expect(page.getByRole('region', { name: 'Invitations to print' })).toBeVisible();
  },
  'consent-asked': async (page) => {
    await page.route('**/api/account', async (route) => {
      const response = await route.fetch();
      const account = (await response.json()) as { consents: object[] };
      const consents = account.consents.map((one) => ({ ...one, asks: true }));
      await route.fulfill({ response, json: { ...account, consents } });
    });
    await navigateInPage(page, '/consent');
    await expect(page.getByRole('button', { name: 'Agree and continue' })).toBeVisible();
  },
  'account-app': async (page) => void (await beginApp(page)),
  'account-codes': async (page) => {
    const secret = await beginApp(page);
    await page.getByLabel('Code', { exact: true }).fill(codeAt(secret, Date.now()));
    await press(page, 'Add the app');
    await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible();
  },
  'account-proof': async (page) => {
    await page.route('**/api/account/second-factor/app/secret', (route) =>
      route.fulfill({ status: 403, json: { message: 'Please prove it.', code: 'proof_needed' } }),
    );
    await press(page, 'Set up an authenticator app');
    await expect(page.getByRole('dialog', { name: 'Confirm it is you' })).toBeVisible();
  },
  'reset-password-form': async (page) => {
    // Only the server knows that the link is dead: a navigation inside the browser shows the form.
    await navigateInPage(page, '/reset-password?token=taken');
    await page.getByLabel('New password').fill('five5');
    await press(page, 'Save the password');
    await expect(page.getByRole('alert')).toBeVisible();
  },
  'signup-asked': async (page) => {
    await fillSignUp(page, {
      name: 'Ravi Menon',
      email: 'ravi@example.test',
      password: 'secret-2',
      phone: '9876543211',
      batch: 'DSA-2026-1O',
    });
    await press(page, 'Continue');
    await expect(page.getByRole('alert')).toHaveText(
      'Did you mean DSA-2026-10? If not, click Continue again.',
    );
  },
  'project-details-seats': async (page) => {
    await page.route('**/api/projects/projects/**', async (route) => {
      const response = await route.fetch();
      const [project] = (await response.json()) as object[];
      await route.fulfill({ response, json: [{ ...project, seats: 8, seats_left: 2 }] });
    });
    await page
      .getByRole('link', { name: /^Read more/ })
      .first()
      .click();
    await expect(page.getByText('Seats: 2 of 8 left')).toBeVisible();
  },
  'project-details-early': async (page) => {
    await page.route('**/api/students/studentCourse/**', async (route) => {
      const response = await route.fetch();
      const times = { from: '2036-12-05T03:30:00.000Z', until: null, preferred: 'P002' };
      const early = { s_choosing: times, s_refusals: [{ reason: 'early', message: '' }] };
      await route.fulfill({ response, json: { ...((await response.json()) as object), ...early } });
    });
    await page
      .getByRole('link', { name: /^Read more/ })
      .first()
      .click();
    await expect(page.getByRole('button', { name: 'I prefer this project' })).toBeVisible();
  },
  'sample-unused': async (page) => {
    // In the demo somebody lives in it.
    await page.route('**/api/staff/sample', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...((await response.json()) as object), in_the_way: [] } });
    });
    await navigateInPage(page, '/staff/phrases');
    await page.goBack();
    await expect(page.getByRole('button', { name: 'Remove the sample' })).toBeVisible();
  },
  'login-waiting': async (page) => {
    await page.route('**/api/auth/login', (route) => route.fulfill({ status: 503, body: 'Busy' }));
    await page.getByLabel('Email').fill('asha@example.test');
    await page.getByLabel('Password', { exact: true }).fill('secret-1');
    await page.locator('form').getByRole('button', { name: 'Login' }).click();
    await expect(page.getByText('The portal is busy right now.')).toBeVisible();
  },
  'nothing-sent': async (page) => {
    // The service worker's answer to a form that met no line.
    const question: [string, string] = ['question', 'Which port does the queue listen on, and who says so?'];
    const answer = unsentPage('/discussion/MERN-2026-11', { texts: [question], hasFile: false });
    const headers = Object.fromEntries(answer.headers);
    await page.route('**/discussion/**', async (route) =>
      route.fulfill({ status: answer.status, headers, body: await answer.clone().text() }),
    );
    await page.goto('/discussion/MERN-2026-11');
    await expect(page.getByRole('heading', { name: 'Nothing was sent' })).toBeVisible();
  },
  'dashboard-unsent': leaveUnsent,
  'dashboard-refused': async (page) => {
    await leaveUnsent(page);
    await answerSubmission(page, 403, { message: 'Week 2 is not open yet.', code: 'not_open' });
    await expect(page.getByText(/^Your week 2 submission was refused: /)).toBeVisible();
  },
  'dashboard-sent': async (page) => {
    await leaveUnsent(page);
    await answerSubmission(page, 201, {
      message: 'Congrats!!! You have submitted your work for the week',
      receipt: { number: 'CAP-7K3M-92QX-W4TD-A8JH', task: 'week-2' },
    });
    await expect(page.getByText('Submitted: week 2.')).toBeVisible();
  },
  'dashboard-seen': async (page) => {
    // As the service worker answers without a line.
    await page.route('**/api/students/**', async (route) => {
      const response = await route.fetch();
      const headers = { ...response.headers(), 'seen-at': String(Date.now() - 2 * 60 * 60_000) };
      await route.fulfill({ response, headers });
    });
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await expect(page.getByText(/Page saved/)).toBeVisible();
  },
  'dashboard-offline': async (page) => {
    await page.context().setOffline(true);
    await expect(page.getByText(/^Offline\./)).toBeVisible();
  },
  'home-unsent': async (page) => {
    await submitOffline(page);
    await visit(page, '/');
    await expect(page.getByText(/^1 submission is not sent yet/)).toBeVisible();
  },
  'home-unclaimed': async (page) => {
    await submitOffline(page);
    await endVisit(page);
    await visit(page, '/');
    await expect(page.getByText(/Log in to send it\.$/)).toBeVisible();
  },
  'phrases-kept': async (page) => {
    await page.getByLabel('Name').fill('tests');
    await page.getByLabel('Text').fill('Please add a test for the empty list.');
    await page.getByRole('button', { name: 'Add the phrase' }).click();
    await expect(page.getByText('The phrase is saved.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Delete ;tests' })).toBeVisible();
  },
  'api-tokens-created': async (page) => {
    await page.getByLabel('Name').fill('Progress on our website');
    await page.getByRole('button', { name: 'Create API token' }).click();
    await expect(page.getByText('It is not shown again.')).toBeVisible();
    await expect(page.getByText('Progress on our website').last()).toBeVisible();
  },
  'submissions-conflict': async (page) => {
    await page.route('**/mark', (route) =>
      route.fulfill({
        status: 409,
        json: {
          message: 'This submission was marked in the meantime. Your mark is not saved yet.',
          code: 'conflict',
          current: {
            marks: 64,
            comments: 'Too **short**: no test.',
            comments_html: '<p>Too <strong>short</strong>: no test.</p>',
            released: true,
            marked_by: 'Anu Thomas',
          },
        },
      }),
    );
    await fillMarks(page, '82');
    await saveBy(page, 'Save and release');
    await expect(page.getByText('Saved by Anu Thomas')).toBeVisible();
  },
  'forum-similar': async (page) => {
    await page.getByLabel('Ask the batch').fill('I pushed node_modules to GitHub, how do I delete it?');
    await expect(page.getByRole('heading', { name: 'Similar questions' })).toBeVisible();
  },
  'forum-ask-mentors': async (page) => {
    await page.getByLabel('Ask the batch').fill('I am afraid of the viva. May I talk to you first?');
    await page.getByRole('radio', { name: 'Only the mentors' }).check();
    await expect(page.getByRole('button', { name: 'Ask the mentors' })).toBeVisible();
  },
  'private-questions-mentor': async (page) => {
    await page.getByText('My father is in hospital').first().click();
    await expect(page.getByText('Granted.')).toBeVisible();
  },
  'forum-mention': async (page) => {
    await page.getByLabel('Ask the batch').pressSequentially('Thanks @a');
    await expect(page.getByRole('listbox', { name: 'People of the batch' })).toBeVisible();
  },
  'forum-preview': async (page) => {
    const code = ['```js', 'const port = process.env.PORT // the host chooses it', '```'].join('\n');
    await page
      .getByLabel('Ask the batch')
      .fill(
        `Why does **every** host say *port in use*?\n\n- \`npm start\` works here\n- it fails there\n\n${code}`,
      );
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(page.getByRole('region', { name: 'Preview' }).locator('.hljs-keyword')).toHaveText('const');
  },
  'forum-attach-failed': async (page) => {
    await page.getByLabel('Ask the batch').fill('Why does the page stay white?');
    await expect(page.getByRole('heading', { name: 'Similar questions' })).toBeVisible();
    await attachToQuestion(page, await drawPicture(page, 'screen.png'), textFile('notes.pdf', '%PDF-1.7'));
    await expect(page.getByText('A file of this kind cannot be attached.')).toBeVisible();
    await page.route('**/attachments', (route) => route.abort('internetdisconnected'));
    await attachToQuestion(page, textFile('server.log', 'listening'));
    await expect(page.getByText(/You are offline, so/)).toBeVisible();
    await page.unrouteAll();
  },
  'forum-attached': attachAndPost,
  'forum-unfolded': (page) => unfold(ownQuestion(page)),
  'forum-comment-edit': async (page) => {
    await (await firstComment(page)).getByRole('button', { name: 'Edit', exact: true }).click();
    await expect(page.getByLabel('Edit the comment')).toBeFocused();
  },
  'forum-comment-deleted': async (page) => {
    // The seconds stand still.
    await page.clock.install();
    // The portal does not hear of it: the comment is there again for the next who looks.
    await page.route('**/answer/*', (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({ json: { batch: 'MERN-2026-11', questions: [] } })
        : route.continue(),
    );
    await (await firstComment(page)).getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  },
  'forum-history': async (page) => {
    await unfold(ownQuestion(page));
    await ownQuestion(page).getByRole('button', { name: 'edited' }).click();
    await expect(page.getByRole('region', { name: 'Earlier versions' }).locator('ins')).not.toHaveCount(0);
  },
  'forum-conflict': async (page) => {
    await page.route('**/question/*', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({
            status: 409,
            json: {
              message: 'This question was changed in the meantime. Your edit is not saved yet.',
              code: 'conflict',
              current: { text: 'What the mentor has made of it', editedAt: null, author: 'Meera Krishnan' },
            },
          })
        : route.fallback(),
    );
    await press(page, 'Edit');
    await page.getByLabel('Edit the question').fill('What I wanted to ask');
    await press(page, 'Update Query');
    await expect(page.getByText('What the mentor has made of it')).toBeVisible();
  },
  'verify-verdict': async (page) => {
    await page.getByLabel('The submitted file').setInputFiles(textFile('a.txt', 'a'));
    await press(page, 'Check');
    await expect(page.getByRole('heading', { name: 'Result' })).toBeVisible();
  },
  'weekly-history': async (page) => page.locator('aside summary').first().click(),
  'weekly-long-text': async (page) => {
    const answer = await page.request.post(`/api/students/uploadWeek/${demoEmail('week2')}`, {
      multipart: {
        selectedWeek: '1',
        links: 'https://git.example.test/meera/token-queue',
        comments: 'We measured every step once more, and wrote down what we saw. '.repeat(60),
      },
    });
    expect(answer.status()).toBe(201);
    await page.reload();
    await page.locator('aside summary').first().click();
    await expect(page.getByRole('link', { name: 'Show the whole text' })).toBeVisible();
  },
  'weekly-declared': async (page) => {
    await page.route('**/api/students/timeline/**', async (route) => {
      const response = await route.fetch();
      const declaration = {
        id: 'shown',
        statement: 'This is my own work. I have named every source and everybody who helped me.',
        ai_use: { 'week-1': 'parts', 'week-2': 'parts', 'week-3': 'parts', 'week-4': 'parts' },
      };
      await route.fulfill({ response, json: { ...((await response.json()) as object), declaration } });
    });
    await page.getByRole('link', { name: 'Submit week 2' }).click();
    await page.getByRole('combobox', { name: 'AI tools' }).selectOption('parts');
    await expect(page.getByRole('textbox', { name: 'How you used them' })).toBeVisible();
  },
  'weekly-files': async (page) => {
    const files = ['ആഴ്ച-2.md', 'A screen recording of two counters that call tokens.mp4'].map((name) =>
      textFile(name, name),
    );
    const photo = { name: 'IMG_0412.heic', mimeType: 'image/heic', buffer: Buffer.from('no photo') };
    await page.getByLabel('File').setInputFiles([...files, photo]);
    await expect(page.getByText(/^3 files will be sent as week-2\.zip/)).toBeVisible();
  },
  'weekly-logout': async (page) => {
    await page.getByLabel('Comments').fill('Not sent yet');
    await expect(page.getByText('Saved on this device', { exact: true })).toBeVisible();
    await press(page, 'Logout');
    await expect(page.getByRole('alertdialog')).toBeVisible();
  },
  'weekly-receipt': async (page) => {
    await page
      .getByLabel('Comments')
      .fill('ബുക്കിംഗ് നൂറു പേർ ഒരേ സമയം പരീക്ഷിച്ചു. One got it: https://git.example.test/arjun');
    await page.getByLabel('File').setInputFiles(textFile('ആഴ്ച-4.md', '# Week 4, once more\n'));
    await press(page, 'Submit');
    await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible();
  },
  'weekly-waiting': async (page) => {
    await page.getByLabel('Links').fill('https://git.example.test/meera/token-queue/tree/week-2');
    await page
      .getByLabel('Comments')
      .fill('രണ്ടു കൗണ്ടറുകൾ ഒരേ ടോക്കൺ വിളിക്കില്ല. Two counters cannot call the same token any more.');
    await page.getByLabel('File').setInputFiles(textFile('ആഴ്ച-2.md', '# Week 2\n'));
    await expect(page.getByText('Saved on this device', { exact: true })).toBeVisible();
    await page.context().setOffline(true);
    await press(page, 'Submit');
    const waits = page.getByText('Waiting to send again');
    await expect(waits).toBeVisible();
    await waits.scrollIntoViewIfNeeded();
  },
  'forum-many-comments': async (page) => {
    const forum = `/api/discussion/discussion/${demoEmail('week2')}`;
    const { questions } = (await (await page.request.get(forum)).json()) as Discussion;
    const id = questions.at(-1)?._id;
    for (let n = 1; n <= 60; n++) {
      const data = { answer: `Number ${n} of us sees it too.` };
      const answer = await page.request.post(`${forum}/question/${id}/answer`, { data });
      expect(answer.status()).toBe(201);
    }
    await page.reload();
    const card = page.locator(`#question-${id}`);
    const earlier = card.getByRole('button', { name: /earlier comments?$/ });
    await earlier.click();
    await expect(card.getByRole('listitem')).toHaveCount(50);
    await expect(earlier).toBeVisible();
  },
  'forum-unsent-signed-out': async (page) => {
    await signOut(page, '**/question');
    await page.getByLabel('Ask the batch').fill('Not sent yet');
    await press(page, 'Post Query');
    await expect(page.getByRole('dialog', { name: 'Please log in again' })).toBeVisible();
    await page.unrouteAll();
  },
  'marks-sheet-checked': async (page) => {
    await checkMarks(page, '84');
    await expect(page.getByRole('button', { name: /^Save \d+ marks?$/ })).toBeVisible();
  },
  'marks-sheet-wrong': async (page) => {
    await checkMarks(page, '840');
    await expect(page.getByText('D2: Marks must be a number from 0 to 100')).toBeVisible();
  },
  'submissions-open': openFirst,
  'submissions-keys': async (page) => {
    await openFirst(page);
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  },
  'submissions-marking': async (page) => {
    await openFirst(page);
    await press(page, 'Change the marks');
    await expect(page.getByLabel('Marks (0–100)')).toBeFocused();
  },
  'forum-moderated': async (page) => {
    await logInByApi(page, 'mentor');
    for (const [id, act, reason] of [
      ['3', 'pin', 'It happens to every batch: read this before you push.'],
      ['22', 'pin', 'For whoever has chosen the Token Queue.'],
      ['22', 'lock', 'Everything is said: Server-Sent Events, as the overview has it.'],
    ] as const)
      await moderate(page, id, { act, reason });
    await logInByApi(page, 'week2');
    await page.reload();
    await expect(page.getByRole('region', { name: 'Pinned by the mentors' })).toBeVisible();
  },
  'question-hidden': async (page) => {
    await logInByApi(page, 'mentor');
    await moderate(page, '41', {
      act: 'hide',
      reason: 'It has the telephone number of a classmate. Ask again without it.',
    });
    await logInByApi(page, 'week2');
    await page.goto('/discussion/MERN-2026-11/41?hidden=question');
    await expect(page.getByRole('region', { name: /A mentor has hidden/ })).toBeVisible();
  },
  'batch-reports': async (page) => {
    await logInByApi(page, 'week2');
    const report = (data: object) =>
      page.request.post(`/api/discussion/discussion/${demoEmail('week2')}/question/2/report`, { data });
    expect((await report({ reason: 'It says where she lives, and that is nobody’s matter.' })).ok()).toBe(
      true,
    );
    expect((await report({ comment: '4' })).ok()).toBe(true);
    await logInByApi(page, 'mentor');
    await moderate(page, '1', { act: 'hide', reason: 'It gives away the solution of week 2.' });
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Reported posts' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Hidden posts' })).toBeVisible();
  },
  'submissions-to-mark': async (page) => {
    await logInByApi(page, 'week2');
    const answer = await page.request.post(`/api/students/uploadWeek/${demoEmail('week2')}`, {
      multipart: {
        selectedWeek: '2',
        links: 'https://git.example.test/meera/token-queue/tree/week-2',
        comments: 'രണ്ടു കൗണ്ടറുകൾ ഒരേ ടോക്കൺ വിളിക്കില്ല. Two counters cannot call the same token any more.',
        files: textFile('ആഴ്ച-2.md', '# Week 2\n'),
      },
    });
    expect(answer.status()).toBe(201);
    await logInByApi(page, 'mentor');
    await page.reload();
    await openFirst(page);
    await expect(page.getByRole('article', { name: 'Meera Krishnan, Week 2' })).toBeVisible();
  },
  'submissions-marking-refused': async (page) => {
    await fillMarks(page, '101');
    await saveBy(page, 'Save and release');
    await expect(page.getByText('Enter a number from 0 to 100.')).toBeVisible();
  },
  'submissions-marking-failed': async (page) => {
    await signOut(page, '**/mark');
    await fillMarks(page, '82');
    await saveBy(page, 'Save and release');
    await press(page, 'Not now');
    await expect(page.getByRole('alert')).toBeVisible();
    await page.unrouteAll();
  },
  'submissions-lines': async (page) => {
    const list = page.getByRole('list', { name: 'Submissions' });
    await list.getByRole('link').filter({ hasText: 'Meera Krishnan' }).click();
    await page.getByRole('button', { name: 'Comment on line 1', exact: true }).click();
    await expect(page.getByLabel('Your comment on line 1')).toBeFocused();
  },
  'submissions-kept-back': openFirst,
  'submissions-two-mark': async (page) => {
    const list = page.getByRole('list', { name: 'Submissions' });
    await list.getByRole('link').filter({ hasText: 'Sarath Chandran' }).click();
    await expect(
      page.getByText('Biju Paul has given marks. You see them after you give yours.'),
    ).toBeVisible();
  },
};

/** The bar under the header. */
const notices = 'main > [role=status]';

/** Where a screen is searched otherwise than as a whole. */
export const searchOptions: Partial<Record<ScreenName, SearchOptions>> = {
  'project-overview': { framesDocument: true },
  // What the state adds to a screen that is searched as a whole elsewhere.
  'forum-unsent-signed-out': { part: 'dialog[open]' },
  'forum-similar': { part: 'section:has(> #similar-questions)' },
  'forum-mention': { part: 'form:has([role=listbox])' },
  'forum-preview': { part: 'form:has(section)' },
  'forum-edit': { part: 'article:has(textarea[rows="3"])' },
  'forum-comment-edit': { part: 'li:has(form)' },
  'forum-comment-deleted': { part: 'ul:has(button)' },
  'forum-history': { part: 'section[aria-label="Earlier versions"]' },
  'dashboard-unsent': { part: notices },
  'dashboard-refused': { part: notices },
  'dashboard-sent': { part: notices },
  'dashboard-seen': { part: notices },
  'dashboard-offline': { part: notices },
  'home-unsent': { part: notices },
  'home-unclaimed': { part: notices },
  'forum-delete': { part: 'dialog[open]' },
  'forum-report': { part: 'dialog[open]' },
  'forum-hide': { part: 'dialog[open]' },
  'batch-reports': { part: '#reports' },
  'project-details-refused': { part: 'dialog[open]' },
};

/** In a narrow window these hold controls that a wide one does not show: there too every rule is looked at. */
export const withNarrowControls: readonly ScreenName[] = ['dashboard-new', 'project-dashboard-week2'];
