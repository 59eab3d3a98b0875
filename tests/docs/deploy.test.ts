import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { endpoints } from '#contract/wire/endpoints';
import { settingNames } from '#server/platform/settings/settings';
import { serverEnvironment, serverFlags } from '../../scripts/node24.mjs';
import { readDockerIgnore } from '../../scripts/check-image/docker-ignore.mjs';

const read = (file: string) => readFileSync(new URL(`../../deploy/${file}`, import.meta.url), 'utf8');
const dockerfile = DockerfileParser.parse(read('Dockerfile'));
const serverCommand = ['node', ...serverFlags, 'src/server/main.ts'];
/** What is no setting of the portal, but of Node or the system. */
const nodeVariables = ['NODE_ENV', 'PATH', ...Object.keys(serverEnvironment)];

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

test('the image learns its commit from whoever builds it, before the build writes it', () => {
  const instructions = dockerfile.getInstructions().map(String);
  const argument = instructions.indexOf('ARG CAPSTONE_COMMIT=');
  expect(argument).toBeGreaterThan(-1);
  expect(instructions[argument + 1]).toBe('RUN npm run build');
  const release = readFileSync(new URL('../../.github/workflows/release.yml', import.meta.url), 'utf8');
  expect(release).toContain('build-args: CAPSTONE_COMMIT=${{ github.sha }}');
  const { 'x-built': built } = parse(read('compose.build.yaml')) as { 'x-built': { build: object } };
  expect(built.build).toMatchObject({ args: { CAPSTONE_COMMIT: '${CAPSTONE_COMMIT:-}' } });
});

