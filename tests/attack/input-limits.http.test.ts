import { globSync, readFileSync } from 'node:fs';
import { maxHeaderSize } from 'node:http';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { limits } from '#contract/limits';
import { makeTestApp } from '#support/test-app';
import { makeFuzzFixture } from '../api/fuzz/fixtures.ts';
import { roles } from '../api/fuzz/values.ts';
import { allInputs, nameOf, type Input } from './hostile-inputs/inventory.ts';
import {
  boundedByAddress,
  boundedByBody,
  cookieNames,
  headerBytes,
  headerLimits,
  parameterCharacters,
} from './hostile-inputs/limits.ts';
import { plainRequest, prepareRequest, withInput } from './hostile-inputs/requests.ts';
import { rows } from './hostile-inputs/rows.ts';
import { shortRows } from './hostile-inputs/short-rows.ts';

/** What somebody gains with an input that nothing bounds: by construction, each has a limit, and is refused beyond it. */

const server = fileURLToPath(new URL('../../src/server/', import.meta.url));
const sources = globSync('**/*.ts', { cwd: server })
  .filter((file) => !file.includes('.test.'))
  .map((file) => readFileSync(`${server}${file}`, 'utf8'));

/** More than a form of a fixed shape has, and less than a request may have. */
const farTooLong = 200_000;

function beyond({ kind, part, most }: Input): string | string[] {
  const inAddress = parameterCharacters + 100;
  const length = most === undefined ? (part === 'body' ? farTooLong : inAddress) : most + 1;
  if (kind === 'text') return 'x'.repeat(length);
  return Array.from({ length: most === undefined ? farTooLong / 5 : length }, () => 'x');
}

const isBounded = (input: Input): boolean =>
  [...boundedByBody, ...boundedByAddress].some((one) => one.test(nameOf(input)));

test('each text and list of the contract is refused beyond its limit', { timeout: 300_000 }, async () => {
  const fixture = await makeFuzzFixture();
  const taken: string[] = [];
  const noRole: string[] = [];
  const inputs = allInputs.filter((input) => input.kind !== 'file' && !isBounded(input));
  expect(inputs.length).toBeGreaterThan(500);
  for (const input of inputs) {
    const first = (rows[input.call] ?? shortRows[input.call])?.as ?? 'administrator';
    const value = beyond(input);
    let status = 0;
    for (const role of new Set([first, ...roles])) {
      const given = withInput(plainRequest(fixture, input.call), input, value);
      ({ status } = await prepareRequest(fixture, role, input.call, given)());
      if (status !== 401 && status !== 403) break;
    }
    if (status < 400 || status >= 500) taken.push(`${nameOf(input)} ${status}`);
    if (status === 401 || status === 403) noRole.push(nameOf(input));
  }
  expect(taken).toEqual([]);
  expect(noRole, 'nobody may send it here').toEqual([]);
});

test('an input that is said to be bounded by its body is there', () => {
  const names = allInputs.map(nameOf);
  const unused = [...boundedByBody, ...boundedByAddress].filter(
    (one) => !names.some((name) => one.test(name)),
  );
  expect(unused).toEqual([]);
});

test('a body, a part of an address and all headers have a limit', async () => {
  const { app, nobody } = await makeTestApp();
  expect(maxHeaderSize).toBe(headerBytes);
  const email = (length: number) => ({ email: 'a'.repeat(length), password: 'x' });
  expect((await nobody.post('/api/auth/login', email(limits.jsonBytes))).status).toBe(413);
  expect((await nobody.post('/api/auth/login', email(limits.jsonBytes - 100))).status).toBe(401);
  const long = 'a'.repeat(parameterCharacters + 1);
  expect(app.findRoute({ method: 'GET', url: '/api/files/:id' })).not.toBeNull();
  expect((await nobody.get(`/api/files/${long}`)).status).toBe(404);
});

test('each header and cookie that the server reads has its limit', () => {
  const all = sources.join('\n');
  const found = new Set(
    [...all.matchAll(/(?<!reply\.raw\.|reply\.)headers\[['"]([a-z-]+)['"]\]/g)].map(
      ([, name]) => name as string,
    ),
  );
  for (const [, names = ''] of all.matchAll(/const \{ ([^}]+) \} = (?:request\.|raw\.)?headers;/g))
    for (const name of names.split(',')) found.add(/^\s*'?([a-z-]+)'?/.exec(name)?.[1] ?? name);
  for (const [, name = ''] of all.matchAll(
    /headers\.(cookie|authorization|host|origin|referer|range|prefer)\b/g,
  ))
    found.add(name);
  expect(found.size).toBeGreaterThan(12);
  expect([...found].filter((name) => !(name in headerLimits)).toSorted()).toEqual([]);
  const cookies = [...all.matchAll(/'(capstone-[a-z]+)'/g)].map(([, name]) => name as string);
  const named = cookies.filter((name) => new RegExp(`[cC]ookie[^\\n]*'${name}'`).test(all));
  expect([...new Set(named)].filter((name) => !cookieNames.includes(name))).toEqual([]);
});
