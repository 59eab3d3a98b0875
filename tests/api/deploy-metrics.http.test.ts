import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { recordLog } from '#support/record-log';
import { makeTestApp } from '#support/test-app';
import { webBuild } from '#support/web-build';
import type { AppContext } from '#server/platform/context';

/** Figures on a board that nobody prints are worse than none: the file looks right, and shows nothing. */

type Rule = { alert: string; expr: string; labels: object; annotations: Record<string, string> };
const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const alerts = (
  parse(read('deploy/prometheus/alerts.yml')) as { groups: { rules: Rule[] }[] }
).groups.flatMap(({ rules }) => rules);
type Board = { panels: { id: number; title: string; targets: { expr: string }[] }[] };
const board = JSON.parse(read('deploy/grafana/capstone.json')) as Board;

/** Names and labels of an expression; what Prometheus makes itself is not the portal's. */
function namesIn(expr: string): string[] {
  const names = expr.match(/\b(?:capstone|process|nodejs|http)_[a-z0-9_]+/g) ?? [];
  expect(names.length, expr).toBeGreaterThan(0);
  return names;
}

/** What a portal with PostgreSQL prints that has answered, failed, and left a page to the browser. */
async function printed(): Promise<Set<string>> {
  const metricsToken = 'a-token-of-some-length';
  const build = webBuild();
  const loadRenderer: typeof build.loadRenderer = async () => {
    const renderer = await build.loadRenderer();
    return {
      ...renderer,
      render: (page, maxBytes) =>
        page.url.includes('?')
          ? Promise.reject(new Error('It cannot be rendered'))
          : renderer.render(page, maxBytes),
    };
  };
  const pages = { ...build, loadRenderer };
  const { nobody, context } = await makeTestApp({
    settings: { metricsToken },
    app: { pages, logger: recordLog().logger },
  });
  // Only PostgreSQL has a pool.
  context.database.pool = (): ReturnType<AppContext['database']['pool']> => ({
    size: 2,
    idle: 1,
    waiting: 0,
  });
  const { now } = context.clock;
  context.clock.now = () => {
    throw new Error('the clock is broken');
  };
  await nobody.post('/api/auth/login', { email: 'asha@example.test', password: 'secret1' });
  context.clock.now = now;
  await nobody.get('/verify?number=1');
  const { body } = await nobody.get('/metrics', { authorization: `Bearer ${metricsToken}` });
  return new Set([...String(body).matchAll(/^([a-z0-9_]+)[ {]/gm)].map(([, name]) => name as string));
}

test('every metric of the board and of the alerts is one that the portal prints', async () => {
  const names = await printed();
  for (const { title, targets } of board.panels)
    for (const { expr } of targets) for (const name of namesIn(expr)) expect(names, title).toContain(name);
  for (const { alert, expr } of alerts) {
    if (alert === 'CapstoneDown') continue;
    for (const name of namesIn(expr)) expect(names, alert).toContain(name);
  }
});

test('every metric of the portal’s own is on the board', async () => {
  const shown = board.panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => namesIn(expr))).join();
  for (const name of await printed())
    if (name.startsWith('capstone_')) expect(shown).toContain(name.replace(/_(?:bucket|sum|count)$/, ''));
});

test('each alert says what happens, what to do, and where more is written', () => {
  expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
  for (const { alert, annotations } of alerts) {
    for (const part of ['summary', 'description', 'runbook'])
      expect(annotations[part]?.length, `${alert}: ${part}`).toBeGreaterThan(20);
    expect(annotations['runbook_url'], alert).toMatch(/^docs\/operating\/[a-z-]+\.md#[a-z-]+$/);
    const [page = '', heading] = annotations['runbook_url']?.split('#') ?? [];
    expect(read(page).toLowerCase(), alert).toContain(`## ${heading?.replaceAll('-', ' ')}\n`);
  }
});

test('panels have numbers of their own', () => {
  expect(new Set(board.panels.map(({ id }) => id)).size).toBe(board.panels.length);
});
