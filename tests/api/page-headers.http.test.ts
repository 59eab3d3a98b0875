import { expect, test } from 'vitest';
import { buildStudent } from '#support/factories';
import { makeTestApp } from '#support/test-app';
import { webBuild } from '#support/web-build';

/** Each kind of page, with the headers that it comes with. */
async function everyPage() {
  const app = await makeTestApp({
    settings: { publicUrl: new URL('https://portal.test') },
    app: { pages: webBuild() },
  });
  const client = await app.as(await buildStudent(app.context));
  const html = { accept: 'text/html' };
  const form = { ...html, 'content-type': 'application/x-www-form-urlencoded' };
  const pages = {
    'a public page': await app.nobody.get('/login', html),
    'a public page that says more': await app.nobody.get('/login?notice=logged-out', html),
    'a signed-in page': await client.get('/StudentDashboard', html),
    'no page': await app.nobody.get('/nowhere', html),
    'a form that was refused': await app.nobody.send({
      method: 'POST',
      url: '/login',
      headers: form,
      payload: 'email=x&password=y',
    }),
  };
  app.context.clock.now = () => {
    throw new Error('the clock is broken');
  };
  const failed = await client.send({ method: 'POST', url: '/account', headers: form, payload: 'name=x' });
  return Object.entries({ ...pages, 'a form that failed': failed }).map(([what, { headers, body }]) => {
    expect(headers['content-type'], what).toBe('text/html; charset=utf-8');
    expect(String(body), what).toMatch(/^<!DOCTYPE html>/i);
    return [what, headers] as const;
  });
}

test('no page, nor what it frames, may use camera, microphone, place or payment, and what its policy stops is reported', async () => {
  for (const [what, headers] of await everyPage()) {
    const denied = String(headers['permissions-policy']).split(', ');
    for (const feature of ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'display-capture']) {
      expect(denied, what).toContain(`${feature}=()`);
    }
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy, what).toEqual(
      expect.arrayContaining([
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        'report-uri /api/policy-reports',
        'report-to policy',
      ]),
    );
    expect(headers, what).toMatchObject({
      'reporting-endpoints': 'policy="/api/policy-reports"',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    });
  }
});

test('no page that a one-time link opens tells its address to anybody, the portal’s own log included', async () => {
  const { nobody } = await makeTestApp({ app: { pages: webBuild() } });
  for (const page of ['/reset-password', '/setup', '/invitation', '/confirm-email', '/unsubscribe'])
    for (const search of ['?token=abc', '?from=mail&token=abc']) {
      const { headers } = await nobody.get(page + search);
      expect(headers['referrer-policy'], page + search).toBe('no-referrer');
    }
  for (const next of ['/invitation?token=abc', '/invitation?from=mail&token=abc'])
    for (const page of ['/login', '/second-step']) {
      const { headers } = await nobody.get(`${page}?next=${encodeURIComponent(next)}`);
      expect(headers['referrer-policy'], page + next).toBe('no-referrer');
    }
  expect((await nobody.get('/login?next=token')).headers['referrer-policy']).toBe('same-origin');
});

test('without https the older way of reporting is left to browsers, which heed no other beside the newer one', async () => {
  const { nobody } = await makeTestApp({ app: { pages: webBuild() } });
  const { headers } = await nobody.get('/login');
  expect(headers['content-security-policy']).toMatch(/; report-uri \/api\/policy-reports$/);
  expect(headers).not.toHaveProperty('reporting-endpoints');
});
