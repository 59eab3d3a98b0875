import { act } from '@testing-library/react';
import { createStore, set } from 'idb-keyval';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { student, timelineOnDay } from '#support/contract-fixtures';
import { discussionOf, question } from '#support/discussion-fixtures';
import { serveScreen } from '#support/hydrate-screen';
import { mockApi } from '#support/mock-api';
import { accountWithStorage } from '#support/outbox-fixtures';
import { answerStudent } from '#support/portal-answers';
import * as discussion from '../../routes/discussion.tsx';
import { rememberTypedTexts } from '../../ui/use-typed-before-hydration.ts';
import { openDrafts, readDraft, replaceDraft, saveStatusOf, writeDraft, writeText } from './drafts.ts';

let account: string;
beforeEach(() => {
  vi.stubEnv('DEV', false);
  account = accountWithStorage();
});

const save = (key: string, text: string) =>
  set(key, text, createStore(`capstone drafts of ${account}`, 'drafts'));

const saved = (key: string) => expect.poll(() => saveStatusOf([key])).toBe('saved');

describe('a question typed before the script', () => {
  async function typeEarly() {
    const api = mockApi();
    answerStudent(api, timelineOnDay(40));
    api.reply('readDiscussion', discussionOf([question(1)]));
    const user = { ...student, s_id: account, account };
    const address = { path: '/discussion/:batch', at: '/discussion/MERN-2026-11', user };
    const { page, hydrate } = await serveScreen(discussion, address);
    const box = page.querySelector<HTMLTextAreaElement>('[name="question"]')!;
    box.value = 'Hi';
    box.dispatchEvent(new InputEvent('input', { bubbles: true }));
    rememberTypedTexts();
    await hydrate();
    return box;
  }

  it.each([
    ['after', false],
    ['before', true],
  ])('joins the saved draft that is read %s it', async (_, isOpen) => {
    const key = `${account} ${account} question`;
    await save(key, 'Long and of yesterday');
    if (isOpen) await openDrafts(account);
    const box = await typeEarly();
    await act(async () => {
      await openDrafts(account);
      await saved(key);
    });
    const both = 'Long and of yesterday\n\nHi';
    expect(box.value).toBe(both);
    expect(readDraft(key)).toBe(both);
  });
});

describe('while the saved drafts are read', () => {
  async function openWith(stored: string, meanwhile: () => void, key = 'box') {
    await save(key, stored);
    const opened = openDrafts(account);
    meanwhile();
    await opened;
    return readDraft(key);
  }

  it('a typed text joins the saved one, also on the device', async () => {
    expect(await openWith('Yesterday', () => writeText('box', 'Hi'))).toBe('Yesterday\n\nHi');
    await saved('box');
    await openDrafts(`other than ${account}`);
    await openDrafts(account);
    expect(readDraft('box')).toBe('Yesterday\n\nHi');
  });

  it.each([
    ['Yesterday', 'Yesterday and today'],
    ['Yesterday and today', 'Yesterday'],
  ])('of %s and %s the longer one stays', async (stored, typed) => {
    expect(await openWith(stored, () => writeText('box', typed))).toBe('Yesterday and today');
  });

  it('a choice replaces the saved one', async () => {
    expect(await openWith('batch', () => writeDraft('to', 'mentors'), 'to')).toBe('mentors');
  });

  it('a text that is sent or removed takes the saved one along', async () => {
    const send = () => {
      writeText('box', 'Hi');
      replaceDraft('box', null);
    };
    expect(await openWith('Yesterday', send)).toBeUndefined();
    writeText('box', 'Again');
    expect(writeText('box', '', false)).toBe('');
    expect(readDraft('box')).toBeUndefined();
  });
});
