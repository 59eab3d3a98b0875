import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { limits } from '#contract/limits';
import type { StaffSubmission } from '#contract/marking/calls';
import { mentor, staffSubmission } from '#support/contract-fixtures';
import type { MockApi } from '#support/mock-api';
import { answerQueue, mockMentorPortal } from '#support/portal-answers';
import { addressOf, renderScreen } from '#support/render-screen';
import * as staff from './staff.tsx';

const named = (number: string, s_name: string, fields: Partial<StaffSubmission> = {}) =>
  staffSubmission({ number, student: { s_id: `${s_name.toLowerCase()}@x.test`, s_name }, ...fields });
const three = [named('CAP-1', 'Asha'), named('CAP-2', 'Biju'), named('CAP-3', 'Chitra')];

let api: MockApi;
beforeEach(async () => {
  api = await mockMentorPortal();
  answerQueue(api, three);
  api.replyWith('markSubmission', ({ params, body }) => {
    const { marks, comments, released } = body as { marks: number; comments: string; released: boolean };
    const row = three.find(({ number }) => number === params['id']);
    return { ...staffSubmission(row), state: 'marked' as const, marks, mark_comments: comments, released };
  });
});

async function open(at = '/staff') {
  const view = await renderScreen(staff, { path: '/staff', at, user: mentor });
  await screen.findByRole('article');
  return { ...view, user: userEvent.setup() };
}
const shown = () => screen.getByRole('article').querySelector('h2')?.textContent;
const isOpen = (name: string) => waitFor(() => expect(shown()).toBe(`${name}, Week 1`));
/** The heading of what was opened has the focus, once its effects have run. */
const hasFocus = (name: string) =>
  waitFor(() => expect(document.activeElement?.textContent).toBe(`${name}, Week 1`));
const items = () => within(screen.getByRole('list', { name: 'Submissions' })).getAllByRole('link');
const marks = () => screen.getByLabelText<HTMLInputElement>('Marks (0–100)');
const told = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
const sent = () =>
  api.of('markSubmission').map(({ params, body }) => {
    const { newest, began: _, ...mark } = body as { newest: string; began: object };
    expect(newest).toBe(params['id']);
    return [params['id'], mark];
  });

describe('a list and one open submission', () => {
  it('the first of the list is open until the address names another one', async () => {
    const { router } = await open();
    expect(shown()).toBe('Asha, Week 1');
    expect(items().map((item) => item.getAttribute('aria-current'))).toEqual(['true', null, null]);
    fireEvent.click(items()[2]!);
    await isOpen('Chitra');
    expect(addressOf(router)).toBe('/staff?batch=MERN-2026-11&state=to-mark&open=CAP-3');
    await hasFocus('Chitra');
    expect(api.of('listBatchSubmissions').filter(({ query }) => query['limit'] === undefined)).toHaveLength(
      1,
    );
    expect(api.of('listStaffBatches')).toHaveLength(1);
  });

  it('the one that stands there is not asked for again by whoever opens it', async () => {
    const { router } = await open();
    await waitFor(() => expect(api.of('readFilePreview')).toHaveLength(1));
    fireEvent.click(items()[0]!);
    await waitFor(() => expect(addressOf(router)).toContain('open=CAP-1'));
    await hasFocus('Asha');
    const reads = api.of('readStaffSubmission').map(({ params }) => params['id']);
    expect(reads.filter((number) => number === 'CAP-1')).toHaveLength(1);
    expect(api.of('readFilePreview')).toHaveLength(1);
  });

  it('an address opens what it names, also what is not in the list', async () => {
    api.replyWith('readStaffSubmission', ({ params }) => ({
      ...named(params['id'] ?? '', 'Zoya', { state: 'marked', marks: 50, mark_comments: 'Fair.' }),
      project: null,
      newest: params['id'] ?? '',
      other_marks: [],
    }));
    await open('/staff?batch=MERN-2026-11&state=to-mark&open=CAP-9');
    expect(shown()).toBe('Zoya, Week 1');
    expect(items().map((item) => item.getAttribute('aria-current'))).toEqual([null, null, null]);
    fireEvent.click(screen.getByRole('link', { name: 'Next' }));
    await waitFor(() => expect(api.of('readStaffSubmission').at(-1)?.params['id']).toBe('CAP-1'));
  });

  it.each([
    [403, 'This submission cannot be opened'],
    [404, 'This submission cannot be opened'],
    [500, 'This submission could not be loaded'],
  ])('one that is refused with %i leaves the list as it is: %s', async (status, title) => {
    api.refuse('readStaffSubmission', status, { message: 'No.' });
    await renderScreen(staff, { path: '/staff', at: '/staff?open=CAP-9', user: mentor });
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
    expect(items()).toHaveLength(3);
  });

  it('Back to the list closes it: on a phone only one of both has room', async () => {
    const { router } = await open('/staff?open=CAP-2');
    fireEvent.click(screen.getByRole('link', { name: 'Back to the list' }));
    await waitFor(() => expect(addressOf(router)).toBe('/staff?batch=MERN-2026-11&state=to-mark'));
  });

  it('the next one is asked for ahead, once, by whoever goes on', async () => {
    const { user } = await open('/staff?open=CAP-1');
    const reads = () => api.of('readStaffSubmission').map(({ params }) => params['id']);
    expect(reads()).toEqual(['CAP-1']);
    await user.keyboard('j');
    await isOpen('Biju');
    await waitFor(() => expect(reads()).toEqual(['CAP-1', 'CAP-2', 'CAP-3']));
    await user.keyboard('j');
    await isOpen('Chitra');
    expect(reads()).toEqual(['CAP-1', 'CAP-2', 'CAP-3']);
  });
});

