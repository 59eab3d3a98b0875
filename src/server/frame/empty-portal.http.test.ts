import { expect, test } from 'vitest';
import { signedInScreens } from '#contract/signed-in-screens';
import { buildAdministrator, buildMentor } from '#support/factories';
import { makeTestApp } from '#support/test-app';
import { webBuild } from '#support/web-build';

const wholeScreens = signedInScreens.flatMap(({ pattern }) =>
  pattern.startsWith('/staff') && !pattern.includes(':') ? [pattern] : [],
);
const views = ['/staff/people?stage=imported', '/staff/people?stage=invited', '/staff/people?q=asha'];

const broken = /undefined|NaN|\bnull\b|\[object|could not be loaded/;

/** The screen's own part, without tags, and how many links, buttons and fields it has. */
function partOf(body: string) {
  const main = /<main\b[\s\S]*<\/main>/.exec(body)?.[0] ?? '';
  const seen = main.replaceAll(/<(script|style|template|noscript)\b[\s\S]*?<\/\1>/g, '');
  return {
    text: seen
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
    acts: seen.match(/<(?:a|button|input|select|textarea|summary)\b(?![^>]*type="hidden")/g)?.length ?? 0,
  };
}

/** Without a batch it is the office's home; what is checked of the system comes after the page. */
const exempt = ['/staff', '/staff/portal'];
const pathsOf = [...wholeScreens, ...views].filter((path) => !exempt.includes(path));

test('every screen of a portal with nothing in it leads the office on', async () => {
  const settings = { academyName: 'Nila Institute' };
  const { context, as } = await makeTestApp({ app: { pages: webBuild() }, settings });
  const office = await as(await buildAdministrator(context));
  expect((await office.get('/staff')).headers['location']).toBe('/staff/office');
  for (const path of pathsOf) {
    const { status, body } = await office.get(path);
    const { text, acts } = partOf(String(body));
    expect.soft(status, path).toBe(200);
    expect.soft(String(body), `${path}: an academy with a name of its own`).not.toContain('Capstone');
    expect.soft(text, path).not.toMatch(broken);
    expect.soft(acts, `${path}: ${text}`).toBeGreaterThan(0);
  }
  const { body } = await office.get('/staff/people?stage=imported');
  expect(partOf(String(body)).text).toContain('No one has this status. Import people');
});

test('a mentor without a batch is told who assigns one, or led on', async () => {
  const { context, as } = await makeTestApp({ app: { pages: webBuild() } });
  const mentor = await as(await buildMentor(context));
  for (const path of ['/staff', ...pathsOf]) {
    const { status, body } = await mentor.get(path);
    const { text, acts } = partOf(String(body));
    expect.soft(status, path).toBe(200);
    expect.soft(text, path).not.toMatch(broken);
    if (acts === 0) expect.soft(text, path).toContain('The office assigns batches to mentors.');
  }
});
