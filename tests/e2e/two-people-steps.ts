import type { Browser, Locator, Page } from '@playwright/test';
import type { DemoName } from '#contract/demo-accounts';
import { tasks } from '#contract/dates';
import { dayMs } from '#contract/durations';
import { demoScreens } from '#support/demo-screens';
import { signInAs } from './demo.ts';
import { expect, type Portal } from './portal.ts';
import { visit } from './screens.ts';

/** A form that changes something stored: it says what each field began from. `at`: among those with these fields. */
export type FoundForm = { path: string; as: DemoName; at: number; fields: string[] };

const withBeginning = 'main form:has(> input[name="began"])';
const having = (fields: readonly string[]): string =>
  withBeginning + fields.map((name) => `:has([name="${name}"]:not([type=hidden]))`).join('');

/** Lists to which each person adds: the server joins them. */
const joined = ['mentors'];
/** Not any text is a colour; weights are 100 together. */
const withoutOther = ['accent', ...tasks.map((task) => `weight-${task}`)];
/** Compared as a whole: the field of its first part. */
const inParts: Readonly<Record<string, string>> = { lines: 'text-0' };

/** The fields that a form compares and that a person can change. */
const fieldsOf = (form: Locator): Promise<string[]> =>
  form.evaluate(
    (element, { skipped, parts }) => {
      const began = element.querySelector<HTMLInputElement>('input[name="began"]')?.value ?? '{}';
      const names = Object.keys(JSON.parse(began)).map((name) => parts[name] ?? name);
      return names.filter((name) => {
        const field = element.querySelector<HTMLInputElement>(
          `[name="${name}"]:not([type=hidden], :disabled)`,
        );
        // Of two values, both people choose the same. An email is a login of the demo.
        if (field === null || field.type === 'email' || skipped.includes(name)) return false;
        // A rubric without lines is another form.
        if (Object.values(parts).includes(name) && field.value === '') return false;
        return !(field instanceof HTMLSelectElement) || (field as HTMLSelectElement).options.length > 2;
      });
    },
    { skipped: [...joined, ...withoutOther], parts: inParts },
  );

/** Folded forms are in the page; other forms of the page may come and go. */
async function formAt(page: Page, { at, fields }: Pick<FoundForm, 'at' | 'fields'>): Promise<Locator> {
  const form = page.locator(having(fields)).nth(at);
  await expect(form).toBeAttached();
  await form.evaluate((element) => {
    for (let one = element.parentElement; one !== null; one = one.parentElement)
      if (one instanceof HTMLDetailsElement) one.open = true;
    for (const fold of element.querySelectorAll('details')) fold.open = true;
  });
  return form;
}

/** The least that a day can be. */
const anyDay = '2001';

/** From what a field shows, or from a day near enough for an extension. */
function dayAfter(value: string, days: number): string {
  const day = value === '' ? new Date(Date.now() + 40 * dayMs) : new Date(value.slice(0, 10));
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}

const codes = ['en', 'ml', 'hi', 'ta', 'te', 'kn', 'mr'];

