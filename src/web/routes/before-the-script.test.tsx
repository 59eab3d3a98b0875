import { fireEvent } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { mentor, student, timelineOnDay } from '#support/contract-fixtures';
import { discussionOf, question } from '#support/discussion-fixtures';
import { serveScreen } from '#support/hydrate-screen';
import { mockApi, type MockApi } from '#support/mock-api';
import { answerMentor, answerStudent } from '#support/portal-answers';
import type { RouteModule, ScreenAddress } from '#support/render-screen';
import { openDrafts, removeDrafts } from '../lib/forms/drafts.ts';
import { rememberTypedTexts } from '../ui/use-typed-before-hydration.ts';
import * as discussion from './discussion.tsx';
import * as finalProject from './final-project-submission.tsx';
import * as forgotPassword from './forgot-password.tsx';
import * as login from './login.tsx';
import * as projectDetails from './project-details.tsx';
import * as references from './references.tsx';
import * as resetPassword from './reset-password.tsx';
import * as setup from './setup.tsx';
import * as signup from './signup.tsx';
import * as staff from './staff.tsx';
import * as verify from './verify.tsx';
import * as viva from './viva.tsx';
import * as weekly from './weekly-submission.tsx';

/** Without selects: this document does not know with which option one came (`tests/e2e/hydration.test.ts` has them). */
type Control = HTMLInputElement | HTMLTextAreaElement;

let api: MockApi;
beforeEach(() => {
  vi.stubEnv('DEV', false);
  api = mockApi();
  answerStudent(api, timelineOnDay(40));
  answerMentor(api);
  api.reply('suggestBatches', []);
  api.reply('readDiscussion', discussionOf([question(1, { can: { edit: true, delete: true } })]));
});

const pick = (control: HTMLInputElement, file: File) =>
  Object.defineProperties(control, {
    files: { value: [file], configurable: true },
    value: { value: `C:\\fakepath\\${file.name}`, configurable: true, writable: true },
  });

