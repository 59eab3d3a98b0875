import type { Answer, TestApp } from './test-app.ts';

/** One of the networks that are kept for examples. */
export const networkNumber = (n: number): string => `198.51.${Math.floor(n / 250)}.${(n % 250) + 1}`;

type From = { address?: string; cookie?: string; headers?: Record<string, string> };

/** Logs in from a network address, with cookies. */
export function logInFrom(
  { nobody }: TestApp,
  { email, password = 'wrong horse' }: { email: string; password?: string },
  { address = '203.0.113.1', cookie, headers = {} }: From = {},
): Promise<Answer> {
  return nobody.send({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress: address,
    headers: { ...headers, ...(cookie !== undefined && { cookie }) },
    payload: { email, password },
  });
}

/** The Cookie header that an answer's Set-Cookie headers make, of those whose name matches. */
export function cookiesSet({ headers }: Answer, name: RegExp = /./): string {
  return [headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => String(cookie).split(';')[0] as string)
    .filter((cookie) => name.test(cookie.split('=')[0] as string))
    .join('; ');
}

/** The cookie of the device that a login came from. */
export const deviceOf = (answer: Answer): string => cookiesSet(answer, /-device$/);
