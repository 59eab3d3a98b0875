import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { errorCodes } from '#contract/wire/error-codes';
import { dayMs } from '#contract/durations';
import { createToken } from '#support/access-tokens';
import { clientTypes } from '#support/client-types';
import { buildBatch, buildMentor, buildSelection, buildStudent, buildSubmission } from '#support/factories';
import { makeTestApp } from '#support/test-app';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(path.join(root, 'docs/api.md'), 'utf8');

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'capstone-client-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('the program of the page lists who has not submitted', async () => {
  const portal = await makeTestApp();
  const { app, context, clock } = portal;
  const [own, other] = [await buildBatch(context), await buildBatch(context)];
  const started_at = clock.now() - 60 * dayMs;
  const build = async (batchId: number, name: string) => {
    const student = await buildStudent(context, { batch_id: batchId, name });
    await buildSelection(context, { account_id: student.id, started_at });
    return student;
  };
  const done = await build(own.id, 'Asha Menon');
  await buildSubmission(context, { account_id: done.id, task: 'week-1' });
  const late = await build(own.id, 'Ben Roy');
  await build(other.id, 'Chitra Das');
  const mentor = await buildMentor(context, [own.id]);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const program = /```js\n(.*?)```/s.exec(page)?.[1] ?? '';
  expect(program.trim().split('\n').length).toBeLessThanOrEqual(32);
  const file = path.join(makeFolder(), 'unsubmitted.mjs');
  writeFileSync(file, program);
  const list = async (token: string, ...args: string[]) => {
    const env = { ...process.env, CAPSTONE_URL: url, CAPSTONE_TOKEN: token };
    const { stdout } = await run(process.execPath, [file, ...args], { env });
    return stdout.split('\n').filter((line) => line !== '');
  };
  const token = await createToken(portal, mentor, ['batch:read']);
  const expected = [expect.stringMatching(`^${own.name}\tBen Roy\t${late.email}\t2026-`)];
  expect(await list(token)).toEqual(expected);
  expect(await list(token, own.name, 'week-1')).toEqual(expected);
  await expect(list(token, other.name)).rejects.toThrow('forbidden: You do not have access to this.');
  await expect(list(`${token}x`)).rejects.toThrow('invalid_token: This API token does not work.');
});

test('the codes of the page are among those of the contract, with its statuses', () => {
  const rows = [...page.matchAll(/^\| (\d{3}) +\| `(\w+)` +\|/gm)];
  expect(rows.length).toBeGreaterThan(6);
  expect(rows.map(([, , code]) => code).filter((code) => !((code as string) in errorCodes))).toEqual([]);
});

const client = `
import type { Operations, Schemas } from './capstone.ts';

declare function call<Name extends keyof Operations>(
  name: Name,
  request: Omit<Operations[Name], 'method' | 'path' | 'answer'>,
): Promise<Operations[Name]['answer']>;

const progress = await call('listBatchProgress', {
  params: { batch: 'MERN-2026-11' },
  query: { filter: 'unsubmitted-week-1', limit: 50 },
  body: undefined,
});
const students: Schemas['StudentProgress'][] = progress.students;
export const names: string[] = students.map(({ student }) => student.s_name);
export const next: string | null = progress.next;
const file = await call('exportMarks', { params: { batch: 'x' }, query: { task: 'week-1' }, body: undefined });
export const size: number = file.size;
const made = await call('createAccessToken', {
  params: {},
  query: {},
  body: { name: 'CI', scopes: ['batch:read'], ends_on: '2026-12-31' },
});
export const secret: string | null = made.secret;
export const nothing: undefined = await call('revokeAccessToken', { params: { id: '1' }, query: {}, body: undefined });

// @ts-expect-error No such scope.
const scopes: Operations['createAccessToken']['body']['scopes'] = ['marks:write'];
// @ts-expect-error The id is a text.
const id: Operations['listIntakes']['answer'][number]['id'] = 1;
// @ts-expect-error The batch is missing.
const params: Operations['listBatchProgress']['params'] = {};
export { scopes, id, params };
`;

test('a client that is generated from the description compiles', async () => {
  const { nobody } = await makeTestApp({ settings: { apiDocs: true } });
  const { body } = await nobody.get('/api/openapi.json');
  const folder = makeFolder();
  writeFileSync(path.join(folder, 'capstone.ts'), clientTypes(body));
  writeFileSync(path.join(folder, 'client.ts'), client);
  const compilerOptions = { noEmit: true, strict: true, target: 'es2024', module: 'nodenext', types: [] };
  const config = { compilerOptions: { ...compilerOptions, allowImportingTsExtensions: true } };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(config));
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
  const said = await run(path.join(root, 'node_modules/.bin/tsc'), ['-p', folder]).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
  expect(said).toBe('');
});
