import { createStore, get, set } from 'idb-keyval';
import { describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '#support/eventually';
import { accountWithStorage } from '#support/outbox-fixtures';
import { joinTexts, openDrafts, readDraft, writeDraft } from './drafts.ts';

describe('typed before the device could be read', () => {
  it.each([
    ['box', 'Ten lines of\nanswer', 'And', 'Ten lines of\nanswer\n\nAnd'],
    ['m mark CAP-1 marks', '70', '80', '80'],
  ])('joins the saved draft of %s', async (key, saved, typed, joined) => {
    const account = accountWithStorage();
    const device = createStore(`capstone drafts of ${account}`, 'drafts');
    await set(key, saved, device);
    const opened = openDrafts(account);
    writeDraft(key, typed);
    await opened;
    expect(readDraft(key)).toBe(joined);
    await eventually(async () => expect(await get(key, device)).toBe(joined));
  });
});

it('another tab’s text is not joined with what was stored before it', async () => {
  const account = accountWithStorage();
  await set('box', 'A long text', createStore(`capstone drafts of ${account}`, 'drafts'));
  const opened = openDrafts(account);
  const other = new BroadcastChannel('capstone drafts');
  onTestFinished(() => other.close());
  other.postMessage({ owner: account, key: 'box', value: 'Rewritten' });
  await opened;
  await eventually(() => expect(readDraft('box')).toBe('Rewritten'));
});

it.each([
  ['box', 'So.', 'And more', 'So.\n\nAnd more'],
  ['box', 'Done', 'Thanks', 'Done\n\nThanks'],
  ['box', 'So and so', 'So and so on', 'So and so on'],
  ['box', 'So and so', 'So', 'So and so'],
  [
    'm mark CAP-1 rubric',
    '{"lines":["a"],"reason":"so so"}',
    '{"lines":[],"reason":""}',
    '{"lines":[],"reason":""}',
  ],
  ['about box original', 'So and so', 'Such and such', 'Such and such'],
])('joins in %s %j and %j', (key, older, newer, joined) => {
  expect(joinTexts(key, older, newer)).toBe(joined);
});
