import { createStore, get, set } from 'idb-keyval';
import { describe, expect, it } from 'vitest';
import { eventually } from '#support/eventually';
import { accountWithStorage } from '#support/outbox-fixtures';
import { joinTexts, openDrafts, readDraft, writeDraft } from './drafts.ts';

describe('typed before the device could be read', () => {
  it.each([
    ['a text joins the saved one', 'Ten lines of\nanswer', 'And', 'Ten lines of\nanswer\n\nAnd'],
    ['a number replaces the saved one', '70', '80', '80'],
  ])('%s', async (_name, saved, typed, joined) => {
    const account = accountWithStorage();
    const device = createStore(`capstone drafts of ${account}`, 'drafts');
    await set('box', saved, device);
    const opened = openDrafts(account);
    writeDraft('box', typed);
    await opened;
    expect(readDraft('box')).toBe(joined);
    await eventually(async () => expect(await get('box', device)).toBe(joined));
  });
});

it.each([
  ['box', 'So.', 'And more', 'So.\n\nAnd more'],
  ['box', 'So and so', 'So and so on', 'So and so on'],
  ['box', 'So and so', 'So', 'So and so'],
  ['links', 'https://a.example/', 'https://b.example/', 'https://a.example/\n\nhttps://b.example/'],
  ['rubric', '{"lines":["a"],"reason":"so so"}', '{"lines":[],"reason":""}', '{"lines":[],"reason":""}'],
  ['about box original', 'So and so', 'Such and such', 'Such and such'],
])('joins in %s %j and %j', (key, older, newer, joined) => {
  expect(joinTexts(key, older, newer)).toBe(joined);
});
