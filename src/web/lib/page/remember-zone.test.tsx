import { beforeEach, expect, it, vi } from 'vitest';
import { rememberZone } from './when-idle.ts';

let written: string[];
let cookies: string;
beforeEach(() => {
  written = [];
  cookies = '';
  vi.spyOn(document, 'cookie', 'get').mockImplementation(() => cookies);
  vi.spyOn(document, 'cookie', 'set').mockImplementation((value) => void written.push(value));
});

it('writes the zone for a year, for this site only', () => {
  vi.stubEnv('TZ', 'America/New_York');
  rememberZone();
  expect(written).toEqual(['zone=America%2FNew_York; Path=/; Max-Age=31536000; SameSite=Lax']);
});

it('writes nothing where the cookie says so already, and the new zone after a journey', () => {
  vi.stubEnv('TZ', 'America/New_York');
  cookies = 'other=1; zone=America%2FNew_York';
  rememberZone();
  expect(written).toEqual([]);
  cookies = 'zone=America%2FNew_York%2FX';
  rememberZone();
  expect(written).toHaveLength(1);
  vi.stubEnv('TZ', 'Etc/GMT+5');
  rememberZone();
  expect(written.at(-1)).toMatch(/^zone=Etc%2FGMT%2B5;/);
});
