import { Window } from 'happy-dom';
import { expect, test } from 'vitest';
import { seedDemo } from '#server/demo/seed-demo';
import { demoEmail } from '#contract/demo-accounts';
import { makeTestApp } from '#support/test-app';
import { webBuild } from '#support/web-build';
import { demoScreens } from '#support/demo-screens';

type Found = { control: string; fault: string };
type PostedForm = { action: string; type: string };

/** What looks pressable and does nothing without scripts, and the forms that are posted. */
function examine(html: string, address: string): { inert: Found[]; posts: PostedForm[] } {
  const window = new Window({
    url: `http://portal.test${address}`,
    settings: { disableJavaScriptEvaluation: true },
  });
  const { document } = window;
  document.write(html);
  const inert: Found[] = [];
  const posts: PostedForm[] = [];
  const report = (element: { outerHTML: string }, fault: string) =>
    inert.push({ control: element.outerHTML.slice(0, 160), fault });
  for (const link of document.querySelectorAll('a'))
    if (!link.hasAttribute('href') && link.getAttribute('aria-disabled') !== 'true')
      report(link, 'leads nowhere');
  for (const summary of document.querySelectorAll('summary'))
    if (summary.parentElement?.tagName !== 'DETAILS') report(summary, 'opens nothing');
  // A region is focused to be scrolled by the keyboard, which needs no script.
  for (const other of document.querySelectorAll('[role="button"], [tabindex="0"]:not([role="region"])'))
    if (!['A', 'BUTTON', 'SUMMARY'].includes(other.tagName)) report(other, 'acts by a script alone');
  // A button of the type `button` is hidden while there are no scripts, and waits for those that are late.
  for (const button of document.querySelectorAll('button:not([type="button"]), input[type="submit"]')) {
    // Hidden, as buttons of the type `button` are.
    if (button.closest('[data-needs-script]') !== null) continue;
    const form = button.closest('form');
    if (form === null) report(button, 'sends no form');
    else if (form.getAttribute('method') === 'post')
      posts.push({
        action: form.getAttribute('action') ?? address,
        type: form.getAttribute('enctype') ?? 'application/x-www-form-urlencoded',
      });
    // Without a field it leads from an address with a query to that without.
    else if (form.querySelector('[name]') === null && !address.includes('?'))
      report(button, 'asks for nothing');
  }
  // The fields of what a button without a script reveals are not there yet.
  for (const field of document.querySelectorAll('input:not([type="hidden"]), select, textarea')) {
    const form = field.closest('form');
    if (field.closest('[data-needs-script]') !== null) continue;
    if (form === null && !field.hasAttribute('readonly')) report(field, 'is sent nowhere');
    else if (field.tagName === 'SELECT' && form?.innerHTML.includes('type="submit"') !== true)
      report(field, 'changes nothing');
  }
  window.close();
  return { inert, posts };
}

test('on every screen all that looks pressable does something without its script', async () => {
  const { app, context, cookieOf, clock } = await makeTestApp({ app: { pages: webBuild() } });
  clock.set(Date.now());
  await seedDemo(context);
  const accounts = await context.database.reader.selectFrom('accounts').select(['id', 'email']).execute();
  const posts = new Map<string, PostedForm>();
  const seen = new Set<string>();
  for (const { name, path, as } of demoScreens) {
    if (seen.has(`${as} ${path}`)) continue;
    seen.add(`${as} ${path}`);
    const account = accounts.find(({ email }) => as !== undefined && email === demoEmail(as));
    const headers = account === undefined ? {} : { cookie: await cookieOf(account) };
    const { body, statusCode } = await app.inject({ url: path, headers });
    expect([200, 404], name).toContain(statusCode);
    const { inert, posts: found } = examine(body, path);
    expect.soft(inert, name).toEqual([]);
    for (const post of found) posts.set(post.action, post);
  }
  expect(posts.size).toBeGreaterThan(8);
  for (const { action, type } of posts.values()) {
    const isMultipart = type === 'multipart/form-data';
    const { statusCode } = await app.inject({
      method: 'POST',
      url: action,
      headers: {
        'sec-fetch-site': 'same-origin',
        'content-type': isMultipart ? `${type}; boundary=none` : type,
      },
      payload: isMultipart ? '--none--\r\n' : '',
    });
    // Nobody's form, or one without anything in it: taken and refused, or answered.
    expect.soft([200, 303, 400, 401], `${action}: ${statusCode}`).toContain(statusCode);
  }
}, 60_000);

test('controls that do nothing are found', () => {
  const html = `<a>Nowhere</a><summary>Nothing</summary><div role="button">Div</div><button type="submit">Alone</button>
    <form><button type="submit">Empty</button></form><form><select name="one"></select></form><input name="lost">
    <form method="post"><input name="kept"><button type="submit">Fine</button></form><button type="button">Waits</button>`;
  const { inert, posts } = examine(html, '/here');
  expect(inert.map(({ fault }) => fault).toSorted()).toEqual([
    'acts by a script alone',
    'asks for nothing',
    'changes nothing',
    'is sent nowhere',
    'leads nowhere',
    'opens nothing',
    'sends no form',
  ]);
  expect(posts).toEqual([{ action: '/here', type: 'application/x-www-form-urlencoded' }]);
});
