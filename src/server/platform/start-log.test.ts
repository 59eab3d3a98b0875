import { expect, test } from 'vitest';
import { startLog } from './start-log.ts';

test('before the server is up a record is a line of JSON, and words are words', () => {
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  const print = { log: say, info: say, warn: say, error: say };
  const log = startLog({ logLevel: 'warn' }, print);
  log.warn('The start is still waiting.');
  log.warn({ sql: 'select\n1', ms: 300 }, 'slow query');
  log.warn(new Error('It broke'), 'odd');
  log.info({ ms: 1 }, 'too little to tell');
  startLog({ logLevel: 'silent' }, print).error({}, 'nothing');
  expect(said[0]).toBe('The start is still waiting.');
  expect(said.slice(1).map((line) => JSON.parse(line) as object)).toMatchObject([
    { level: 40, sql: 'select\n1', ms: 300, msg: 'slow query' },
    { level: 40, err: { message: 'It broke' }, msg: 'odd' },
  ]);
});