/** Types, ticks and picks something else than a control came with. */
function change(control: Control, n: number): void {
  if (control.type === 'checkbox')
    (control as HTMLInputElement).checked = !(control as HTMLInputElement).checked;
  else if (control.type === 'file') pick(control as HTMLInputElement, new File(['early'], `early-${n}.txt`));
  else control.value = `${n}${n}`;
  control.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

const valueOf = (control: Control) =>
  control instanceof HTMLInputElement && control.type === 'checkbox' ? control.checked : control.value;

/** What a form shows of a chosen file is the state's. */
const shownFiles = (page: HTMLElement) => page.textContent?.match(/early-\d+\.txt/g) ?? [];

const rows: [name: string, module: RouteModule, address: ScreenAddress, fields: string[]][] = [
  ['login', login, { path: '/login' }, ['email', 'password']],
  ['signup', signup, { path: '/signup' }, ['name', 'email', 'password', 'phone', 'batch', 'terms']],
  ['forgotten password', forgotPassword, { path: '/forgot-password' }, ['email']],
  ['new password', resetPassword, { path: '/reset-password', at: '/reset-password?token=t' }, ['password']],
  ['setup', setup, { path: '/setup', at: '/setup?token=t' }, ['name', 'email', 'password']],
  ['the number of a receipt', verify, { path: '/verify' }, ['number']],
  [
    'choosing',
    projectDetails,
    { path: '/projectDetails/:id', at: '/projectDetails/P001', user: student },
    ['accept'],
  ],
  ['look-up', references, { path: '/references', user: student }, ['project']],
  ['week', weekly, { path: '/WeeklySubmission', user: student }, ['links', 'files', 'comments']],
  [
    'final project',
    finalProject,
    { path: '/FinalProjectSubmission', user: student },
    ['links', 'files', 'comments'],
  ],
  ['viva', viva, { path: '/viva', at: '/viva?form=open', user: student }, ['comments', 'files']],
  [
    'forum',
    discussion,
    { path: '/discussion/:batch', at: '/discussion/MERN-2026-11', user: student },
    ['question', 'answer'],
  ],
  [
    'edit',
    discussion,
    { path: '/discussion/:batch', at: '/discussion/MERN-2026-11?edit=1', user: student },
    ['question', 'answer'],
  ],
  ['marks', staff, { path: '/staff', user: mentor }, ['marks', 'comments']],
];

it.each(rows)(
  '%s: what was typed, ticked or picked before the script stays',
  async (_, module, address, names) => {
    // Who has a project has nothing to choose.
    if (module === projectDetails) api.reply('readSelection', []);
    if (address.user) {
      await openDrafts(address.user.s_id);
      await removeDrafts();
    }
    const { page, hydrate } = await serveScreen(module, address);
    const controls = names.flatMap((name) =>
      [...page.querySelectorAll<Control>(`[name="${name}"]`)].slice(0, 1),
    );
    expect(controls.map(({ name }) => name)).toEqual(names);
    for (const [n, control] of controls.entries()) change(control, n + 1);
    // A form that takes several files lists them, and empties its input for the next pick.
    const texts = controls.filter(({ type }) => type !== 'file');
    const typed = texts.map(valueOf);
    const files = controls.filter(({ type }) => type === 'file').map(() => expect.stringMatching(/early/));
    rememberTypedTexts();
    await hydrate();
    expect(
      controls.every((control) => page.contains(control)),
      'the same elements',
    ).toBe(true);
    expect(texts.map(valueOf)).toEqual(typed);
    // What is typed into one renders the others anew, with what their state is.
    for (const [n, control] of texts.entries()) {
      if (control.type === 'checkbox') continue;
      fireEvent.change(control, { target: { value: `${typed[n]}7` } });
      typed[n] = `${typed[n]}7`;
      expect(texts.map(valueOf)).toEqual(typed);
    }
    expect(shownFiles(page)).toEqual(files);
  },
);

it('a question for the mentors alone, chosen before the script, is not asked of the batch', async () => {
  await openDrafts(student.s_id);
  await removeDrafts();
  const address = { path: '/discussion/:batch', at: '/discussion/MERN-2026-11', user: student };
  const { page, hydrate } = await serveScreen(discussion, address);
  const mentors = page.querySelector<HTMLInputElement>('[name="to"][value="mentors"]')!;
  mentors.click();
  rememberTypedTexts();
  await hydrate();
  expect(mentors.checked).toBe(true);
  expect(page.querySelector('#ask [type=submit]')?.textContent).toBe('Ask the mentors');
});

it('an edit that was begun before the script has its caret where it was', async () => {
  await openDrafts(student.s_id);
  await removeDrafts();
  const address = { path: '/discussion/:batch', at: '/discussion/MERN-2026-11?edit=1', user: student };
  const { page, hydrate } = await serveScreen(discussion, address);
  const text = page.querySelector<HTMLTextAreaElement>('article [name="question"]')!;
  text.focus();
  change(text, 1234);
  text.setSelectionRange(2, 3);
  rememberTypedTexts();
  await hydrate();
  expect([text.value, text.selectionStart, text.selectionEnd]).toEqual(['12341234', 2, 3]);
});

it('a receipt’s number typed before the script is there again when a file was picked and taken back', async () => {
  const { page, hydrate } = await serveScreen(verify, { path: '/verify' });
  const number = () => page.querySelector<HTMLInputElement>('[name="number"]');
  change(number()!, 5);
  rememberTypedTexts();
  await hydrate();
  const receipt = page.querySelector<HTMLInputElement>('input[type="file"]')!;
  pick(receipt, new File(['{}'], 'receipt.json'));
  fireEvent.change(receipt);
  expect(number()).toBeNull();
  fireEvent.click([...page.querySelectorAll('button')].find((one) => one.textContent === 'Remove the file')!);
  expect(number()?.value).toBe('55');
});

it('a file of a receipt that was picked before the script is chosen', async () => {
  const { page, hydrate } = await serveScreen(verify, { path: '/verify' });
  const [receipt, file] = page.querySelectorAll<HTMLInputElement>('input[type="file"]');
  change(receipt!, 1);
  change(file!, 2);
  rememberTypedTexts();
  await hydrate();
  expect(shownFiles(page)).toEqual(['early-1.txt', 'early-2.txt']);
});