/** Texts, numbers, days: another value of the same kind, which differs by person. */
function otherValue(value: string, type: string, by: number): string {
  if (type === 'date') return dayAfter(value, by);
  // After the days of the demo's vivas, where rooms and examiners are free.
  if (type === 'datetime-local') return `${dayAfter(value, by + 20)}T10:00`;
  if (type === 'number' || /^\d{1,3}(\.\d+)?$/.test(value))
    return String(Math.min(99, Number(value || '50') + by));
  if (type === 'tel' && value === '') return `900000000${by}`;
  if (/^\+?\d{10,}$/.test(value)) return value.slice(0, -1) + String((Number(value.at(-1)) + by) % 10);
  if (/^#[0-9a-f]{6}$/i.test(value)) return `#0d5c4${by}`;
  // A language.
  if (/^[a-z]{2,3}$/.test(value))
    return codes.filter((code) => code !== value)[by % (codes.length - 1)] ?? value;
  if (type === 'url' || /^https?:/.test(value)) return `${value || 'https://example.test/'}${by}`;
  if (value.startsWith('/')) return value;
  // A phrase's name.
  if (/^[a-z\d-]+$/.test(value)) return `${value}-${by}`;
  return `${value} ${'ABCDEFG'[by]}`.trim();
}

/**
 * @param by neighbouring numbers give different values, also of three
 * @returns what the field shows now
 */
export async function change(form: Locator, name: string, by: number): Promise<string> {
  const field = form.locator(`[name="${name}"]:not([type=hidden])`).first();
  const [tag, type, min, step] = await field.evaluate((one) => {
    const { tagName, type, min, step } = one as HTMLInputElement;
    return [tagName, type, min, step];
  });
  const steps = type === 'number' ? by * Math.max(1, Number(step || 1)) : by;
  if (type === 'checkbox') await field.setChecked(!(await field.isChecked()));
  else if (tag === 'SELECT') {
    const values = await field.evaluate((one) =>
      [...(one as HTMLSelectElement).options]
        .map(({ value }) => value)
        .filter((value) => value !== '' || !(one as HTMLSelectElement).required),
    );
    const now = await field.inputValue();
    const others = values.filter((value) => value !== now);
    await field.selectOption(others[by % others.length] ?? '');
  } else
    await field.fill(
      otherValue((await field.inputValue()) || (min && min > anyDay ? min : ''), type ?? '', steps),
    );
  return valueOf(form, name);
}

export const valueOf = (form: Locator, name: string): Promise<string> =>
  form
    .locator(`[name="${name}"]:not([type=hidden])`)
    .first()
    .evaluate((one) => {
      const field = one as HTMLInputElement;
      return field.type === 'checkbox' ? String(field.checked) : field.value;
    });

/** A reason or a day, which is asked for with some changes. */
async function fillRequired(form: Locator): Promise<void> {
  const yesterday = new Date(Date.now() - dayMs).toISOString().slice(0, 10);
  for (const field of await form.locator('input:required, textarea:required').all())
    if ((await field.inputValue()) === '')
      await field.fill((await field.getAttribute('type')) === 'date' ? yesterday : 'Because');
}

/** By keyboard: a second click in the same place would count as a double click. */
const pressSave = (form: Locator) => form.locator('button[type=submit]').last().press('Enter');

/** @returns the status of the call */
export async function save(form: Locator): Promise<number> {
  await fillRequired(form);
  const answered = form
    .page()
    .waitForResponse((answer) => answer.url().includes('/api/') && answer.request().method() !== 'GET', {
      timeout: 60_000,
    });
  await pressSave(form);
  return (await answered).status();
}

/** Shows what is stored, but does not say what it began from. */
const withoutBeginning = (page: Page): Promise<string[]> =>
  page.locator('main form[method="post" i]:not(:has(> input[name="began"]))').evaluateAll((forms) =>
    forms.flatMap((form) => {
      const texts = form.querySelectorAll<HTMLInputElement>(
        'textarea, input:is([type=text], [type=tel], [type=number], [type=date], [type=datetime-local], [type=url], :not([type]))',
      );
      const isFilled = [...texts].some(({ defaultValue, value }) => (defaultValue || value) !== '');
      return isFilled ? [form.querySelector('button[type=submit]')?.textContent ?? ''] : [];
    }),
  );

/** States that no screen of the demo has. */
const further = [
  { path: '/staff/batches/MERN-2026-09/vivas?student=anagha.prasad%40example.test', as: 'admin' },
] as const;

/**
 * Every form of the demo's screens that changes something stored.
 * @param isIn by its path
 * @returns also the buttons of forms that show something stored, and could overwrite it
 */
export async function findForms(
  portal: Portal,
  browser: Browser,
  isIn: (path: string) => boolean,
): Promise<{ forms: FoundForm[]; without: Set<string> }> {
  const found = new Map<string, FoundForm>();
  const without = new Set<string>();
  const shown = demoScreens.filter(({ press, scripted, writes }) => !press && !scripted && !writes);
  const own = [...shown, ...further].filter(({ as, path }) => as && isIn(path));
  for (const as of new Set(own.map((screen) => screen.as as DemoName))) {
    const page = await browser.newPage({ baseURL: portal.url, serviceWorkers: 'block' });
    await signInAs(portal, page, as);
    for (const { path } of own.filter((screen) => screen.as === as)) {
      await visit(page, path);
      for (const button of await withoutBeginning(page)) without.add(button);
      const count = await page.locator(withBeginning).count();
      for (let nth = 0; nth < count; nth++) {
        const form = page.locator(withBeginning).nth(nth);
        const fields = await fieldsOf(form);
        // Six instructions are one form.
        const kind = `${path.split(/[/?]/).slice(0, 3).join('/')} ${fields.join()} ${await form.locator('button[type=submit]').last().textContent()}`;
        if (fields.length === 0 || found.has(kind)) continue;
        const at = await form.evaluate(
          (element, alike) => [...document.querySelectorAll(alike)].indexOf(element),
          having(fields),
        );
        found.set(kind, { path, as, at, fields });
      }
    }
    await page.close();
  }
  return { forms: [...found.values()], without };
}

export type Desk = { page: Page; open: () => Promise<Locator> };

/** A browser with the screen of a form. */
export async function openDesk(portal: Portal, browser: Browser, found: FoundForm): Promise<Desk> {
  const page = await browser.newPage({ baseURL: portal.url, serviceWorkers: 'block' });
  await signInAs(portal, page, found.as);
  const open = async () => {
    await visit(page, found.path);
    return formAt(page, found);
  };
  return { page, open };
}

/** Two people at one form: of an older page, after a reload, and after the network was away. */
export async function expectNobodyOverwritten(
  portal: Portal,
  browser: Browser,
  found: FoundForm,
): Promise<void> {
  const [asha, biju] = [await openDesk(portal, browser, found), await openDesk(portal, browser, found)];
  const [first = '', second] = found.fields;
  const name = `${found.path} ${found.fields.join()}`;

  let mine = await asha.open();
  let theirs = await biju.open();
  // Whoever fills an empty form that needs all its fields changes them all.
  const isWhole = (await mine.locator('input:required, textarea:required').all()).length > 0;
  const isEmpty = (await valueOf(mine, first)) === '';
  if (second !== undefined && !(isWhole && isEmpty)) {
    const changed = await change(theirs, first, 1);
    expect(await save(theirs), `${name}: the first save`).toBeLessThan(300);
    const own = await change(mine, second, 2);
    expect(await save(mine), `${name}: another field of an older page`).toBeLessThan(300);
    theirs = await biju.open();
    expect.soft(await valueOf(theirs, first), `${name}: the colleague’s field`).toBe(changed);
    expect.soft(await valueOf(theirs, second), `${name}: the own field`).toBe(own);
    mine = await asha.open();
  }

  const stored = await change(theirs, first, 1);
  expect(await save(theirs), `${name}: the first save`).toBeLessThan(300);
  const typed = await change(mine, first, 2);
  expect(typed, `${name}: the two differ`).not.toBe(stored);
  expect(await save(mine), `${name}: the same field of an older page`).toBe(409);
  const alert = mine.getByRole('alert');
  const choice = alert.getByRole('button', { name: 'Keep the other version' });
  // The first save was the last that is possible: the words stay without a form.
  const leftOver = asha.page.getByText('This is not saved:');
  await expect(choice.or(leftOver)).toBeVisible();
  if (await leftOver.isVisible()) {
    await expect(asha.page.getByRole('main')).toContainText(typed);
    await asha.page.close();
    await biju.page.close();
    return;
  }
  expect.soft(await valueOf(mine, first), `${name}: what was typed stays`).toBe(typed);
  // Saving again is no choice.
  expect.soft(await save(mine), `${name}: saved again`).toBe(409);
  const now = await valueOf(await biju.open(), first);
  // A form that asks anew shows what is stored beside its empty field.
  if (now !== '') expect.soft(now, `${name}: what is stored`).toBe(stored);
  await alert.getByRole('button', { name: 'Keep the other version' }).click();
  await expect.poll(() => valueOf(mine, first), `${name}: after keeping theirs`).toBe(now);
  await expect(alert).toHaveCount(0);

  // A draft after a reload: the colleague saved while the page was closed.
  const left = await change(mine, first, 4);
  mine = await asha.open();
  if ((await valueOf(mine, first)) === left) {
    await asha.page.goto('about:blank');
    const other = await change(await biju.open(), first, 3);
    expect(await save(await formAt(biju.page, found)), `${name}: saved beside a draft`).toBeLessThan(300);
    mine = await asha.open();
    await expect(mine.getByRole('alert'), `${name}: told as the draft opens`).toBeVisible();
    expect.soft(await valueOf(mine, first), `${name}: the draft stays`).toBe(left);
    expect.soft(await save(mine), `${name}: a draft over a colleague’s change`).toBe(409);
    expect
      .soft(await valueOf(await biju.open(), first), `${name}: what is stored beside a draft`)
      .toBe(other);
    await mine.getByRole('button', { name: 'Keep the other version' }).click();
  }

  // A page that was offline meanwhile.
  mine = await asha.open();
  await asha.page.context().setOffline(true);
  const offline = await change(mine, first, 6);
  await pressSave(mine);
  theirs = await biju.open();
  await change(theirs, first, 5);
  expect(await save(theirs), `${name}: saved beside an offline page`).toBeLessThan(300);
  await asha.page.context().setOffline(false);
  expect.soft(await save(mine), `${name}: an offline page`).toBe(409);
  expect.soft(await valueOf(mine, first), `${name}: typed offline`).toBe(offline);

  await asha.page.close();
  await biju.page.close();
}
