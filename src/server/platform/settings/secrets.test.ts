import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openSecrets } from './secrets.ts';
import { readSettings, SettingsError } from './settings.ts';

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'capstone-secrets-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function open(environment: Record<string, string>) {
  const lines: string[] = [];
  const settings = readSettings(environment);
  return {
    ...(await openSecrets(settings, { warn: (line: unknown) => void lines.push(String(line)) })),
    lines,
  };
}

const [one, two] = ['1'.repeat(40), '2'.repeat(40)];

test('without a key waiting mail is sealed with one of the data folder, the same at each start', async () => {
  const DATA_DIR = makeFolder();
  const starts = await Promise.all(Array.from({ length: 4 }, () => open({ DATA_DIR })));
  const sealed = starts[0]?.mail?.seal('a link', 'x') ?? '';
  for (const { mail, keys } of [...starts, await open({ DATA_DIR })]) {
    expect([mail?.open(sealed, 'x'), keys]).toEqual(['a link', null]);
  }
  expect(readdirSync(DATA_DIR)).toEqual(['mail.key']);
  expect(statSync(path.join(DATA_DIR, 'mail.key')).mode & 0o777).toBe(0o600);
});

test.each(['', '\n', 'short\n', `${'1'.repeat(40)} x\n`])(
  'a mail.key of %j stops the start, and stays as it is',
  async (content) => {
    const DATA_DIR = makeFolder();
    const file = path.join(DATA_DIR, 'mail.key');
    writeFileSync(file, content);
    for (const environment of [{ DATA_DIR }, { DATA_DIR, SECRET_KEY: one }]) {
      const refused: unknown = await open(environment).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(SettingsError);
      expect((refused as Error).message).toMatch(/^\S+mail\.key is empty or not a valid key\. Restore it.*$/);
    }
    expect(readFileSync(file, 'utf8')).toBe(content);
  },
);

test('a mail.key that cannot be read or made stops the start: no link is stored as plain text', async () => {
  const [readable, gone] = [makeFolder(), path.join(makeFolder(), 'gone')];
  mkdirSync(path.join(readable, 'mail.key'));
  for (const DATA_DIR of [readable, gone])
    for (const environment of [{ DATA_DIR }, { DATA_DIR, SECRET_KEY: one }]) {
      const refused: unknown = await open(environment).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(SettingsError);
      expect((refused as Error).message).toMatch(
        /^\S+mail\.key cannot be read or created \(E(ISDIR|NOENT)\b/,
      );
    }
});

test("the operator's key seals everything, and what the folder's key has sealed still opens", async () => {
  const DATA_DIR = makeFolder();
  const sealed = (await open({ DATA_DIR })).mail?.seal('a link', 'x') ?? '';
  const { mail, keys } = await open({ DATA_DIR, SECRET_KEY: one });
  expect(mail?.open(sealed, 'x')).toBe('a link');
  expect(mail?.isCurrent(sealed)).toBe(false);
  expect(keys?.open(mail?.seal('a key', 'y') ?? '', 'y')).toBe('a key');
});

test('a key may come from a file, and a new one stands in front of the one of before', async () => {
  const DATA_DIR = makeFolder();
  const file = path.join(DATA_DIR, 'secret');
  writeFileSync(file, `${one}\n`);
  const sealed = (await open({ DATA_DIR, SECRET_KEY_FILE: file })).keys?.seal('a key', 'x') ?? '';
  expect(sealed).not.toContain(readFileSync(file, 'utf8').trim());
  expect((await open({ DATA_DIR, SECRET_KEY: `${two}, ${one}` })).keys?.open(sealed, 'x')).toBe('a key');
  expect(() => readSettings({ SECRET_KEY_FILE: path.join(DATA_DIR, 'nowhere') })).toThrow(
    /^Setting SECRET_KEY_FILE is ".*nowhere"; allowed: the path of a file that the portal can read/,
  );
});

test.each(['short', `${one} ${two}`, `${one},`, 'ക'.repeat(40)])('%j is no key, and is not shown', (key) => {
  expect(() => readSettings({ SECRET_KEY: key })).toThrow(
    /^Setting SECRET_KEY is \(not shown\); allowed: 32 to 256/,
  );
});

test('on a database server, where no folder is shared, the log asks for a key once mail is sent', async () => {
  const DATA_DIR = makeFolder();
  const environment = { DATA_DIR, DATABASE_URL: 'postgres://x/y', SMTP_URL: 'smtp://127.0.0.1' };
  const { mail, lines } = await open(environment);
  expect([mail, readdirSync(DATA_DIR)]).toEqual([null, []]);
  expect(lines).toEqual([expect.stringContaining('Set SECRET_KEY')]);
  expect((await open({ ...environment, SECRET_KEY: one })).lines).toEqual([]);
});