test('image and unit start the portal as npm start does', () => {
  const [command] = dockerfile.getCMDs();
  expect(JSON.parse(command?.getArgumentsContent() ?? '')).toEqual(serverCommand);
  const [, started] =
    /^ExecStart=\/opt\/capstone\/node_modules\/\.bin\/(.*)$/m.exec(read('capstone.service')) ?? [];
  expect(started?.split(' ')).toEqual(serverCommand);
  const { NODE_COMPILE_CACHE: _, ...memory } = serverEnvironment;
  for (const [name, value] of Object.entries(memory)) {
    expect(read('Dockerfile')).toContain(` ${name}=${value} `);
    expect(read('capstone.service')).toContain(` ${name}=${value} `);
  }
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

/** Old space, in MB, and what the rest of the process may take: threads, SQLite, files on their way, the collector. */
const oldSpace = Number(/--max-old-space-size=(\d+)/.exec(serverFlags.join(' '))?.[1]);
const restMegabytes = 700;

test('unit and compose file allow more memory than the program may take', () => {
  const [, size, unit] = /^MemoryMax=(\d+)([GM])$/m.exec(read('capstone.service')) ?? [];
  expect(Number(size) * (unit === 'G' ? 1024 : 1)).toBeGreaterThan(oldSpace + restMegabytes);
  const [, limit] = /mem_limit: (\d+)g/.exec(read('compose.yaml')) ?? [];
  expect(Number(limit) * 1024).toBeGreaterThan(oldSpace + restMegabytes);
});

test('the units run as a user that is there without them, as which commands can run', () => {
  for (const unit of ['capstone.service', 'capstone-backup.service']) {
    expect(read(unit), unit).toMatch(/^User=capstone$/m);
    expect(read(unit), unit).not.toMatch(/^DynamicUser/m);
  }
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

test.skipIf(!hasSystemd)('systemd finds nothing to say of the units', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'capstone-units-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const verify = (unit: string, text: string) => {
    const file = path.join(folder, unit);
    // What is installed there is not here.
    writeFileSync(file, text.replaceAll('/opt/capstone/node_modules/.bin/node', process.execPath));
    return spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' }).stderr;
  };
  for (const unit of ['capstone.service', 'capstone-backup.service', 'capstone-backup.timer'])
    expect(verify(unit, read(unit)), unit).toBe('');
  expect(verify('wrong.service', read('capstone.service').replace('MemoryMax', 'MemoryMost'))).toContain(
    "Unknown key 'MemoryMost'",
  );
});

test('the wrapper runs commands with the settings of the file, and runs nothing that stands in it', () => {
  const home = mkdtempSync(path.join(tmpdir(), 'capstone-wrapper-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const bin = path.join(home, 'node_modules/.bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(path.join(bin, 'node'), '#!/bin/sh\nprintf "%s\\n" "$@"\nenv\n', { mode: 0o755 });
  const settings = path.join(home, 'capstone.env');
  writeFileSync(
    settings,
    '# a comment\nSMTP_URL=smtps://me:p#a$b@mail\nACADEMY_NAME="The Academy"\n; DATA_DIR=/nowhere\nX=$(touch ran)\nLAST=`id`',
  );
  const run = (user: string) =>
    spawnSync('sh', ['deploy/capstone', 'doctor', '--mail', 'two words'], {
      encoding: 'utf8',
      env: { ...process.env, CAPSTONE_HOME: home, CAPSTONE_ENV_FILE: settings, CAPSTONE_USER: user },
    });
  const { status, stdout } = run(userInfo().username);
  expect(status).toBe(0);
  expect(stdout.split('\n').slice(0, 4)).toEqual([
    `${home}/src/cli/main.ts`,
    'doctor',
    '--mail',
    'two words',
  ]);
  for (const line of [
    'SMTP_URL=smtps://me:p#a$b@mail',
    'ACADEMY_NAME=The Academy',
    'DATA_DIR=/var/lib/capstone',
    'X=$(touch ran)',
    'LAST=`id`',
  ])
    expect(stdout.split('\n')).toContain(line);
  expect(run('nobody-of-this-name').status).not.toBe(0);
});

/** What nginx's `$logged_uri` has for an address. */
function loggedByNginx(address: string): string {
  const uri = address.split('?')[0] ?? '';
  const config = read('nginx.conf');
  const [, rules = ''] = /map \$uri \$logged_uri \{(.*?)^\}/ms.exec(config) ?? [];
  for (const [, pattern = '', logged = ''] of rules.matchAll(/^ +~(\S+) "?([^";]+)"?;$/gm)) {
    const found = new RegExp(pattern).exec(uri);
    if (found !== null)
      return logged.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => found.groups?.[name] ?? '');
  }
  expect(rules).toContain('default $uri;');
  return uri;
}

function loggedByCaddy(address: string): string {
  const [, pattern = '', value = ''] = /request>uri regexp "(.*)" "(.*)"/.exec(read('Caddyfile')) ?? [];
  return address.replaceAll(new RegExp(pattern, 'g'), value.replace('${1}', '$1'));
}

test('no key that an address carries reaches a log of the proxies', () => {
  const keys = /:(\w*(?:secret|token|key|code)\w*)/gi;
  const withKey = Object.values(endpoints).map(({ path: of }) => of.replaceAll(keys, 'SECRET'));
  const addresses = [
    ...withKey.filter((of) => of.includes('SECRET')),
    '/verify/CAP-SECRET',
    '/certificates/CAP-SECRET',
    ...Object.values(endpoints).flatMap(({ path: of }) =>
      /certificates\/.*:number/.test(of)
        ? [of.replace(':number', 'CAP-SECRET').replace(':s_id', 'a@b.test')]
        : [],
    ),
    // Of somebody who opens a paper and has to log in first.
    `/login?next=${encodeURIComponent('/certificates/CAP-SECRET')}`,
    ...['reset-password', 'invitation', 'confirm-email', 'setup', 'unsubscribe'].map(
      (screen) => `/${screen}?from=mail&token=SECRET&x=1`,
    ),
  ];
  expect(addresses.length).toBeGreaterThan(5);
  for (const address of addresses) {
    expect(loggedByNginx(address), address).not.toContain('SECRET');
    expect(loggedByCaddy(address), address).not.toContain('SECRET');
  }
  for (const address of ['/api/staff/people?q=x', '/api/calendar', '/login']) {
    expect(loggedByNginx(address)).toBe(address.split('?')[0]);
    expect(loggedByCaddy(address)).toBe(address);
  }
  const nginx = read('nginx.conf');
  const [, format = ''] = /log_format capstone ([^;]*);/.exec(nginx) ?? [];
  expect(format).not.toMatch(/\$(request|request_uri|uri|args|query_string|http_referer)\b/);
  const logs = [...nginx.matchAll(/(access|error)_log \S+ (\w+);/g)].map(([, kind, how]) => `${kind} ${how}`);
  expect(logs).toEqual(['access capstone', 'error crit', 'access capstone', 'error crit']);
});

test('the Caddyfile serves one portal on this machine as it stands', () => {
  const caddy = read('Caddyfile');
  expect(caddy).toContain('reverse_proxy {$PORTALS:127.0.0.1:3000}');
  expect(caddy).toContain('health_uri {$HEALTH_URI:/api/health}');
  expect(read('compose.yaml')).toContain('HEALTH_URI: /api/ready');
});