describe('what comes in meanwhile', () => {
  // One time for all, as the list is ordered by it.
  const submitted_at = new Date(Date.now() + 60_000).toISOString();
  const came = (number: string, s_name: string, fields: Partial<StaffSubmission> = {}) =>
    named(number, s_name, { submitted_at, ...fields });
  /** Whoever comes back to the page does not wait for the next five seconds. */
  async function comeIn(...fresh: StaffSubmission[]) {
    answerQueue(api, [...fresh, ...three]);
    api.reply('readSession', { student: mentor });
    const asked = api.of('listBatchSubmissions').length;
    fireEvent(document, new Event('visibilitychange'));
    await waitFor(() => expect(api.of('listBatchSubmissions').length).toBeGreaterThan(asked));
  }

  it('is told above the list, and shown on demand; of the open one it is said at once', async () => {
    await open('/staff?open=CAP-1');
    await comeIn(came('CAP-9', 'Asha', { version: 2 }), came('CAP-8', 'Zoya'));
    const show = await screen.findByRole('button', { name: 'Show 2 new submissions' });
    expect(screen.getByRole('note').textContent).toContain('Asha has submitted a newer version.');
    fireEvent.click(show);
    expect(items().map((item) => item.textContent?.slice(0, 4))).toEqual([
      'Asha',
      'Zoya',
      'Asha',
      'Biju',
      'Chit',
    ]);
    expect(shown()).toBe('Asha, Week 1');
    expect(screen.queryByRole('button', { name: /new submission/ })).toBeNull();
  });

  it('is told above the list also if it came while that was loading', async () => {
    const { router } = await open('/staff?open=CAP-1');
    const list = Promise.withResolvers<StaffSubmission[]>();
    api.replyWith('listBatchSubmissions', () => list.promise);
    await act(async () => void router.navigate('/staff?task=week-1&open=CAP-1'));
    await waitFor(() => expect(api.of('listBatchSubmissions').at(-1)?.query['task']).toBe('week-1'));
    const meanwhile = came('CAP-8', 'Zoya', { submitted_at: new Date(Date.now() + 5).toISOString() });
    await act(async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      list.resolve(three);
    });
    await waitFor(() => expect(addressOf(router)).toContain('task=week-1'));
    await comeIn(meanwhile);
    expect(await screen.findByRole('button', { name: 'Show 1 new submission' })).toBeTruthy();
  });

  it('is not told in a list that is about something else, nor twice', async () => {
    await open('/staff?state=to-mark&task=final&open=CAP-1');
    await comeIn(came('CAP-8', 'Zoya'));
    expect(screen.queryByRole('button', { name: /new submission/ })).toBeNull();
    await comeIn(came('CAP-8', 'Zoya'), came('CAP-7', 'Yash', { task: 'final' }));
    await comeIn(came('CAP-8', 'Zoya'), came('CAP-7', 'Yash', { task: 'final' }));
    expect(await screen.findByRole('button', { name: 'Show 1 new submission' })).toBeTruthy();
  });
});

