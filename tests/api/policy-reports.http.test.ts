import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '#server/app';
import { minuteMs } from '#contract/durations';
import { recordLog } from '#support/record-log';
import { makeTestContext } from '#support/test-app';

const url = '/api/policy-reports';

async function makePortal() {
  const { context, clock } = await makeTestContext({ settings: { metricsToken: 'a token of sixteen' } });
  const { lines, logger } = recordLog('info');
  const app = await buildApp(context, { pages: null, logger });
  await app.ready();
  onTestFinished(() => app.close());
  const post = async (payload: unknown, type = 'application/csp-report', remoteAddress = '203.0.113.7') => {
    const body = typeof payload === 'string' ? payload : JSON.stringify(payload);
    const headers = { 'content-type': type };
    return (await app.inject({ method: 'POST', url, payload: body, headers, remoteAddress })).statusCode;
  };
  const figures = async () => {
    const headers = { authorization: 'Bearer a token of sixteen' };
    const { body } = await app.inject({ url: '/metrics', headers });
    return body.split('\n').filter((line) => line.startsWith('capstone_policy_reports_total{'));
  };
  return { app, post, figures, clock, lines };
}

const old = (fields: object) => ({ 'csp-report': fields });
const report = (body: object) => ({ type: 'csp-violation', url: 'https://portal.test/', age: 1, body });

test('a report of either kind is one line: directive, the host of what was stopped, and the page', async () => {
  const { post, figures, lines } = await makePortal();
  const first = old({
    'document-uri': 'https://portal.test/WeeklySubmission?week=1',
    'effective-directive': 'script-src-elem',
    'blocked-uri': 'https://evil.test:8443/x.js',
  });
  expect(await post(first)).toBe(204);
  const others = [
    report({
      documentURL: 'https://portal.test/discussion/WEB-1',
      effectiveDirective: 'img-src',
      blockedURL: 'inline',
    }),
    { type: 'deprecation', body: {} },
  ];
  expect(await post(others, 'application/reports+json')).toBe(204);
  expect(
    lines.map(({ msg, event, network, directive, blocked, page }) => ({
      msg,
      event,
      network,
      directive,
      blocked,
      page,
    })),
  ).toEqual([
    {
      msg: 'security',
      event: 'policy-report',
      network: '203.0.113.0/24',
      directive: 'script-src-elem',
      blocked: 'evil.test:8443',
      page: '/WeeklySubmission',
    },
    {
      msg: 'security',
      event: 'policy-report',
      network: '203.0.113.0/24',
      directive: 'img-src',
      blocked: 'inline',
      page: '/discussion',
    },
  ]);
  expect(await figures()).toEqual([
    'capstone_policy_reports_total{directive="script-src-elem"} 1',
    'capstone_policy_reports_total{directive="img-src"} 1',
  ]);
});

test('nothing that a sender has chosen reaches log or figures: no token, no name, no line of its own', async () => {
  const { app, post, figures, lines } = await makePortal();
  const secret = 'SECRET-token-1';
  const addresses = [
    `https://portal.test/reset-password?token=${secret}`,
    `https://portal.test/${secret}/x`,
    `${secret}:x`,
    `data:text/html,${secret}`,
    `https://${secret}:${secret}@evil.test/${secret}#${secret}`,
    `\n{"level":50,"msg":"${secret}"}`,
  ];
  for (const [index, address] of addresses.entries()) {
    const from = `198.51.${index}.1`;
    const fields = { 'document-uri': address, 'blocked-uri': address, 'effective-directive': address };
    const more = {
      referrer: address,
      'script-sample': secret,
      'original-policy': secret,
      disposition: secret,
    };
    expect(await post(old({ ...fields, ...more }), undefined, from)).toBe(204);
  }
  for (const broken of [[], {}, [null, 1, 'x'], { 'csp-report': null }, [{ type: secret, body: secret }]]) {
    expect(await post(broken, 'application/reports+json')).toBe(204);
  }
  expect(lines).toHaveLength(addresses.length);
  const said = JSON.stringify(lines) + (await figures()).join();
  expect(said.toLowerCase()).not.toContain(secret.toLowerCase());
  for (const { directive } of lines) expect(directive).toBe('other');
  expect((await app.inject({ method: 'GET', url })).statusCode).toBe(404);
});

test('what is too large, of another type or no JSON is refused', async () => {
  const { post } = await makePortal();
  expect(await post(old({ 'script-sample': 'x'.repeat(17_000) }))).toBe(413);
  expect(await post(JSON.stringify({ a: 'x'.repeat(17_000) }), 'application/json')).toBe(413);
  expect(await post('x', 'text/plain')).toBe(415);
  expect(await post('{', 'application/csp-report')).toBe(400);
});

test('a flood of reports is refused, counted and written down no further', async () => {
  const { app, post, figures, lines, clock } = await makePortal();
  const one = old({
    'effective-directive': 'img-src',
    'blocked-uri': 'inline',
    'document-uri': 'https://a.test/',
  });
  const statuses = async (count: number, address: (index: number) => string) => {
    const answers: Record<number, number> = {};
    for (let index = 0; index < count; index += 1) {
      const status = await post(one, undefined, address(index));
      answers[status] = (answers[status] ?? 0) + 1;
    }
    return answers;
  };
  expect(await statuses(30, () => '203.0.113.7')).toEqual({ 204: 20, 429: 10 });
  // From everywhere together.
  expect(await statuses(200, (index) => `10.0.${index}.1`)).toEqual({ 204: 180, 429: 20 });
  expect(lines.filter(({ event }) => event === 'policy-report')).toHaveLength(200);
  expect(await figures()).toContain('capstone_policy_reports_total{directive="refused"} 30');
  const refused = await app.inject({ method: 'POST', url, payload: one });
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60']);
  // Ten violations of a report count as one request; the rest of a longer one is left out.
  clock.advance(minuteMs);
  const many = Array.from({ length: 50 }, () => report({ effectiveDirective: 'img-src' }));
  expect(await post(many, 'application/reports+json')).toBe(204);
  expect(lines.filter(({ event }) => event === 'policy-report')).toHaveLength(210);
});
