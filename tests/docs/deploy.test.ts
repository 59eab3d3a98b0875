import { existsSync, readFileSync } from 'node:fs';
import { DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { settingNames } from '#server/platform/settings';
import { serverFlags } from '../../scripts/node24.mjs';
import { readDockerIgnore } from '../../scripts/check-image/docker-ignore.mjs';

const read = (file: string) => readFileSync(new URL(`../../deploy/${file}`, import.meta.url), 'utf8');
const dockerfile = DockerfileParser.parse(read('Dockerfile'));
const serverCommand = ['node', ...serverFlags, 'src/server/main.ts'];
/** What is no setting of the portal, but of Node. */
const nodeVariables = ['NODE_ENV', 'NODE_COMPILE_CACHE', 'PATH'];

test('the Dockerfile has no faults, and copies what there is', () => {
  expect(validate(read('Dockerfile'))).toEqual([]);
  const isIgnored = readDockerIgnore('.dockerignore');
  const copied = dockerfile.getCOPYs().filter((copy) => copy.getFlags().length === 0);
  const names = copied.flatMap((copy) => copy.getArguments().slice(0, -1).map(String));
  expect(names).toContain('package-lock.json');
  for (const name of names.filter((one) => one !== '.')) {
    expect(existsSync(name), name).toBe(true);
    expect(isIgnored(name), name).toBe(false);
  }
  for (const name of ['src/server/main.ts', 'sample/courses.yaml', 'scripts/start.mjs'])
    expect([name, isIgnored(name), existsSync(name)]).toEqual([name, false, true]);
  for (const name of [
    'data/capstone.sqlite',
    'deploy/.env',
    '.git/HEAD',
    'src/server/app.test.ts',
    'tests/e2e/demo.ts',
  ])
    expect(isIgnored(name), name).toBe(true);
});

test('image and unit start the portal as npm start does', () => {
  const [command] = dockerfile.getCMDs();
  expect(JSON.parse(command?.getArgumentsContent() ?? '')).toEqual(serverCommand);
  const [, started] =
    /^ExecStart=\/opt\/capstone\/node_modules\/\.bin\/(.*)$/m.exec(read('capstone.service')) ?? [];
  expect(started?.split(' ')).toEqual(serverCommand);
});

test('every setting that the kit names is one', () => {
  const compose = parse(read('compose.yaml'), { merge: true }) as {
    services: Record<string, { environment?: Record<string, string>; stop_grace_period?: string }>;
  };
  const portals = Object.entries(compose.services).filter(([name]) => name.startsWith('portal-'));
  expect(portals).toHaveLength(3);
  for (const [, portal] of portals) {
    const names = Object.keys(portal.environment ?? {});
    expect(names).toContain('STOP_DELAY_SECONDS');
    expect(names.filter((name) => !settingNames.includes(name as never))).toEqual([]);
  }
  const inImage = dockerfile.getENVs().flatMap((env) => env.getProperties().map((one) => one.getName()));
  const inUnit = [...read('capstone.service').matchAll(/^Environment=(.*)$/gm)].flatMap(([, line]) =>
    (line ?? '').split(' ').map((one) => one.split('=')[0] ?? ''),
  );
  expect([...inImage, ...inUnit].filter((name) => !nodeVariables.includes(name))).not.toHaveLength(0);
  for (const name of [...inImage, ...inUnit])
    expect([...settingNames, ...nodeVariables], name).toContain(name);
});

test('what the compose file asks the operator for stands in the example', () => {
  const asked = [...read('compose.yaml').matchAll(/\$\{(\w+)[:?-]/g)].map(([, name]) => name);
  const given = [...read('example.env').matchAll(/^(\w+)=/gm)].map(([, name]) => name);
  expect([...new Set(asked)].filter((name) => !given.includes(name))).toEqual([]);
});