describe('keys', () => {
  it('J and K go through the list, and say where it ends', async () => {
    const { user, router } = await open();
    await user.keyboard('k');
    const first = screen.getByText('This is the first submission of this list.');
    await user.keyboard('k');
    expect(screen.getByText(first.textContent!), 'said again').not.toBe(first);
    await user.keyboard('j');
    await isOpen('Biju');
    await hasFocus('Biju');
    await user.keyboard('j');
    await isOpen('Chitra');
    await user.keyboard('j');
    await waitFor(() => expect(told()).toContain('This is the last submission of this list.'));
    await user.keyboard('k');
    await isOpen('Biju');
    expect(addressOf(router)).toContain('open=CAP-2');
  });

  it('J at the end of what is loaded brings more', async () => {
    const many = Array.from({ length: limits.pageSize }, (_, i) => named(`CAP-${i + 1}`, `Student ${i + 1}`));
    answerQueue(api, many);
    const { user } = await open(`/staff?open=CAP-${limits.pageSize}`);
    const later = named('CAP-99', 'Later');
    answerQueue(api, [...many, later]);
    api.reply('listBatchSubmissions', [later]);
    await user.keyboard('j');
    await isOpen('Later');
    expect(items()).toHaveLength(limits.pageSize + 1);
  });

  it('M begins the marks, C the comment, Esc leaves them', async () => {
    const { user } = await open('/staff?open=CAP-2');
    await user.keyboard('m82');
    expect(document.activeElement).toBe(marks());
    expect(marks().value).toBe('82');
    await user.keyboard('{Escape}');
    await hasFocus('Biju');
    await user.keyboard('c');
    expect(document.activeElement).toBe(screen.getByLabelText('Comment for Biju'));
    await user.keyboard('jkm7');
    expect(screen.getByLabelText<HTMLTextAreaElement>('Comment for Biju').value).toBe('jkm7');
    await user.keyboard('{Escape}m');
    expect(document.activeElement).toBe(marks());
    expect(shown()).toBe('Biju, Week 1');
  });

  it.each(['1', '0', '12', '7'])(
    '%s outside a field is no mark: a digit ticks lines of a rubric',
    async (typed) => {
      const { user } = await open('/staff?open=CAP-2');
      await user.keyboard(typed);
      await user.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}');
      expect([marks().value, sent(), shown()]).toEqual(['', [], 'Biju, Week 1']);
    },
  );

  it('L hides the list and shows it with the focus on the open one; the device remembers it', async () => {
    onTestFinished(() => localStorage.clear());
    const { user, unmount } = await open('/staff?open=CAP-2');
    const isListSeen = () => document.querySelector('[data-folded]') === null;
    // There is no layout here: a folded list is hidden by this.
    HTMLElement.prototype.checkVisibility = function (this: HTMLElement) {
      return this.querySelector('ol') === null || isListSeen();
    };
    onTestFinished(() => void Reflect.deleteProperty(HTMLElement.prototype, 'checkVisibility'));
    const button = () => screen.getByRole('button', { name: 'List of submissions' });
    expect(button().getAttribute('aria-expanded')).toBe('true');
    items()[0]?.focus();
    await user.keyboard('l');
    expect([isListSeen(), button().getAttribute('aria-expanded')]).toEqual([false, 'false']);
    expect(told()).toContain('The list is hidden.');
    await hasFocus('Biju');
    await user.keyboard('j');
    await isOpen('Chitra');
    expect(isListSeen(), 'it stays hidden').toBe(false);
    unmount();
    await open('/staff?open=CAP-2');
    expect(isListSeen(), 'remembered').toBe(false);
    await user.keyboard('l');
    expect(isListSeen()).toBe(true);
    expect(document.activeElement).toBe(items()[1]);
    await user.click(button());
    expect([isListSeen(), document.activeElement]).toEqual([false, button()]);
  });

  it('L leads to the list where only one of both has room', async () => {
    const { user, router } = await open('/staff?open=CAP-2');
    HTMLElement.prototype.checkVisibility = function (this: HTMLElement) {
      return this.querySelector('ol') === null;
    };
    onTestFinished(() => void Reflect.deleteProperty(HTMLElement.prototype, 'checkVisibility'));
    await user.keyboard('l');
    await waitFor(() => expect(addressOf(router)).not.toContain('open='));
    expect(localStorage.length).toBe(0);
  });

  it('the list shows which submissions colleagues have open', async () => {
    const { s_id } = three[1]!.student;
    api.reply('openSubmission', {
      others: [],
      in_batch: [
        { s_id, task: 'week-1', name: 'Meera' },
        { s_id, task: 'week-1', name: 'Ravi' },
        { s_id, task: 'week-2', name: 'Bina' },
      ],
    });
    await open('/staff?open=CAP-1');
    await waitFor(() => expect(items()[1]?.textContent).toContain('Open: Meera, Ravi'));
    expect(items().map(({ textContent }) => textContent?.includes('Open:'))).toEqual([false, true, false]);
  });

  it.each(['c', 'j', 'k', 'r', 'x'])('%s in the field of the marks is never a part of them', async (key) => {
    const { user } = await open('/staff?open=CAP-2');
    await user.keyboard(`m8${key}`);
    if (key === 'c') expect(document.activeElement).toBe(screen.getByLabelText('Comment for Biju'));
    if (key === 'j') await isOpen('Chitra');
    else if (key === 'k') await isOpen('Asha');
    else expect(marks().value).toBe('8');
  });

  it('Ctrl+Enter saves among staff and goes on, with Shift it releases', async () => {
    const { user } = await open();
    await user.keyboard('m71{Tab}Well.{Control>}{Enter}{/Control}');
    await isOpen('Biju');
    await hasFocus('Biju');
    expect(items()[0]?.textContent).toContain('Not released');
    await user.keyboard('m82{Control>}{Shift>}{Enter}{/Shift}{/Control}');
    await isOpen('Chitra');
    expect(items()[1]?.textContent).toContain('Released');
    expect(told().find((text) => text?.startsWith('Saved and released'))).toContain('Biju');
    expect(screen.getByRole('link', { name: 'Back to Biju, Week 1' })).toBeTruthy();
    expect(sent()).toEqual([
      ['CAP-1', { marks: 71, comments: 'Well.', released: false, format: 'markdown', original: null }],
      ['CAP-2', { marks: 82, comments: '', released: true, format: 'markdown', original: null }],
    ]);
    expect(screen.getByRole('navigation', { name: 'Your batches' }).textContent).toContain('1 not released');
  });

  it('whoever saves by mouse is told the same, and goes the same way on', async () => {
    const { user } = await open();
    await user.type(marks(), '70');
    await user.click(screen.getByRole('button', { name: 'Save and release' }));
    await user.click(await screen.findByRole('button', { name: 'Next submission' }));
    await isOpen('Biju');
    expect(told().find((text) => text?.startsWith('Saved and released'))).toContain('Asha');
    expect(screen.getByRole('link', { name: 'Back to Asha, Week 1' })).toBeTruthy();
  });

  it('goes on to what is still to be marked, also before it, and says when nothing is left', async () => {
    const { user } = await open('/staff?open=CAP-3');
    await user.keyboard('m50{Control>}{Enter}{/Control}');
    await isOpen('Asha');
    await user.keyboard('m51{Control>}{Enter}{/Control}');
    await isOpen('Biju');
    await user.keyboard('m52{Control>}{Enter}{/Control}');
    await waitFor(() => expect(told()).toContain('Nothing is left in this list.'));
    expect(shown()).toBe('Biju, Week 1');
    expect(sent()).toHaveLength(3);
  });

  it('without marks nothing is saved, and the focus is where they belong', async () => {
    const { user } = await open();
    await user.keyboard('c{Control>}{Enter}{/Control}');
    expect(document.activeElement).toBe(marks());
    expect(marks().getAttribute('aria-invalid')).toBe('true');
    expect(sent()).toEqual([]);
    expect(shown()).toBe('Asha, Week 1');
  });

  it('what is released stays released by Ctrl+Enter, and what is not is released with Shift', async () => {
    const [first, second, third] = three;
    const seen = { version: 1, marks: 60, comments: '', read_at: null };
    answerQueue(api, [
      { ...first!, state: 'marked', marks: 60, mark_comments: '', released: true, shown: seen },
      { ...second!, state: 'marked', marks: 61, mark_comments: 'Held.', released: false },
      third!,
    ]);
    const { user } = await open('/staff?state=all');
    await user.keyboard('m');
    expect(document.activeElement).toBe(marks());
    await user.keyboard('64{Control>}{Enter}{/Control}');
    await isOpen('Biju');
    await user.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}');
    await isOpen('Chitra');
    expect(sent()).toMatchObject([
      ['CAP-1', { marks: 64, released: true }],
      ['CAP-2', { marks: 61, comments: 'Held.', released: true }],
    ]);
  });

  it('a mark that is refused stays before the eyes: nothing goes on', async () => {
    api.refuse('markSubmission', 404, { message: 'This submission is not there any more.' });
    const { user } = await open();
    await user.keyboard('m50{Control>}{Enter}{/Control}');
    expect(await screen.findByText('This submission is not there any more.')).toBeTruthy();
    expect(shown()).toBe('Asha, Week 1');
    expect(marks().value).toBe('50');
  });

  it('are listed by ?, and do nothing once they are turned off; keys together always work', async () => {
    onTestFinished(() => localStorage.clear());
    const { user } = await open();
    await user.keyboard('m7{Escape}?');
    const dialog = within(screen.getByRole('dialog', { name: 'Keyboard shortcuts' }));
    expect(dialog.getByText('Save and release, and go to the next')).toBeTruthy();
    await user.keyboard('j{Control>}{Enter}{/Control}');
    expect([shown(), sent()], 'a dialog is open').toEqual(['Asha, Week 1', []]);
    await user.click(dialog.getByRole('checkbox', { name: 'Use single-key shortcuts' }));
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    (document.activeElement as HTMLElement).blur();
    await user.keyboard('jm8');
    expect([shown(), marks().value]).toEqual(['Asha, Week 1', '7']);
    await user.type(marks(), '0');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await isOpen('Biju');
    await waitFor(() => expect(document.activeElement).toBe(marks()));
  });
});

describe('saving by mouse', () => {
  const press = (user: ReturnType<typeof userEvent.setup>, name: string) =>
    user.click(screen.getByRole('button', { name }));

  it('goes on by default; another way releases, and its Undo withdraws for ten seconds', async () => {
    const { user } = await open();
    await user.type(marks(), '70');
    await press(user, 'Save and next');
    await isOpen('Biju');
    await user.type(marks(), '84');
    await press(user, 'Save, release and next');
    await isOpen('Chitra');
    expect(sent().map(([number, mark]) => [number, (mark as { released: boolean }).released])).toEqual([
      ['CAP-1', false],
      ['CAP-2', true],
    ]);
    await press(user, 'Undo');
    await waitFor(() => expect(told().some((text) => text?.startsWith('Withdrawn'))).toBe(true));
    expect(api.of('markSubmission')[2]).toMatchObject({
      params: { id: 'CAP-2' },
      body: { marks: 84, released: false, original: { marks: 84, released: true } },
    });
    expect(document.activeElement?.textContent).toBe('Back to Biju, Week 1');
    expect(items()[1]?.textContent).toContain('Not released');
    await press(user, 'Close');
    expect(screen.queryByText('Withdrawn')).toBeNull();
    expect(shown()).toBe('Chitra, Week 1');
  });

  it('what lowers a mark has the focus on the way back, and is confirmed by Ctrl+Enter', async () => {
    const lower = { code: 'lower_than_released', message: 'Asha sees 76 out of 100.' };
    api.refuse('markSubmission', 409, lower);
    const { user } = await open();
    const now = vi.spyOn(performance, 'now').mockReturnValue(10_000);
    await user.keyboard('m50{Control>}{Shift>}{Enter}{/Shift}{/Control}');
    await screen.findByText('Asha sees 76 out of 100.');
    expect(document.activeElement?.textContent).toBe('Back to editing');
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(api.of('markSubmission'), 'a second click of somebody who waits').toHaveLength(1);
    now.mockReturnValue(10_600);
    api.reply('markSubmission', named('CAP-1', 'Asha', { state: 'marked', marks: 50, released: true }));
    await user.keyboard('{Control>}{Enter}{/Control}');
    await isOpen('Biju');
    expect(api.of('markSubmission')[1]?.body).toMatchObject({ marks: 50, confirm_lower: true });
  });

  it('in a conflict no key overwrites the other mentor, and the highlighted button keeps theirs', async () => {
    const current = {
      marks: 71,
      comments: 'Hers',
      released: false,
      marked_by: 'Meera',
      marked_at: '2026-11-18T09:00:00.000Z',
    };
    api.replyConflict('markSubmission', 'Marked in the meantime.', current);
    const { user } = await open();
    const now = vi.spyOn(performance, 'now').mockReturnValue(10_000);
    await user.keyboard('m55{Control>}{Enter}{/Control}');
    const alert = await screen.findByRole('alert');
    for (const later of [11_000, 12_000, 13_000]) {
      now.mockReturnValue(later);
      await user.keyboard(
        '{Control>}{Enter}{/Control}{Control>}{Shift>}{Enter}{/Shift}{/Control}{Meta>}{Enter}{/Meta}',
      );
    }
    expect(api.of('markSubmission')).toHaveLength(1);
    expect(shown()).toBe('Asha, Week 1');
    const primary = screen.getAllByRole('button').filter(({ className }) => /primary/.test(className));
    expect(primary.map(({ textContent }) => textContent)).toEqual(['Keep the other version']);
    expect(alert.textContent).toContain('Saved by Meera71 out of 100');
    api.reply('markSubmission', named('CAP-1', 'Asha', { state: 'marked', marks: 55 }));
    fireEvent.click(screen.getByRole('button', { name: 'Save mine anyway' }));
    await waitFor(() => expect(api.of('markSubmission')).toHaveLength(2));
    expect(api.of('markSubmission').map(({ body }) => (body as { began: object }).began)).toEqual([
      { marks: null },
      { marks: 71 },
    ]);
  });

  it('a comment alone is on top of the marks that somebody else has changed', async () => {
    const row = { ...three[0]!, state: 'marked' as const, marks: 60, mark_comments: 'Mine' };
    answerQueue(api, [row]);
    const current = {
      marks: 71,
      comments: 'Hers',
      released: true,
      marked_by: 'Meera',
      marked_at: '2026-11-18T09:00:00.000Z',
    };
    api.replyConflict('markSubmission', 'Marked in the meantime.', current);
    await open('/staff?state=all');
    fireEvent.click(await screen.findByRole('button', { name: 'Change the marks' }));
    fireEvent.change(screen.getByLabelText('Comment for Asha'), { target: { value: 'Mine, and more' } });
    fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Yours71 out of 100, releasedMine, and more');
    api.reply('markSubmission', { ...row, marks: 71, released: true });
    fireEvent.click(screen.getByRole('button', { name: 'Save mine anyway' }));
    await waitFor(() => expect(api.of('markSubmission')).toHaveLength(2));
    expect(api.of('markSubmission')[1]?.body).toMatchObject({
      marks: 71,
      comments: 'Mine, and more',
      released: true,
      began: { comments: 'Hers' },
    });
  });

  it('Back to editing leads to the marks', async () => {
    api.refuse('markSubmission', 409, { code: 'lower_than_released', message: 'Lower.' });
    const { user } = await open();
    await user.keyboard('m50{Control>}{Enter}{/Control}');
    await screen.findByText('Lower.');
    await press(user, 'Back to editing');
    await waitFor(() => expect(document.activeElement).toBe(marks()));
    expect(marks().value).toBe('50');
  });
});

describe('the list', () => {
  it('finds a student by name, and says where the open one stands', async () => {
    const { user } = await open();
    expect(screen.getByText('1 of 3')).toBeTruthy();
    await user.keyboard('j');
    await isOpen('Biju');
    expect(screen.getByText('2 of 3')).toBeTruthy();
    const search = screen.getByLabelText('Search by name');
    await user.type(search, 'CHI');
    expect(items().map((item) => item.textContent?.slice(0, 6))).toEqual(['Chitra']);
    await user.type(search, 'x');
    expect(screen.getByText('Nobody has this name.')).toBeTruthy();
    expect(shown()).toBe('Biju, Week 1');
  });

  it('a search looks through all pages', async () => {
    const many = Array.from({ length: limits.pageSize }, (_, i) => named(`CAP-${i + 1}`, `Student ${i + 1}`));
    answerQueue(api, many);
    const { user } = await open('/staff?open=CAP-1');
    api.reply('listBatchSubmissions', [named('CAP-99', 'Later')]);
    await user.type(screen.getByLabelText('Search by name'), 'later');
    await waitFor(() => expect(items().map((item) => item.textContent?.slice(0, 5))).toEqual(['Later']));
    expect(screen.queryByText('Nobody has this name.')).toBeNull();
  });

  it('has counts in its tabs, but not of a single task', async () => {
    const { unmount } = await open();
    const tabs = () =>
      within(screen.getByRole('navigation', { name: 'Submissions by status' }))
        .getAllByRole('link')
        .map(({ textContent }) => textContent);
    expect(tabs()).toEqual(['To mark 1', 'Unreleased 0', 'Released 1', 'All 2']);
    unmount();
    await open('/staff?task=week-1');
    expect(tabs()).toEqual(['To mark', 'Unreleased', 'Released', 'All']);
  });
});
